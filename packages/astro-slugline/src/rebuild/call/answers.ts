import type { Clock } from '../model/clock.js';
import type { Logger } from '../model/logger.js';

const words = {
	202: { status: 'accepted' },
	400: { error: 'bad request' },
	401: { error: 'unauthorized' },
	405: { error: 'method not allowed' },
	408: { error: 'request timeout' },
	413: { error: 'content too large' },
	503: { error: 'service unavailable' },
} as const;

/** The statuses that the hook answers with. 503: the event could not be stored, so it must be sent again. */
export type AnswerStatus = keyof typeof words;

/** A JSON answer that says what happened but never why, so that probing an open address reveals nothing. */
export function answer(status: AnswerStatus): Response {
	const headers: Record<string, string> = {
		'content-type': 'application/json; charset=utf-8',
		'cache-control': 'no-store',
	};
	if (status === 405) headers['allow'] = 'POST';
	return new Response(`${JSON.stringify(words[status])}\n`, { status, headers });
}

const reasons: Partial<Record<AnswerStatus, string>> = {
	400: 'its body is not JSON with an `action`, or was cut off. Check what calls this address',
	401: 'its signature is missing or wrong. Check that the webhook in the space has the same secret as this receiver',
	405: 'it is not a POST. Check what calls this address',
	408: 'its body did not arrive in time. Check the network and `bodyTimeoutMs`',
	413: 'its body is too large. Check what calls this address and `maxBodyBytes`',
	503: 'no secret is set, so anyone could have sent it. Set SLUGLINE_WEBHOOK_SECRET to the secret of the webhook in the environment of the server',
};

/** Milliseconds between two log lines of one kind, because anyone can make an open address refuse calls. */
const intervalMs = 60_000;

/** Creates a function that logs which calls were refused, and why. */
export function createRefusalLog(clock: Clock) {
	const last = new Map<AnswerStatus, { at: number; unsaid: number }>();
	return (status: AnswerStatus, logger: Logger) => {
		const reason = reasons[status];
		if (reason === undefined) return;
		const said = last.get(status);
		if (said && clock.now() - said.at < intervalMs) {
			said.unsaid += 1;
			return;
		}
		const others = said && said.unsaid > 0 ? `, and ${said.unsaid} others like it` : '';
		last.set(status, { at: clock.now(), unsaid: 0 });
		logger.warn(`A webhook call was refused with ${status}${others}: ${reason}.`);
	};
}
