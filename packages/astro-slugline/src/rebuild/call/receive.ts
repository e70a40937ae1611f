import type { Trigger } from '../../wire/index.js';
import type { Clock } from '../clock.js';
import type { AnswerStatus } from './answers.js';
import { classify, type WebhookEvent } from './classify.js';
import { type BodyBounds, readBody } from './read-body.js';
import type { Verify } from './verify.js';

export interface ReceiveParts {
	verify: Verify;
	/** The triggers that start a build. */
	chosen: ReadonlySet<Trigger>;
	bounds: BodyBounds;
	clock: Clock;
}

/**
 * The event of a call, or the status to answer if there is nothing to do.
 *
 * @throws {RebuildError} if the body has already been read
 */
export async function receive(
	request: Request,
	{ verify, chosen, bounds, clock }: ReceiveParts,
): Promise<{ event: WebhookEvent } | { status: AnswerStatus }> {
	if (request.method !== 'POST') return { status: 405 };
	const body = await readBody(request, bounds, clock);
	if ('status' in body) return body;
	if (!(await verify(request.headers.get('webhook-signature'), body.bytes))) return { status: 401 };
	const json = parse(body.bytes);
	if (json === undefined) return { status: 400 };
	const event = classify(request.headers.get('x-storyblok-topic'), json);
	return event && chosen.has(event.trigger) ? { event } : { status: 202 };
}

function parse(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		return undefined;
	}
}
