import { type EditingTrigger, isEditingTrigger, type Trigger, triggers } from '../../wire/index.js';

/** A webhook endpoint as the space keeps it and the management interface answers it. */
export type Endpoint = {
	readonly id: number;
	readonly name: string;
	readonly description: string | null;
	readonly endpoint: string;
	readonly space_id: number;
	readonly secret: string | null;
	readonly actions: readonly (Trigger | EditingTrigger)[];
	readonly activated: boolean;
	/** `YYYY-mm-dd HH:MM` in UTC; null while it exists. */
	readonly deleted_at: string | null;
	readonly created_at: string;
	readonly updated_at: string;
};

/** What whoever creates or updates an endpoint decides. */
export type EndpointFields = Pick<
	Endpoint,
	'name' | 'description' | 'endpoint' | 'secret' | 'actions' | 'activated'
>;

/** Messages by field, as the management interface answers them with 422. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

const known: readonly unknown[] = triggers;
const isTrigger = (value: unknown): value is Trigger | EditingTrigger =>
	known.includes(value) || isEditingTrigger(value);

/**
 * Checks what was sent for an endpoint, over what it has so far. Fields that nobody may set are dropped.
 *
 * @param sent - the parsed JSON under `webhook_endpoint`
 * @param before - the endpoint to update; absent when one is created
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
