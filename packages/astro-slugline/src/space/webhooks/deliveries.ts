import { createHmac } from 'node:crypto';
import type { Trigger } from '../../wire/index.js';
import type { Endpoint, Endpoints } from './endpoints.js';

/** The result of a webhook call. Contains neither the secret nor the address's query. */
export type Delivery = {
	readonly trigger: Trigger;
	readonly endpointId: number;
	/** Host and path of the call. */
	readonly address: string;
	/** Status of the response. Undefined without a response. */
	readonly status: number | undefined;
	/** What is wrong with the webhook, once until it accepts a call again. */
	readonly problem: string | undefined;
};

/** Time limit of a webhook call in milliseconds, as with the API. */
const timeoutMs = 120_000;

/**
 * Sends the events of a space to its webhooks. Like the API, it does not retry.
 *
 * @param options.fetch calls the webhooks
 * @param options.onDelivery called after every call
 */
export function createDeliveries(options: {
	endpoints: Endpoints;
	spaceId: () => number;
	fetch: typeof fetch;
	onDelivery?: ((delivery: Delivery) => void) | undefined;
}) {
	const underWay = new Set<Promise<void>>();
	const problems = new Map<number, string | undefined>();
	const closing = new AbortController();

	async function call(endpoint: Endpoint, trigger: Trigger, body: string): Promise<void> {
		let status: number | undefined;
		try {
			const response = await options.fetch(endpoint.endpoint, {
				method: 'POST',
				headers: headersFor(trigger, body, endpoint.secret),
				body,
				redirect: 'manual',
				signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
			});
			status = response.status;
			await response.body?.cancel();
		} catch {
			// An unreachable webhook does not affect the space.
		}
		const { host, pathname } = new URL(endpoint.endpoint);
		const before = problems.get(endpoint.id);
		const problem = closing.signal.aborted ? before : problemOf(endpoint, host, status);
		problems.set(endpoint.id, problem);
		options.onDelivery?.({
			...{ trigger, endpointId: endpoint.id, address: host + pathname, status },
			problem: problem === before ? undefined : problem,
		});
	}

	return {
		/**
		 * Calls every subscribed webhook once, concurrently, and returns at once. Failures are only reported to
		 * `onDelivery`.
		 */
		fire(trigger: Trigger, details: EventDetails = {}) {
			const body = JSON.stringify(payloadOf(trigger, options.spaceId(), details));
			for (const endpoint of options.endpoints.subscribed(trigger)) {
				const delivery = call(endpoint, trigger, body).finally(() => underWay.delete(delivery));
				underWay.add(delivery);
			}
		},
		/** A sentence for each webhook that did not accept its last call. */
		problems: (): readonly string[] =>
			options.endpoints.list().flatMap(({ id, activated }) => (activated && problems.get(id)) || []),
		async idle() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
		close: () => closing.abort(),
	};
}

/** Why a webhook did not accept a call, without its path, which may be a secret; undefined if it did. */
function problemOf({ name, secret }: Endpoint, host: string, status = 0): string | undefined {
	if (status >= 200 && status < 300) return undefined;
	const answer = status === 0 ? 'does not answer' : `answers with status ${status}`;
	const advice =
		status === 401 || status === 403
			? `${secret ? 'Its `secret` is not the one' : 'Give it the `secret`'} that the receiver expects, such as SLUGLINE_WEBHOOK_SECRET`
			: status >= 500
				? "The receiver's log may say why"
				: 'Correct its `endpoint`, or start the receiver';
	return `The webhook \`${name}\` at ${host} ${answer}. ${advice}.`;
}

function headersFor(trigger: Trigger, body: string, secret: string | null): Record<string, string> {
	const headers = { 'Content-Type': 'application/json', 'x-storyblok-topic': trigger };
	if (!secret) return headers;
	return { ...headers, 'webhook-signature': createHmac('sha1', secret).update(body).digest('hex') };
}

/** Details of an event. Each trigger has its own fields, and unknown ones are sent, too. */
export type EventDetails = {
	readonly story_id?: number;
	readonly full_slug?: string;
	readonly datasource_slug?: string;
	readonly asset_id?: number;
	readonly user_id?: number;
	readonly workflow_name?: string;
	readonly workflow_stage_name?: string;
	readonly branch_id?: number;
	readonly release_id?: number;
	/** Replaces the generated description of the event. */
	readonly text?: string;
};

/**
 * The body of a webhook call. `action` is only the verb, except for `stage.changed`. The header contains the
 * whole trigger.
 *
 * @example payloadOf('story.published', 4711, { story_id: 1, full_slug: 'blog/hello' }).action // 'published'
 */
function payloadOf(trigger: Trigger, spaceId: number, details: EventDetails): Record<string, unknown> {
	const action = trigger === 'stage.changed' ? trigger : trigger.slice(trigger.indexOf('.') + 1);
	const { text = sentence(trigger, spaceId, details), ...fields } = details;
	return { text, action, space_id: spaceId, ...fields };
}

function sentence(trigger: Trigger, spaceId: number, details: EventDetails): string {
	const [family = '', ...verb] = trigger.split('.');
	const subject = details.full_slug ?? details.datasource_slug;
	const first = `Space ${spaceId}: ${family} ${verb.join(' ').replaceAll('_', ' ')}${subject === undefined ? '' : ` (${subject})`}`;
	if (details.story_id === undefined) return first;
	return `${first}\nhttps://app.storyblok.com/#/me/spaces/${spaceId}/stories/0/0/${details.story_id}`;
}
