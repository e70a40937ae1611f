import { createSpace } from 'astro-slugline/space';
import { webhookEndpointAnswerSchema } from 'astro-slugline/wire';
import { expect, onTestFinished, test } from 'vitest';
import { storyFile } from './open-space.js';
import { temporaryFolder } from './temporary-folder.js';

const base = 'http://space.test';
const hook = { name: 'Rebuild', endpoint: 'https://example.com/hook', actions: ['story.published'] };

async function open(files: Record<string, string> = {}) {
	const folder = await temporaryFolder({
		'space.yaml': 'id: 4711\nname: Harbour\nlanguages: [{ code: de, name: Deutsch }]\n',
		'hello.md': '---\nname: Hello\ncontent:\n  component: page\n---\n',
		...files,
	});
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	await space.ready();
	const ask = (
		path: string,
		init: { method?: string; body?: unknown; authorization?: string | null } = {},
	) => {
		const { method = 'GET', body, authorization = space.tokens.oauth } = init;
		return space.fetch(base + path, {
			method,
			headers: {
				...(authorization === null ? {} : { Authorization: authorization }),
				...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
	};
	const hooks = '/v1/spaces/4711/webhook_endpoints/';
	const create = async (fields: object) => {
		const response = await ask(hooks, { method: 'POST', body: { webhook_endpoint: fields } });
		return { status: response.status, body: await response.json() };
	};
	return { space, ask, hooks, create };
}

test('all tokens but the OAuth token are refused', async () => {
	const { space, ask, hooks } = await open();
	for (const path of ['/v1/space_info', '/oauth/space_info', hooks, `${hooks}1`]) {
		for (const authorization of [
			null,
			'',
			'Bearer',
			'Bearer wrong',
			space.tokens.preview,
			space.tokens.public,
		]) {
			const response = await ask(path, { authorization });
			expect([response.status, await response.json()]).toEqual([401, { error: 'Unauthorized' }]);
		}
	}
});

test('a webhook endpoint is created, read, listed, updated and deleted', async () => {
	const { ask, hooks, create } = await open();
	const { status, body } = await create({
		...hook,
		description: 'On publish',
		secret: 'hush',
		id: 99,
		space_id: 1,
	});
	expect(status).toBe(201);
	const created = webhookEndpointAnswerSchema.parse(body).webhook_endpoint;
	expect(created).toMatchObject({
		...hook,
		description: 'On publish',
		secret: 'hush',
		space_id: 4711,
		activated: true,
	});
	expect(created.deleted_at).toBeNull();
	expect(created.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
	expect(created.id).not.toBe(99);
	const one = `${hooks}${created.id}`;
	expect(await (await ask(one)).json()).toEqual(body);
	expect(await (await ask(hooks)).json()).toEqual({ webhook_endpoints: [body.webhook_endpoint] });

	const changes = {
		webhook_endpoint: { activated: false, actions: ['story.moved', 'story.moved', 'asset.created'] },
	};
	const updated = await (await ask(one, { method: 'PUT', body: changes })).json();
	expect(updated.webhook_endpoint).toMatchObject({
		name: 'Rebuild',
		secret: 'hush',
		activated: false,
		actions: ['story.moved', 'asset.created'],
	});

	const deleted = await ask(one, { method: 'DELETE' });
	expect(deleted.status).toBe(200);
	const last = await deleted.json();
	expect(last.webhook_endpoint.deleted_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
	expect(await (await ask(one)).json()).toEqual(last);
	expect(await (await ask(hooks)).json()).toEqual({ webhook_endpoints: [] });
	expect((await ask(one, { method: 'DELETE' })).status).toBe(404);
	expect((await ask(one, { method: 'PUT', body: changes })).status).toBe(404);
});

test('webhooks in space.yaml exist from the start, and an error lists the valid actions', async () => {
	const { ask, hooks } = await open({
		'space.yaml': [
			'id: 4711',
			'name: Harbour',
			'webhooks:',
			'  - name: Rebuild',
			'    endpoint: https://example.com/hook',
			'    actions: [story.published, story.moved]',
			'',
		].join('\n'),
	});
	const { webhook_endpoints: list } = await (await ask(hooks)).json();
	expect(list).toMatchObject([
		{ name: 'Rebuild', actions: ['story.published', 'story.moved'], activated: true },
	]);
	const { allowed_actions: actions } = await (await ask(`${hooks}allowed_actions`)).json();
	expect(actions).toHaveLength(20);
	expect(actions[0]).toEqual({ action: 'story.published' });
});

test('errors of an endpoint are reported by field', async () => {
	const { create, ask, hooks } = await open();
	const blank = ["can't be blank"];
	const cases: [object, object][] = [
		[{}, { name: blank, endpoint: blank, actions: blank }],
		[{ ...hook, name: ' ' }, { name: blank }],
		[{ ...hook, name: 5 }, { name: ['is invalid'] }],
		[{ ...hook, endpoint: 'example' }, { endpoint: ['is invalid'] }],
		[{ ...hook, endpoint: 'file:///etc/passwd' }, { endpoint: ['is invalid'] }],
		[{ ...hook, actions: [] }, { actions: blank }],
		[{ ...hook, actions: 'story.published' }, { actions: blank }],
		[{ ...hook, actions: ['story.saved'] }, { actions: ['is not included in the list'] }],
		[{ ...hook, activated: 'yes' }, { activated: ['is invalid'] }],
		[
			{ ...hook, secret: 5, description: [] },
			{ secret: ['is invalid'], description: ['is invalid'] },
		],
	];
	for (const [fields, errors] of cases) {
		expect(await create(fields), JSON.stringify(fields)).toEqual({ status: 422, body: errors });
	}
	const empty = await ask(hooks, { method: 'POST', body: {} });
	expect(empty.status).toBe(422);
	const { body } = await create(hook);
	const wrong = await ask(`${hooks}${body.webhook_endpoint.id}`, {
		method: 'PUT',
		body: { webhook_endpoint: { name: '' } },
	});
	expect([wrong.status, await wrong.json()]).toEqual([422, { name: blank }]);
});

test('bodies that are not JSON objects or too long are refused', async () => {
	const { ask, hooks } = await open();
	for (const body of [
		'',
		'{',
		'name=x',
		'[]',
		'null',
		'"x"',
		'{"webhook_endpoint":[]}',
		'{"webhook_endpoint":"x"}',
	]) {
		const response = await ask(hooks, { method: 'POST', body });
		expect([response.status, Object.keys(await response.json())], body).toEqual([400, ['error']]);
	}
	const long = await ask(hooks, { method: 'POST', body: JSON.stringify({ x: 'x'.repeat(10_000_000) }) });
	expect([long.status, await long.json()]).toEqual([413, { error: 'Payload Too Large' }]);
	expect((await ask(hooks)).status).toBe(200);
});

test('missing resources respond with the API’s list', async () => {
	const { ask, hooks } = await open();
	const paths = [
		'/v1',
		'/v1/nothing',
		'/v1/space_info/more',
		'/v1/spaces/4712/webhook_endpoints/',
		'/v1/spaces/x/webhook_endpoints/',
		'/v1/spaces/4711/nothing',
		`${hooks}1`,
		`${hooks}x`,
		`${hooks}1/more`,
	];
	for (const path of paths) {
		const response = await ask(path);
		const [first] = await response.json();
		expect([response.status, first], path).toEqual([404, 'This record could not be found']);
	}
	expect((await ask('/v1/space_info', { method: 'POST', body: {} })).status).toBe(404);
	expect((await ask(hooks, { method: 'DELETE' })).status).toBe(404);
});

test('the space, its components, and its datasources are read as the vendor’s tools read them', async () => {
	const { space, ask } = await open({
		'space.yaml':
			'id: 4711\nname: Harbour\ndefault_language: { code: en, name: English }\nlanguages: [{ code: de, name: Deutsch }]\n',
		'hello.md': storyFile(
			'',
			'component: page\ntitle: Hello\nday: 2024-05-01\nbody: [{ component: note, words: Ahoy, tags: [a, b] }]\nphoto: { fieldtype: asset, filename: "" }\n',
		),
		'hello.draft.md': storyFile('', 'component: page\ntitle: Hello\nweight: "12"\n'),
		'datasources/colors.yaml': 'entries: [{ name: sea, value: blue }, { name: sand, value: beige }]\n',
		'datasources/sizes.yaml': 'entries: [{ name: s, value: small }]\n',
	});
	const read = async (path: string) => {
		const response = await ask(`/v1/${path}`);
		expect(response.status, path).toBe(200);
		return { total: response.headers.get('total'), body: await response.json() };
	};
	expect((await read('users/me')).body.user).toMatchObject({ id: 1, email: 'owner@example.com' });
	expect((await read('spaces/4711')).body.space).toMatchObject({
		...{ id: 4711, name: 'Harbour', default_lang_name: 'English', first_token: space.tokens.preview },
		languages: [{ code: 'de', name: 'Deutsch' }],
	});
	const { components } = (await read('spaces/4711/components')).body;
	const shown = components.map(({ name, is_root, schema }: Record<string, unknown>) => ({
		name,
		is_root,
		schema,
	}));
	expect(shown).toMatchObject([
		{ name: 'note', is_root: false, schema: { words: { type: 'text' }, tags: { type: 'options' } } },
		{
			name: 'page',
			is_root: true,
			schema: {
				title: { type: 'text' },
				day: { type: 'datetime' },
				weight: { type: 'number' },
				body: { type: 'bloks', component_whitelist: ['note'] },
				photo: { type: 'asset' },
			},
		},
	]);
	for (const name of ['component_groups', 'presets', 'internal_tags'])
		expect((await read(`spaces/4711/${name}`)).body).toEqual({ [name]: [] });
	const { datasources } = (await read('spaces/4711/datasources')).body;
	const [colors] = datasources;
	expect(datasources).toMatchObject([{ slug: 'colors' }, { slug: 'sizes' }]);
	const entries = await read(`spaces/4711/datasource_entries?datasource_id=${colors.id}&per_page=1&page=2`);
	expect(entries).toMatchObject({
		total: '2',
		body: { datasource_entries: [{ name: 'sand', value: 'beige' }] },
	});
});

test('the answer to a request of anything else names what the embedded space has', async () => {
	const { ask } = await open();
	for (const [path, method] of [
		['/v1/spaces/4711/assets', 'GET'],
		['/v1/spaces/4712', 'GET'],
		['/v1/spaces/4711/components', 'POST'],
	] as const) {
		const response = await ask(path, { method });
		expect([response.status, await response.json()]).toEqual([
			404,
			['This record could not be found', expect.stringContaining('/v1/users/me')],
		]);
	}
	expect((await ask('/v1/users/me', { authorization: 'wrong' })).status).toBe(401);
});
