import { chosenTriggers, defaultActions } from './call/actions.js';
import { answer } from './call/answers.js';
import { receive } from './call/receive.js';
import { createRefusalLog } from './call/refusals.js';
import { createVerify } from './call/verify.js';
import { systemClock } from './clock.js';
import type { RebuildEvent } from './event.js';
import { consoleLogger, type Logger } from './logger.js';
import { wordsOf } from './rebuild-error.js';
import { emptyRecord, eventOf, pendingOf, withCall } from './work/pending.js';

export interface HandOverOptions {
	/** The webhook's secret, and another one while it takes the other's place. Those that are not set are left out. */
	secrets: readonly (string | undefined)[];
	/** Gets the event of a call that can change what is shown. */
	onEvent: (event: RebuildEvent) => Promise<void> | void;
	/** Where it is said what went wrong. @default the console */
	logger?: Logger | undefined;
}

/**
 * Answers one webhook call as the rebuild hook does, and hands its event over at once: for what is quick and may be done twice,
 * such as emptying a cache. Nothing is kept and nothing waits. 503: no secret is set, or `onEvent` failed, so that the call must
 * be sent again; the reason is logged, and stands in no answer.
 *
 * @example
 * handOver(request, { secrets: [process.env.SLUGLINE_WEBHOOK_SECRET], onEvent: (event) => purge(tagsOf(event)) })
 */
export async function handOver(
	request: Request,
	{ secrets, onEvent, logger = consoleLogger }: HandOverOptions,
): Promise<Response> {
	const set = secrets.filter((secret): secret is string => Boolean(secret));
	if (set.length === 0) {
		logger.error(
			'A webhook call was refused, since no secret is set and anyone could have sent it. ' +
				'Set SLUGLINE_WEBHOOK_SECRET in the environment of the server to the secret of the webhook.',
		);
		return answer(503);
	}
	const received = await receive(request, {
		verify: createVerify(set),
		chosen: chosenTriggers(defaultActions),
		bounds: { maxBytes: 1_048_576, timeoutMs: 10_000 },
		clock: systemClock,
	});
	if ('status' in received) {
		createRefusalLog(logger, systemClock)(received.status);
		return answer(received.status);
	}
	const now = systemClock.now();
	const batch = pendingOf(new Map([['', withCall(emptyRecord(now), received.event, now)]]), {});
	try {
		if (batch) await onEvent(eventOf(batch, null, 1));
	} catch (error) {
		logger.error(`What a webhook call told could not be acted upon: ${wordsOf(error)}`);
		return answer(503);
	}
	return answer(202);
}
