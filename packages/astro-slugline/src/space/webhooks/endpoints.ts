import type { Trigger } from '../../wire/index.js';
import type { Endpoint, EndpointFields } from './endpoint.js';

/** The webhook endpoints of a space, in memory. */
export type Endpoints = {
	/** The existing ones, oldest first. */
	list(): Endpoint[];
	/** Finds an endpoint by id, even if it is deleted. */
	find(id: number): Endpoint | undefined;
	create(fields: EndpointFields, id?: number): Endpoint;
	/** Undefined if it does not exist or is deleted. */
	update(id: number, fields: EndpointFields): Endpoint | undefined;
	/** Marks an endpoint as deleted and returns it. Undefined if it does not exist or is deleted. */
	remove(id: number): Endpoint | undefined;
	/** The endpoints to call for a trigger: active, not deleted, and subscribed. */
	subscribed(trigger: Trigger): Endpoint[];
};

/**
 * Creates the store of a space's webhook endpoints.
 *
 * @param options.spaceId id to include in every endpoint
 * @param options.now the clock for the three dates
 */
export function createEndpoints({ spaceId, now }: { spaceId: () => number; now: () => Date }): Endpoints {
	const all = new Map<number, Endpoint>();
	const existing = (id: number) => {
		const found = all.get(id);
		return found?.deleted_at === null ? found : undefined;
	};
	const put = (endpoint: Endpoint) => {
		all.set(endpoint.id, endpoint);
		return endpoint;
	};
	return {
		list: () => [...all.values()].filter((each) => each.deleted_at === null),
		find: (id) => all.get(id),
		create(fields, id = Math.max(0, ...all.keys()) + 1) {
			const moment = seconds(now());
			return put({
				id,
				...fields,
				space_id: spaceId(),
				deleted_at: null,
				created_at: moment,
				updated_at: moment,
			});
		},
		update(id, fields) {
			const found = existing(id);
			return found && put({ ...found, ...fields, updated_at: seconds(now()) });
		},
		remove(id) {
			const found = existing(id);
			const moment = seconds(now());
			return (
				found && put({ ...found, deleted_at: moment.slice(0, 16).replace('T', ' '), updated_at: moment })
			);
		},
		subscribed: (trigger) =>
			[...all.values()].filter(
				(each) => each.activated && each.deleted_at === null && each.actions.includes(trigger),
			),
	};
}

/** `2024-05-01T10:00:00Z`. */
const seconds = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
