import { triggers } from '../../wire/index.js';
import { type Endpoints, readEndpointFields } from '../webhooks/index.js';
import { json, notFound } from './answers.js';
import { readJsonObject } from './json-body.js';

/**
 * Answers everything under `/v1/spaces/:space_id/webhook_endpoints`.
 *
 * @param rest - the path's parts behind `webhook_endpoints`
 */
export async function answerWebhooks(
	request: Request,
	rest: readonly string[],
	endpoints: Endpoints,
): Promise<Response> {
	const [name, ...more] = rest;
	if (more.length > 0) return notFound();
	const { method } = request;
	if (name === undefined) {
		if (method === 'GET') return json(200, { webhook_endpoints: endpoints.list() });
		return method === 'POST' ? create(request, endpoints) : notFound();
	}
	if (name === 'allowed_actions') {
		if (method !== 'GET') return notFound();
		return json(200, { allowed_actions: triggers.map((action) => ({ action })) });
	}
	const id = /^\d+$/.test(name) ? Number(name) : undefined;
	if (id === undefined) return notFound();
	if (method === 'GET') return answer(endpoints.find(id));
	if (method === 'PUT' || method === 'PATCH') return update(request, id, endpoints);
	return method === 'DELETE' ? answer(endpoints.remove(id)) : notFound();
}

const answer = (endpoint: unknown) =>
	endpoint === undefined ? notFound() : json(200, { webhook_endpoint: endpoint });

async function create(request: Request, endpoints: Endpoints): Promise<Response> {
	const sent = await readSent(request);
	if ('answer' in sent) return sent.answer;
	const read = readEndpointFields(sent.value);
	if ('errors' in read) return json(422, read.errors);
	return json(201, { webhook_endpoint: endpoints.create(read.fields) });
}

async function update(request: Request, id: number, endpoints: Endpoints): Promise<Response> {
	const before = endpoints.find(id);
	if (before === undefined || before.deleted_at !== null) return notFound();
	const sent = await readSent(request);
	if ('answer' in sent) return sent.answer;
	const read = readEndpointFields(sent.value, before);
	if ('errors' in read) return json(422, read.errors);
	return answer(endpoints.update(id, read.fields));
}

/** What stands under `webhook_endpoint`; without it nothing was sent, and the fields say what is missing. */
async function readSent(
	request: Request,
): Promise<{ value: Record<string, unknown> } | { answer: Response }> {
	const body = await readJsonObject(request);
	if ('answer' in body) return body;
	const sent = body.value['webhook_endpoint'] ?? {};
	if (typeof sent !== 'object' || Array.isArray(sent)) {
		return { answer: json(400, { error: 'webhook_endpoint is not an object' }) };
	}
	return { value: { ...sent } };
}
