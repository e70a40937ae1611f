import { webhookEndpointAnswerSchema } from 'astro-slugline/wire';
import { expect } from 'vitest';
import { type Answered, type Api, contractCase } from './contract.js';
import { ownerFields } from './rows.js';

const hooks = '/v1/spaces/4711/webhook_endpoints/';
const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Calls the management API with an `Authorization` header. Default: the bare OAuth token. */
export function manage(
	api: Api,
	path: string,
	{
		method = 'GET',
		body,
		authorization = api.tokens.oauth,
	}: { method?: string; body?: unknown; authorization?: string } = {},
): Promise<Answered> {
	const headers = { Authorization: authorization, 'Content-Type': 'application/json' };
	const sent = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
	return api.ask(path, {}, { token: null, method, headers, ...sent });
}

export const createHook = (api: Api, fields: object) =>
	manage(api, hooks, { method: 'POST', body: { webhook_endpoint: fields } });

const fields = {
	name: 'Rebuild',
	endpoint: 'https://example.com/hook',
	actions: ['story.published', 'story.moved'],
};

/** E1, E6, E7, and what users of the webhook endpoints rely on. */
export const managementCases = [
	contractCase(
		'space information is available by both paths, with a Bearer token',
		[
			'E1: management path, oauth path',
			'SpaceInfo: id, name, domain, plan_level, languages',
			'Authentication: management',
			'Versioning: management paths',
		],
		async (api) => {
			const authorization = `Bearer ${api.tokens.oauth}`;
			const info = await manage(api, '/v1/space_info', { authorization });
			expect(info.status).toBe(200);
			expect(info.body.space).toMatchObject({
				id: 4711,
				name: 'Harbour',
				domain: 'https://harbour.example/',
				languages: [
					{ code: 'de', name: 'Deutsch' },
					{ code: 'pt-br', name: 'Português' },
				],
			});
			expect(info.body.space.plan_level).toEqual(expect.any(Number));
			expect((await manage(api, '/oauth/space_info', { authorization })).body).toEqual(info.body);
		},
	),
	contractCase(
		'the owner has every documented field, and no secret in any of them',
		['SpaceInfo: owner', `Owner: ${ownerFields.join(', ')}`],
		async (api) => {
			const { owner } = (await manage(api, '/v1/space_info')).body.space;
			expect(Object.keys(owner).sort()).toEqual([...ownerFields].sort());
			const kinds: Record<string, readonly string[]> = {
				number: ['id', 'consumed_timestep', 'org_id', 'partner_id'],
				boolean: ['sso', 'otp_required_for_login', 'use_username', 'disabled'],
				string: ['email', 'created_at', 'updated_at', 'username', 'firstname', 'lastname', 'login_strategy'],
			};
			for (const [kind, names] of Object.entries(kinds)) {
				for (const name of names) expect(typeof owner[name], name).toBe(kind);
			}
			for (const name of ['access_token', 'otp_secret', 'encrypted_otp_secret']) expect(owner[name]).toBe('');
			expect(owner.notified).toEqual([]);
			expect(owner.preferences).toMatchObject({
				job_role: '',
				beta_user: false,
				favourite_spaces: [4711],
			});
		},
	),
	contractCase(
		'the story list of the management API filters, and reads its token from the query',
		['E2: management path', 'Authentication: management by query'],
		async (api) => {
			const filtered = await api.ask('/v1/stories/', { 'filter_query[component][in]': 'author' });
			expect(filtered.status).toBe(200);
			const delivered = await api.ask('/v2/cdn/stories/', { 'filter_query[component][in]': 'author' });
			expect(filtered.body.stories).toEqual(delivered.body.stories);
			expect(filtered.body.stories.length).toBeGreaterThan(0);
			expect((await api.ask('/v1/stories/', {}, { token: null })).status).toBe(401);
		},
	),
	contractCase(
		'a webhook endpoint is created with every field of the request',
		[
			'E6: space_id, name, description, endpoint, secret, actions, response',
			'Webhook: id, name, description, endpoint, space_id, secret, actions, created_at, updated_at',
		],
		async (api) => {
			const sent = { ...fields, description: 'Calls the builder', secret: 'hush' };
			const { status, body } = await createHook(api, sent);
			expect(status).toBe(201);
			const { webhook_endpoint: created } = webhookEndpointAnswerSchema.parse(body);
			expect(created).toMatchObject({ ...sent, space_id: 4711 });
			expect(Number.isSafeInteger(created.id)).toBe(true);
			expect(created.created_at).toMatch(seconds);
			expect(created.updated_at).toMatch(seconds);
		},
	),
	contractCase(
		'a webhook endpoint is read by its id',
		['E7: space_id, webhook_endpoint_id, response'],
		async (api) => {
			const { body } = await createHook(api, fields);
			const read = await manage(api, hooks + body.webhook_endpoint.id);
			expect([read.status, read.body]).toEqual([200, body]);
			expect((await manage(api, `${hooks}123456`)).status).toBe(404);
			expect((await manage(api, `/v1/spaces/1/webhook_endpoints/${body.webhook_endpoint.id}`)).status).toBe(
				404,
			);
		},
	),
	contractCase(
		'a webhook endpoint is active by default, and can be deactivated',
		['E6: activated', 'Webhook: activated', 'States: webhook activated'],
		async (api) => {
			expect((await createHook(api, fields)).body.webhook_endpoint.activated).toBe(true);
			const asleep = (await createHook(api, { ...fields, activated: false })).body.webhook_endpoint;
			expect(asleep.activated).toBe(false);
			const body = { webhook_endpoint: { activated: true } };
			const awake = await manage(api, hooks + asleep.id, { method: 'PUT', body });
			expect(awake.body.webhook_endpoint).toMatchObject({ ...fields, activated: true });
		},
	),
	contractCase(
		'a deleted webhook endpoint has a date, and is not listed',
		['Webhook: deleted_at', 'States: webhook deleted_at'],
		async (api) => {
			const { id, deleted_at: before } = (await createHook(api, fields)).body.webhook_endpoint;
			expect(before).toBeNull();
			const { status, body } = await manage(api, hooks + id, { method: 'DELETE' });
			expect(status).toBe(200);
			expect(body.webhook_endpoint.deleted_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
			const { webhook_endpoints: list } = (await manage(api, hooks)).body;
			expect(list.map((each: { id: number }) => each.id)).not.toContain(id);
		},
	),
	contractCase(
		'errors have the statuses and bodies of the API',
		['Errors: 400, 401, 404, 422'],
		async (api) => {
			const answers = [
				await manage(api, hooks, { method: 'POST', body: '{' }),
				await api.ask('/v2/cdn/stories', { sort_by: 'nothing' }),
				await manage(api, hooks, { authorization: 'wrong' }),
				await api.ask('/v2/cdn/stories', {}, { token: null }),
				await manage(api, '/v1/nothing'),
				await api.ask('/v2/cdn/stories/nothing'),
				await createHook(api, { name: '' }),
				await api.ask('/v2/cdn/stories', { 'filter_query[title][unknown]': 'x' }),
			];
			expect(answers.map(({ status, body }) => [status, body])).toEqual([
				[400, { error: expect.any(String) }],
				[400, { error: expect.any(String) }],
				[401, { error: 'Unauthorized' }],
				[401, { error: 'Unauthorized' }],
				[404, expect.arrayContaining(['This record could not be found'])],
				[404, expect.arrayContaining(['This record could not be found'])],
				[422, { name: ["can't be blank"], endpoint: ["can't be blank"], actions: ["can't be blank"] }],
				[422, { error: expect.any(String) }],
			]);
		},
	),
];
