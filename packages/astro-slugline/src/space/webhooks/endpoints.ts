import { z } from 'zod';
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

const blank = "can't be blank";
const invalid = 'is invalid';

const orBlank = (value: unknown) => (typeof value === 'string' && value.trim() === '' ? null : value);
const required = z.preprocess(
	orBlank,
	z.string({ error: ({ input }) => (input === null ? blank : invalid) }),
);
const optional = z.string(invalid).nullable();

const fieldsSchema = z.object({
	name: required,
	description: optional,
	endpoint: required.refine(isWebAddress, invalid),
	secret: optional,
	actions: z
		.array(z.custom<Trigger | EditingTrigger>(isTrigger, 'is not included in the list'), blank)
		.min(1, blank)
		.transform((actions) => [...new Set(actions)]),
	activated: z.boolean(invalid),
});

const defaults = { name: '', description: null, endpoint: '', secret: null, actions: [], activated: true };

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
	const { data, error } = fieldsSchema.safeParse({ ...defaults, ...before, ...sent });
	if (data) return { fields: data };
	const issues = error.issues.map(({ path, message }) => [String(path[0]), [message]] as const);
	return { errors: Object.fromEntries(issues) };
}

function isTrigger(value: unknown): value is Trigger | EditingTrigger {
	return triggers.some((trigger) => trigger === value) || isEditingTrigger(value);
}

function isWebAddress(text: string): boolean {
	return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

/** The endpoints of a space, as a store. */
export type Endpoints = ReturnType<typeof createEndpoints>;

/**
 * Creates the store of a space's webhook endpoints.
 *
 * @param options.spaceId id to include in every endpoint
 * @param options.now the clock for the three dates
 */
export function createEndpoints({ spaceId, now }: { spaceId: () => number; now: () => Date }) {
	const all = new Map<number, Endpoint>();
	const existing = (id: number) => {
		const found = all.get(id);
		return found?.deleted_at === null ? found : undefined;
	};
	const put = (endpoint: Endpoint) => {
		all.set(endpoint.id, endpoint);
		return endpoint;
	};
	/** The existing ones, oldest first. */
	const list = (): Endpoint[] => [...all.values()].filter((each) => each.deleted_at === null);
	return {
		list,
		/** Finds an endpoint by id, even if it is deleted. */
		find: (id: number) => all.get(id),
		create(fields: EndpointFields): Endpoint {
			const moment = seconds(now());
			return put({
				...{ id: all.size + 1, ...fields, space_id: spaceId() },
				...{ deleted_at: null, created_at: moment, updated_at: moment },
			});
		},
		/** Undefined if it does not exist or is deleted. */
		update(id: number, fields: EndpointFields): Endpoint | undefined {
			const found = existing(id);
			return found && put({ ...found, ...fields, updated_at: seconds(now()) });
		},
		/** Marks an endpoint as deleted and returns it. Undefined if it does not exist or is deleted. */
		remove(id: number): Endpoint | undefined {
			const found = existing(id);
			const moment = seconds(now());
			return (
				found && put({ ...found, deleted_at: moment.slice(0, 16).replace('T', ' '), updated_at: moment })
			);
		},
		/** The endpoints to call for a trigger: active, not deleted, and subscribed. */
		subscribed: (trigger: Trigger) =>
			list().filter(({ activated, actions }) => activated && actions.includes(trigger)),
	};
}

/** `2024-05-01T10:00:00Z`. */
const seconds = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`;
