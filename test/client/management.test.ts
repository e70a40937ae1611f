import { filter, regionOfSpace } from 'astro-slugline/client';
import { createManagementClient } from 'astro-slugline/management';
import { describe, expect, it } from 'vitest';
import { createTestClock } from './clock.js';
import { stories, storyList } from './content.js';
import { startService } from './service.js';

const token = 'oauth-token-1';
const spaceInfo = {
	id: 1,
	name: 'Magazine',
	domain: 'https://example.org',
	plan_level: 2,
	owner: { id: 2, email: 'owner@example.org', access_token: 'owner-secret', otp_secret: 'otp' },
	languages: [{ code: 'de', name: 'Deutsch' }],
};
const hook = {
	id: 5,
	name: 'Rebuild',
	description: null,
	endpoint: 'https://example.org/hook',
	space_id: 1,
	secret: 'hook-secret',
	actions: ['story.published'],
	activated: true,
	deleted_at: null,
	created_at: '2024-05-01T10:00:00Z',
	updated_at: '2024-05-01T10:00:00Z',
};

describe('space information', () => {
	it('is read by both paths and with both forms of the header, without secrets of the owner', async () => {
		const service = await startService(() => ({ body: { space: spaceInfo } }));
		const client = createManagementClient({
			token,
			managementUrl: `${service.url}/m/`,
			authUrl: `${service.url}/a`,
		});
		const info = await client.spaceInfo();
		await client.spaceInfo({ via: 'oauth' });
		await client.spaceInfo({ via: 'oauth', authorization: 'bare' });
		expect(info).toMatchObject({ name: 'Magazine', languages: [{ code: 'de' }] });
		expect(JSON.stringify(info)).not.toMatch(/secret|otp/);
		expect(service.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
			['/m/v1/space_info', `Bearer ${token}`],
			['/a/oauth/space_info', `Bearer ${token}`],
			['/a/oauth/space_info', token],
		]);
		expect(service.asked.every(({ query }) => query.size === 0)).toBe(true);
	});

	it('by OAuth needs the address of its host', async () => {
		const client = createManagementClient({ token, managementUrl: 'http://127.0.0.1:1' });
		await expect(client.spaceInfo({ via: 'oauth' })).rejects.toThrowErrorMatchingInlineSnapshot(
			`[SluglineUsageError: \`spaceInfo({ via: 'oauth' })\` needs the address of the OAuth host. Set \`authUrl\` in the options of the client.]`,
		);
	});
});

describe('webhooks', () => {
	const startWebhooks = () =>
		startService(({ method, path }) => {
			if (method === 'DELETE') return { status: 204, headers: { 'content-length': '0' } };
			if (method === 'GET' && path.endsWith('webhook_endpoints'))
				return { body: { webhook_endpoints: [hook] } };
			return { status: method === 'POST' ? 201 : 200, body: { webhook_endpoint: hook } };
		});
	const fresh = { name: 'Rebuild', endpoint: hook.endpoint, actions: ['story.published' as const] };

	it('are created, read, listed, changed, and deleted with the bare token', async () => {
		const service = await startWebhooks();
		const { webhooks } = createManagementClient({ token, managementUrl: service.url });
		expect(await webhooks.create(1, { ...fresh, secret: 'hook-secret' })).toMatchObject({ id: 5 });
		expect(await webhooks.get(1, 5)).toMatchObject({ secret: 'hook-secret', activated: true });
		expect(await webhooks.list(1)).toMatchObject([{ id: 5 }]);
		expect(await webhooks.update(1, 5, { activated: false })).toMatchObject({ id: 5 });
		await webhooks.remove(1, 5);
		const sent = service.asked.map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
		expect(sent).toMatchInlineSnapshot(`
			[
			  "POST /v1/spaces/1/webhook_endpoints/ {"webhook_endpoint":{"name":"Rebuild","endpoint":"https://example.org/hook","secret":"hook-secret","actions":["story.published"]}}",
			  "GET /v1/spaces/1/webhook_endpoints/5 undefined",
			  "GET /v1/spaces/1/webhook_endpoints undefined",
			  "PUT /v1/spaces/1/webhook_endpoints/5 {"webhook_endpoint":{"activated":false}}",
			  "DELETE /v1/spaces/1/webhook_endpoints/5 undefined",
			]
		`);
		for (const { headers } of service.asked) expect(headers.authorization).toBe(token);
		expect(service.asked[0]?.headers['content-type']).toBe('application/json');
		expect(service.asked[1]?.headers['content-type']).toBeUndefined();
	});

	it('use the configured form of the header', async () => {
		const service = await startWebhooks();
		const client = createManagementClient({ token, managementUrl: service.url, authorization: 'bearer' });
		await client.webhooks.get(1, 5);
		expect(service.asked[0]?.headers.authorization).toBe(`Bearer ${token}`);
	});

	it('are checked before anything is sent', async () => {
		const service = await startWebhooks();
		const { webhooks } = createManagementClient({ token, managementUrl: service.url });
		await expect(webhooks.create(1, { ...fresh, actions: [] })).rejects.toThrowErrorMatchingInlineSnapshot(
			`[SluglineUsageError: Invalid webhook endpoint: \`actions\`: Too small: expected array to have >=1 items. It needs a \`name\`, an \`endpoint\` address, and at least one trigger in \`actions\`.]`,
		);
		await expect(
			webhooks.create(1, { ...fresh, endpoint: 'here' }),
		).rejects.toThrowErrorMatchingInlineSnapshot(
			`[SluglineUsageError: Invalid webhook endpoint: \`endpoint\`: Invalid URL. It needs a \`name\`, an \`endpoint\` address, and at least one trigger in \`actions\`.]`,
		);
		await expect(webhooks.get(0, 5)).rejects.toThrowErrorMatchingInlineSnapshot(
			`[SluglineUsageError: \`spaceId\` is 0. It must be a whole number from 1 up.]`,
		);
		expect(service.asked).toHaveLength(0);
	});

	it('are never created twice: only a refusal for the rate is retried', async () => {
		const service = await startService(({ index }) =>
			index === 0 ? { status: 429 } : { status: 500, body: { error: 'Internal' } },
		);
		const client = createManagementClient({ token, managementUrl: service.url, clock: createTestClock() });
		await expect(client.webhooks.create(1, fresh)).rejects.toMatchObject({ status: 500 });
		expect(service.asked).toHaveLength(2);
		await expect(client.webhooks.get(1, 5)).rejects.toMatchObject({ attempts: 12 });
	});

	it('say what is wrong without a secret', async () => {
		const service = await startService(({ method }) =>
			method === 'GET'
				? { status: 404, body: ['This record could not be found'] }
				: { status: 422, body: { name: ["can't be blank"], secret: ['hook-secret is too short'] } },
		);
		const { webhooks } = createManagementClient({ token, managementUrl: service.url });
		const messageOf = (promise: Promise<unknown>) => promise.catch((error) => service.plain(error.message));
		expect(await messageOf(webhooks.create(1, { ...fresh, secret: 'hook-secret' }))).toMatchInlineSnapshot(
			`"The API responded to POST http://service/v1/spaces/1/webhook_endpoints/ with status 422: "name can't be blank; secret [secret] is too short". The API rejected the request: check the query and its parameters."`,
		);
		expect(await messageOf(webhooks.get(1, 5))).toMatchInlineSnapshot(
			`"The API responded to GET http://service/v1/spaces/1/webhook_endpoints/5 with status 404: "This record could not be found". Check the space's id and the webhook's id, then \`managementUrl\` and \`authUrl\`."`,
		);
	});
});

describe('the story list', () => {
	it('has the token in its address, and the same queries', async () => {
		const service = await startService(() => storyList(stories(2)));
		const client = createManagementClient({ token, managementUrl: service.url });
		expect(await client.stories.all({ filter: filter.where('price').ltFloat(20) })).toHaveLength(2);
		const [asked] = service.asked;
		expect(asked?.headers.authorization).toBeUndefined();
		expect(`${asked?.path}?${decodeURIComponent(String(asked?.query))}`).toBe(
			'/v1/stories/?token=oauth-token-1&version=published&filter_query[price][lt_float]=20&page=1&per_page=25',
		);
		const other = createManagementClient({
			token,
			accessToken: 'access-token-1',
			managementUrl: service.url,
		});
		await other.stories.all();
		expect(service.asked[1]?.query.get('token')).toBe('access-token-1');
	});
});

it('says what to do about a rejected token', async () => {
	const service = await startService(() => ({ status: 401, body: { error: 'Unauthorized' } }));
	const client = createManagementClient({ token, managementUrl: service.url });
	const error = await client.spaceInfo().catch((error) => error);
	expect(service.plain(error.message)).toMatchInlineSnapshot(
		`"The API responded to GET http://service/v1/space_info with status 401: "Unauthorized". Check the token: the management API needs a personal access token or an OAuth token of an owner or admin, not an access token of the delivery API."`,
	);
	expect(JSON.stringify(error) + error.stack).not.toContain(token);
});

it('finds the address from the region or the id of the space', async () => {
	const addressOf = async (options: { region?: 'us' | 'cn'; spaceId?: number }) => {
		const asked: string[] = [];
		const fetch: typeof globalThis.fetch = async (input) => {
			asked.push(String(input));
			return Response.json({ space: spaceInfo });
		};
		await createManagementClient({ token, fetch, ...options }).spaceInfo();
		return asked[0];
	};
	expect(await addressOf({})).toBe('https://mapi.storyblok.com/v1/space_info');
	expect(await addressOf({ region: 'cn', spaceId: 1 })).toBe('https://app.storyblokchina.cn/v1/space_info');
	expect(await addressOf({ spaceId: 1_012_345 })).toBe('https://api-us.storyblok.com/v1/space_info');
	expect(
		[5, 1e6, 2e6, 3e6, 4e6, -1, 2 ** 48, 2 * 2 ** 48, 3 * 2 ** 48, 4 * 2 ** 48, 6 * 2 ** 48].map(
			regionOfSpace,
		),
	).toEqual(['eu', 'us', 'ca', 'ap', undefined, undefined, 'eu', 'us', 'ca', 'ap', 'cn']);
});
