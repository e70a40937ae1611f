import { isObject, parsedJson } from 'astro-keep/shared/json';
import { readLimited } from '../../shared/http/read-limited.js';
import { discussionTriggers, triggers } from '../../wire/index.js';
import { badRequest, json, notFound, RefusedRequest } from '../http/answers.js';
import type { EndpointFields } from '../model/space-model.js';
import { type Endpoints, readEndpointFields } from '../webhooks/endpoints.js';

/**
 * Responds to everything under `/v1/spaces/:space_id/webhook_endpoints`.
 *
 * @param rest segments of the path after `webhook_endpoints`
 * @throws {RefusedRequest}
 */
export async function answerWebhooks(
	request: Request,
	rest: readonly string[],
	endpoints: Endpoints,
): Promise<Response> {
	const { method } = request;
	const [name, ...more] = rest;
	if (more.length > 0) throw notFound();
	if (name === undefined) {
		if (isRead(method)) return json(200, { webhook_endpoints: endpoints.list() });
		if (method !== 'POST') throw notFound();
		return json(201, { webhook_endpoint: endpoints.create(await readFields(request)) });
	}
	if (name === 'allowed_actions' && isRead(method)) {
		return json(200, { allowed_actions: [...triggers, ...discussionTriggers].map((action) => ({ action })) });
	}
	const id = /^\d+$/.test(name) ? Number(name) : Number.NaN;
	const found = endpoints.find(id);
	if (!found) throw notFound();
	if (isRead(method)) return answer(found);
	if (method === 'DELETE') return answer(endpoints.remove(id));
	if ((method !== 'PUT' && method !== 'PATCH') || found.deleted_at !== null) throw notFound();
	return answer(endpoints.update(id, await readFields(request, found)));
}

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

function answer(endpoint: unknown): Response {
	if (endpoint === undefined) throw notFound();
	return json(200, { webhook_endpoint: endpoint });
}

/** The fields under `webhook_endpoint`. If it is missing, the errors name the required fields. */
async function readFields(request: Request, before?: EndpointFields): Promise<EndpointFields> {
	const sent = (await readJsonObject(request))['webhook_endpoint'] ?? {};
	if (typeof sent !== 'object' || Array.isArray(sent)) throw badRequest('webhook_endpoint is not an object');
	const read = readEndpointFields({ ...sent }, before);
	if ('errors' in read) throw new RefusedRequest(422, read.errors);
	return read.fields;
}

/** Largest accepted body, in bytes. */
const maxBodyBytes = 1024 * 1024;

/**
 * Reads a request's body as a JSON object.
 *
 * @throws {RefusedRequest} if it is too large, or not a JSON object
 */
async function readJsonObject(request: Request): Promise<Record<string, unknown>> {
	const bytes = await readLimited(request, maxBodyBytes);
	if (bytes === 'too large') throw new RefusedRequest(413, { error: 'Payload Too Large' });
	const value = parsedJson(new TextDecoder().decode(bytes));
	if (isObject(value)) return { ...value };
	throw badRequest('The request body is not a JSON object');
}
