import { isObject } from 'astro-keep/shared/json';
import { liveReportAction } from '../shared/api/live-report.js';
import { chosenTriggers, defaultActions } from './call/actions.js';
import { answer, createRefusalLog } from './call/answers.js';
import { createVerify, readSigned, receive } from './call/receive.js';
import { systemClock } from './model/clock.js';
import type { RebuildEvent } from './model/event.js';
import { consoleLogger, type Logger } from './model/logger.js';
import { wordsOf } from './model/rebuild-error.js';
import { emptyRecord, eventOf, withCall } from './work/pending.js';

/** One for each process, because anyone can make an open address refuse calls. */
const refused = createRefusalLog(systemClock);

/** Options of `handOver()`. */
export interface HandOverOptions {
	/** The webhook's secret, and the old one while it is being replaced. Undefined ones are ignored. */
	secrets: readonly (string | undefined)[];
	/** Receives the event of each call that can change a page. */
	onEvent: (event: RebuildEvent) => Promise<void> | void;
	/** Where problems are logged. @default the console */
	logger?: Logger | undefined;
}

/**
 * Answers one webhook call as the rebuild hook does, and passes its event on at once: for work that is fast and may be done
 * twice, such as purging a cache. Nothing is stored or delayed. The answer is 503 if no secret is set or `onEvent` failed, so
 * that the call is sent again; the reason is logged and not part of the answer.
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
		refused(503, logger);
		return answer(503);
	}
	const received = await receive(request, { ...signedBy(set), chosen: chosenTriggers(defaultActions) });
	if ('status' in received) {
		refused(received.status, logger);
		return answer(received.status);
	}
	const now = systemClock.now();
	try {
		await onEvent(eventOf(withCall(emptyRecord(now), received.event, now), null, 1));
	} catch (error) {
		logger.error(`A webhook call could not be processed: ${wordsOf(error)}`);
		return answer(503);
	}
	return answer(202);
}

const signedBy = (secrets: readonly string[]) => ({
	verify: createVerify(secrets),
	bounds: { maxBytes: 1_048_576, timeoutMs: 10_000 },
	clock: systemClock,
});

/**
 * True if a call is signed and asks for the report of a server with live pages, as `slugline doctor` does. Reads the body.
 *
 * @example
 * if (await asksForReport(request.clone(), [secret])) return report();
 */
export async function asksForReport(request: Request, secrets: readonly string[]): Promise<boolean> {
	const read = await readSigned(request, signedBy(secrets));
	return 'json' in read && isObject(read.json) && read.json['action'] === liveReportAction;
}
