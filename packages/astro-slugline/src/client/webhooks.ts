import { z } from 'zod';
import {
	type NewWebhookEndpoint,
	newWebhookEndpointSchema,
	type WebhookEndpoint,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from '../wire/index.js';
import type { Answer, Call } from './http/send.js';
import { checkCount } from './lists/source.js';
import { SluglineUsageError } from './model/errors.js';

/** The webhook endpoints of a space. Responses contain the `secret` in plain text: never log them. */
export interface Webhooks {
	/**
	 * Creates a webhook endpoint. The request is sent once. After a failure the endpoint may exist all the
	 * same, so check `list` before you try again.
	 *
	 * @throws {SluglineServiceError} if the request failed
	 * @example
	 * await management.webhooks.create(123, {
	 *   name: 'Rebuild',
	 *   endpoint: 'https://example.org/hook',
	 *   actions: ['story.published'],
	 * });
	 */
	create(spaceId: number, webhook: NewWebhookEndpoint): Promise<WebhookEndpoint>;
	/** Reads one webhook endpoint. */
	get(spaceId: number, webhookId: number): Promise<WebhookEndpoint>;
	/** All webhook endpoints of the space. The API does not page this list. */
	list(spaceId: number): Promise<WebhookEndpoint[]>;
	/** Changes the given fields. */
	update(spaceId: number, webhookId: number, changes: Partial<NewWebhookEndpoint>): Promise<WebhookEndpoint>;
	/** Deletes a webhook endpoint. The API stores it on with `deleted_at` set. */
	remove(spaceId: number, webhookId: number): Promise<void>;
}

const webhookListSchema = z.looseObject({ webhook_endpoints: z.array(webhookEndpointSchema) });

/** Sends a request to a path at the management host, with the token in its header. */
type Ask = (method: Call['method'], path: string, more?: Pick<Call, 'body' | 'secrets'>) => Promise<Answer>;

/** Creates the methods for webhook endpoints. */
export function createWebhooks(ask: Ask): Webhooks {
	const listPath = (spaceId: number) => `/v1/spaces/${checkCount(spaceId, 'spaceId')}/webhook_endpoints`;
	const pathOf = (spaceId: number, webhookId: number) =>
		`${listPath(spaceId)}/${checkCount(webhookId, 'webhookId')}`;
	const one = async (...call: Parameters<Ask>) =>
		(await ask(...call)).read(webhookEndpointAnswerSchema).webhook_endpoint;
	return {
		async create(spaceId, webhook) {
			const body = { webhook_endpoint: check(newWebhookEndpointSchema, webhook) };
			return one('POST', `${listPath(spaceId)}/`, { body, secrets: secretsOf(webhook) });
		},
		get: async (spaceId, webhookId) => one('GET', pathOf(spaceId, webhookId)),
		list: async (spaceId) => (await ask('GET', listPath(spaceId))).read(webhookListSchema).webhook_endpoints,
		async update(spaceId, webhookId, changes) {
			const body = { webhook_endpoint: check(newWebhookEndpointSchema.partial(), changes) };
			return one('PUT', pathOf(spaceId, webhookId), { body, secrets: secretsOf(changes) });
		},
		async remove(spaceId, webhookId) {
			await ask('DELETE', pathOf(spaceId, webhookId));
		},
	};
}

const secretsOf = ({ secret }: Partial<NewWebhookEndpoint>) => (secret ? [secret] : []);

function check<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
	const parsed = shape.safeParse(value);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const where = issue?.path.length ? `\`${issue.path.map(String).join('.')}\`: ` : '';
	throw new SluglineUsageError(
		`Invalid webhook endpoint: ${where}${issue?.message}. It needs a \`name\`, an \`endpoint\` address, and at least one trigger in \`actions\`.`,
	);
}
