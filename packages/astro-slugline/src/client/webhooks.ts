import { z } from 'zod';
import type { Secrets } from '../shared/secrets.js';
import {
	type NewWebhookEndpoint,
	newWebhookEndpointSchema,
	type WebhookEndpoint,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from '../wire/index.js';
import { SluglineUsageError } from './errors.js';
import { readAnswer } from './http/read.js';
import type { Answer, Call } from './http/send.js';
import { checkCount } from './lists/source.js';

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

type WebhookCall = Pick<Call, 'method' | 'url' | 'body' | 'secrets'>;

/** How webhooks send their requests. */
export interface WebhookSource {
	/** The full address of a path at the management host. */
	urlOf(path: string): string;
	/** Sends a request with the token in its header. */
	send(call: WebhookCall): Promise<Answer>;
	secrets: Secrets;
}

/** Creates the methods for webhook endpoints. */
export function createWebhooks(source: WebhookSource): Webhooks {
	const listUrl = (spaceId: number) =>
		source.urlOf(`/v1/spaces/${checkCount(spaceId, 'spaceId')}/webhook_endpoints`);
	const urlOf = (spaceId: number, webhookId: number) =>
		`${listUrl(spaceId)}/${checkCount(webhookId, 'webhookId')}`;
	const ask = async <Shape extends z.ZodType>(shape: Shape, call: WebhookCall): Promise<z.output<Shape>> =>
		readAnswer(shape, await source.send(call), call, source.secrets);
	const one = async (call: WebhookCall) => (await ask(webhookEndpointAnswerSchema, call)).webhook_endpoint;
	return {
		async create(spaceId, webhook) {
			const body = { webhook_endpoint: check(newWebhookEndpointSchema, webhook) };
			return one({ method: 'POST', url: `${listUrl(spaceId)}/`, body, secrets: secretsOf(webhook) });
		},
		get: async (spaceId, webhookId) => one({ method: 'GET', url: urlOf(spaceId, webhookId) }),
		async list(spaceId) {
			const call: WebhookCall = { method: 'GET', url: listUrl(spaceId) };
			return (await ask(webhookListSchema, call)).webhook_endpoints;
		},
		async update(spaceId, webhookId, changes) {
			const body = { webhook_endpoint: check(newWebhookEndpointSchema.partial(), changes) };
			return one({ method: 'PUT', url: urlOf(spaceId, webhookId), body, secrets: secretsOf(changes) });
		},
		async remove(spaceId, webhookId) {
			await source.send({ method: 'DELETE', url: urlOf(spaceId, webhookId) });
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
