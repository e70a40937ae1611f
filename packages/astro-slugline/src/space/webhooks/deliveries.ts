import { createHmac } from 'node:crypto';
import type { Trigger } from '../../wire/index.js';
import type { Endpoint } from './endpoint.js';
import type { Endpoints } from './endpoints.js';
import { type EventDetails, payloadOf } from './payload.js';

/** How the call of one endpoint ended. Neither the secret nor the address's query is in it. */
export type Delivery = {
	readonly trigger: Trigger;
	readonly endpointId: number;
	/** Host and path that were called. */
	readonly address: string;
	/** The answer's status; undefined where there was none. */
	readonly status: number | undefined;
};

export type Deliveries = {
	/** Calls every subscribed endpoint once, at the same time, and returns at once. Failures are told to `onDelivery` only. */
	fire(trigger: Trigger, details?: EventDetails): void;
	/** Resolves when no call is under way. */
	idle(): Promise<void>;
	/** Gives up all calls that are under way. */
	close(): void;
};

/** The service waits this long for an answer, in milliseconds. */
const patience = 120_000;

/**
 * Sends a space's events to its webhook endpoints. There are no retries, as the service has none.
 *
 * @param options.fetch - how endpoints are called
 * @param options.onDelivery - told of every call that ended
 */
export function createDeliveries(options: {
	endpoints: Endpoints;
	spaceId: () => number;
	fetch: typeof fetch;
	onDelivery?: ((delivery: Delivery) => void) | undefined;
}): Deliveries {
	const underWay = new Set<Promise<void>>();
	const closing = new AbortController();

	async function call(endpoint: Endpoint, trigger: Trigger, body: string): Promise<void> {
		let status: number | undefined;
		try {
			const response = await options.fetch(endpoint.endpoint, {
				method: 'POST',
				headers: headersFor(trigger, body, endpoint.secret),
				body,
				redirect: 'manual',
				signal: AbortSignal.any([closing.signal, AbortSignal.timeout(patience)]),
			});
			status = response.status;
			await response.body?.cancel();
		} catch {
			// An endpoint that cannot be reached is that endpoint's trouble: the space goes on.
		}
		const { host, pathname } = new URL(endpoint.endpoint);
		options.onDelivery?.({ trigger, endpointId: endpoint.id, address: host + pathname, status });
	}

	return {
		fire(trigger, details = {}) {
			const body = JSON.stringify(payloadOf(trigger, options.spaceId(), details));
			for (const endpoint of options.endpoints.subscribed(trigger)) {
				const delivery = call(endpoint, trigger, body).finally(() => underWay.delete(delivery));
				underWay.add(delivery);
			}
		},
		async idle() {
			while (underWay.size > 0) await Promise.all(underWay);
		},
		close: () => closing.abort(),
	};
}

function headersFor(trigger: Trigger, body: string, secret: string | null): Record<string, string> {
	const headers = { 'Content-Type': 'application/json', 'x-storyblok-topic': trigger };
	if (!secret) return headers;
	return { ...headers, 'webhook-signature': createHmac('sha1', secret).update(body).digest('hex') };
}
