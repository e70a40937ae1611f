import type { Trigger } from '../../wire/index.js';
import type { SpaceModel } from '../model.js';
import { changesBetween } from './changes.js';
import { createDeliveries, type Delivery } from './deliveries.js';
import { createEndpoints, type Endpoints } from './endpoints.js';
import type { EventDetails } from './payload.js';

/** The webhooks of a space: its endpoints, and what is sent to them. */
export interface SpaceWebhooks {
	readonly endpoints: Endpoints;
	/** Takes notice of a reading of the folder: what changed since the last one is told to the endpoints. */
	observe(model: SpaceModel): void;
	/** Tells the endpoints of an event. */
	fire(trigger: Trigger, details?: EventDetails): void;
	/** Resolves when no call is under way. */
	idle(): Promise<void>;
	close(): void;
}

/**
 * Makes the webhooks of a space. Endpoints that `space.yaml` lists are there from the first reading on; when the list changes they are
 * replaced.
 */
export function createSpaceWebhooks(options: {
	fetch: typeof fetch;
	/** Milliseconds now. */
	clock: () => number;
	onDelivery?: ((delivery: Delivery) => void) | undefined;
}): SpaceWebhooks {
	let last: SpaceModel | undefined;
	let listed: number[] = [];
	const spaceId = () => last?.id ?? 0;
	const endpoints = createEndpoints({ spaceId, now: () => new Date(options.clock()) });
	const deliveries = createDeliveries({ ...options, endpoints, spaceId });

	const list = (model: SpaceModel): void => {
		if (last && JSON.stringify(last.webhooks) === JSON.stringify(model.webhooks)) return;
		for (const id of listed) endpoints.remove(id);
		last = model;
		listed = model.webhooks.map((fields) => endpoints.create(fields).id);
	};
	return {
		endpoints,
		observe(model) {
			if (model === last) return;
			const before = last;
			list(model);
			last = model;
			// To compare two readings of a large folder takes its time.
			if (!before || !endpoints.list().some((each) => each.activated)) return;
			for (const { trigger, details } of changesBetween(before, model)) deliveries.fire(trigger, details);
		},
		fire: deliveries.fire,
		idle: deliveries.idle,
		close: deliveries.close,
	};
}
