import { type EditingTrigger, isEditingTrigger, type Trigger, triggers } from '../../wire/index.js';

/** A webhook endpoint as the space stores it and the management API returns it. */
export type Endpoint = {
	readonly id: number;
	readonly name: string;
	readonly description: string | null;
	readonly endpoint: string;
	readonly space_id: number;
	readonly secret: string | null;
	readonly actions: readonly (Trigger | EditingTrigger)[];
	readonly activated: boolean;
	/** `YYYY-mm-dd HH:MM` in UTC, or null unless deleted. */
	readonly deleted_at: string | null;
	readonly created_at: string;
	readonly updated_at: string;
};

/** The fields that can be set when an endpoint is created or updated. */
export type EndpointFields = Pick<
	Endpoint,
	'name' | 'description' | 'endpoint' | 'secret' | 'actions' | 'activated'
>;

/** Messages by field, as in the management API's responses with 422. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

const allTriggers: readonly unknown[] = triggers;
const isTrigger = (value: unknown): value is Trigger | EditingTrigger =>
	allTriggers.includes(value) || isEditingTrigger(value);

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
