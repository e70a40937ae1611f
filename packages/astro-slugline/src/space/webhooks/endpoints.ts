import { type EditingTrigger, isEditingTrigger, type Trigger, triggers } from '../../wire/index.js';
import type { EndpointFields } from '../model/space-model.js';

/** A webhook endpoint as the space stores it and the management API returns it. */
export interface Endpoint extends EndpointFields {
	readonly id: number;
	readonly space_id: number;
	/** `YYYY-mm-dd HH:MM` in UTC, or null unless deleted. */
	readonly deleted_at: string | null;
	readonly created_at: string;
	readonly updated_at: string;
}

/** Messages by field, as in the management API's responses with 422. */
type FieldErrors = Readonly<Record<string, readonly string[]>>;

const isTrigger = (value: unknown): value is Trigger | EditingTrigger =>
	triggers.some((trigger) => trigger === value) || isEditingTrigger(value);

/**
 * Validates the fields of a request, on top of the current ones. Read-only fields are dropped.
 *
 * @param sent the parsed JSON under `webhook_endpoint`
 * @param before the endpoint to update, or undefined for a new one
 */
export function readEndpointFields(
	sent: Readonly<Record<string, unknown>>,
	before?: EndpointFields,
): { fields: EndpointFields } | { errors: FieldErrors } {
	const start = { name: '', description: null, endpoint: '', secret: null, actions: [], activated: true };
	const { name, description, endpoint, secret, actions, activated } = { ...start, ...before, ...sent };
	const errors: Record<string, string[]> = {};
	const text = (field: string, value: unknown) => {
		if (value === null || value === undefined || (typeof value === 'string' && value.trim() === '')) {
			errors[field] = ["can't be blank"];
		} else if (typeof value !== 'string') errors[field] = ['is invalid'];
		return typeof value === 'string' ? value : '';
	};
	const optionalText = (field: string, value: unknown) => {
		if (value !== null && value !== undefined && typeof value !== 'string') errors[field] = ['is invalid'];
		return typeof value === 'string' ? value : null;
	};
	const fields = {
		name: text('name', name),
		description: optionalText('description', description),
		endpoint: text('endpoint', endpoint),
		secret: optionalText('secret', secret),
		actions: Array.isArray(actions) ? [...new Set(actions.filter(isTrigger))] : [],
		activated: activated !== false,
	};
	if (!errors['endpoint'] && !isWebAddress(fields.endpoint)) errors['endpoint'] = ['is invalid'];
	if (!Array.isArray(actions) || actions.length === 0) errors['actions'] = ["can't be blank"];
	else if (!actions.every(isTrigger)) errors['actions'] = ['is not included in the list'];
	if (typeof activated !== 'boolean') errors['activated'] = ['is invalid'];
	return Object.keys(errors).length > 0 ? { errors } : { fields };
}

const isWebAddress = (text: string) =>
	URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

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
