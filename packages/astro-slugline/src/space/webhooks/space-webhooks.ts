import type { SpaceModel } from '../model/space-model.js';
import { changesBetween } from './changes.js';
import { createDeliveries, type Delivery } from './deliveries.js';
import { createEndpoints } from './endpoints.js';

/** The webhooks of a space: its endpoints, and their calls. */
export type SpaceWebhooks = ReturnType<typeof createSpaceWebhooks>;

/**
 * Creates the webhooks of a space. Endpoints in `space.yaml` exist from the first reading on, and are
 * replaced when the list changes.
 */
export function createSpaceWebhooks(options: {
	fetch: typeof fetch;
	/** Milliseconds now. */
	clock: () => number;
	onDelivery?: ((delivery: Delivery) => void) | undefined;
}) {
	let last: SpaceModel | undefined;
	let listed: number[] = [];
	const spaceId = () => last?.id ?? 0;
	const endpoints = createEndpoints({ spaceId, now: () => new Date(options.clock()) });
	const deliveries = createDeliveries({ ...options, endpoints, spaceId });

	return {
		...deliveries,
		endpoints,
		/** Compares a reading of the folder with the previous one, and reports what changed. */
		observe(model: SpaceModel) {
			if (model === last) return;
			const before = last;
			last = model;
			if (JSON.stringify(before?.webhooks) !== JSON.stringify(model.webhooks)) {
				for (const id of listed) endpoints.remove(id);
				listed = model.webhooks.map((fields) => endpoints.create(fields).id);
			}
			// Comparing two readings of a large folder takes time.
			if (!before || !endpoints.list().some((each) => each.activated)) return;
			for (const { trigger, details } of changesBetween(before, model)) deliveries.fire(trigger, details);
		},
	};
}
