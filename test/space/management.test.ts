import { expect, test } from 'vitest';
import { openSpace, storyFile } from './open-space.js';

const base = 'http://space.test';
const hook = { name: 'Rebuild', endpoint: 'https://example.com/hook', actions: ['story.published'] };

async function open(files: Record<string, string> = {}) {
	const { space } = await openSpace({
		'space.yaml': 'id: 4711\nname: Harbour\nlanguages: [{ code: de, name: Deutsch }]\n',
		'hello.md': '---\nname: Hello\ncontent:\n  component: page\n---\n',
		...files,
	});
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
		const { preview, public: published } = space.tokens;
		for (const authorization of [null, '', 'Bearer', 'Bearer wrong', preview, published]) {
			const response = await ask(path, { authorization });
			expect([response.status, await response.json()]).toEqual([401, { error: 'Unauthorized' }]);
		}
	}
});

test('an endpoint keeps what an update omits, and a deleted one stays as it was', async () => {
	const { ask, hooks, create } = await open();
	const { body } = await create({ ...hook, secret: 'hush', id: 99, space_id: 1 });
	const one = `${hooks}${body.webhook_endpoint.id}`;
	expect(body.webhook_endpoint).toMatchObject({ id: 1, space_id: 4711 });
	const actions = ['story.moved', 'story.moved', 'asset.created'];
	const changes = { webhook_endpoint: { activated: false, actions } };
	const updated = await (await ask(one, { method: 'PUT', body: changes })).json();
	expect(updated.webhook_endpoint).toMatchObject({
		...{ name: 'Rebuild', secret: 'hush', activated: false },
		actions: ['story.moved', 'asset.created'],
	});
	expect(await (await ask(hooks)).json()).toEqual({ webhook_endpoints: [updated.webhook_endpoint] });

	const last = await (await ask(one, { method: 'DELETE' })).json();
	expect(await (await ask(one)).json()).toEqual(last);
	expect((await ask(one, { method: 'DELETE' })).status).toBe(404);
	expect((await ask(one, { method: 'PUT', body: changes })).status).toBe(404);
});

test('webhooks in space.yaml exist from the start, and all actions are listed', async () => {
	const { ask, hooks } = await open({ 'space.yaml': `id: 4711\nwebhooks: [${JSON.stringify(hook)}]\n` });
	const { webhook_endpoints: list } = await (await ask(hooks)).json();
	expect(list).toMatchObject([{ ...hook, activated: true }]);
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
	const nested = ['[]', '"x"'].map((value) => `{"webhook_endpoint":${value}}`);
	for (const body of ['', '{', 'name=x', '[]', 'null', '"x"', ...nested]) {
		const response = await ask(hooks, { method: 'POST', body });
		expect([response.status, Object.keys(await response.json())], body).toEqual([400, ['error']]);
	}
	const long = await ask(hooks, { method: 'POST', body: JSON.stringify({ x: 'x'.repeat(10_000_000) }) });
	expect([long.status, await long.json()]).toEqual([413, { error: 'Payload Too Large' }]);
	expect((await ask(hooks)).status).toBe(200);
});

test('what the embedded space does not have responds with the API’s list, and with what it has', async () => {
	const { ask, hooks } = await open();
	const paths = '/v1 /v1/nothing /v1/space_info/more /v1/spaces/4712 /v1/spaces/x/webhook_endpoints/';
	const below =
		'/v1/spaces/4712/webhook_endpoints/ /v1/spaces/4711/nothing /v1/spaces/4711/stories/1 /v1/spaces/4711/assets/1';
	const requests = [...paths.split(' '), ...below.split(' ')].map((path) => [path, 'GET'] as const);
	for (const [path, method] of [...requests, ['/v1/spaces/4711/components', 'POST'] as const]) {
		const response = await ask(path, { method });
		const answer = ['This record could not be found', expect.stringContaining('/v1/users/me')];
		const isStory = path.endsWith('stories/1');
		expect([response.status, await response.json()], path).toEqual([
			404,
			isStory ? answer.slice(0, 1) : answer,
		]);
	}
	const first = await ask('/v1/cdn/stories', { authorization: null });
	expect([first.status, await first.json()]).toEqual([
		404,
		[
			'This record could not be found',
			'The embedded space has version 2 of the delivery API only. Ask for /v2/cdn/ instead of /v1/cdn/.',
		],
	]);
	for (const path of [`${hooks}1`, `${hooks}x`, `${hooks}1/more`])
		expect((await ask(path)).status, path).toBe(404);
	expect((await ask('/v1/space_info', { method: 'POST', body: {} })).status).toBe(404);
	expect((await ask(hooks, { method: 'DELETE' })).status).toBe(404);
	expect((await ask('/v1/users/me', { authorization: 'wrong' })).status).toBe(401);
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

test('stories are listed with their folders, and one has the fields of all languages', async () => {
	const { ask } = await open({
		'hello.md': storyFile(
			'tag_list: [sea]\n',
			'component: page\ntitle: Hello\nprice: "9"\nbody: [{ component: note, words: Ahoy }]\n',
		),
		'hello.de.md': '---\ncontent: { title: Hallo }\n---\n',
		'hello.draft.md': storyFile('', 'component: page\ntitle: Hello again\nprice: "9"\n'),
		'blog/_folder.yaml': 'name: Blog\n',
		'blog/index.md': storyFile('', 'component: page\ntitle: Blog\n'),
		'blog/later.draft.md': storyFile('', 'component: article\ntitle: Later\n'),
	});
	const read = async (query: string) => {
		const response = await ask(`/v1/spaces/4711/stories${query}`);
		expect(response.status, query).toBe(200);
		return { body: await response.json(), headers: response.headers };
	};
	const slugs = async (query: string) =>
		(await read(`?${query}`)).body.stories
			.map((story: { full_slug: string }) => story.full_slug)
			.sort()
			.join(' ');
	expect(await slugs('')).toBe('blog blog/ blog/later hello');
	expect(await slugs('story_only=true')).toBe('blog/ blog/later hello');
	expect(await slugs('folder_only=1')).toBe('blog');
	expect(await slugs('is_published=false')).toBe('blog/later');
	expect(await slugs('contain_component=article,note')).toBe('blog/later');
	expect(await slugs('search=again')).toBe('hello');
	expect(await slugs('starts_with=blog&with_slug=blog')).toBe('blog');
	expect(await slugs('by_slugs=blog*&excluding_slugs=blog/later')).toBe('blog blog/');
	expect(await slugs('filter_query[title][in]=Blog&filter_query[title][resembles]=x')).toBe('blog/');
	const { body, headers } = await read('?per_page=500');
	const [blog, ...others] = body.stories;
	expect(headers.get('per-page')).toBe('100');
	expect(blog).toMatchObject({ name: 'Blog', is_folder: true, parent_id: 0, parent: null });
	expect(await slugs(`with_parent=${blog.id}`)).toBe('blog/ blog/later');
	expect(await slugs('with_parent=0')).toBe('blog hello');
	for (const story of others) expect(story).not.toHaveProperty('content');
	const { id } = others.find((story: { slug: string }) => story.slug === 'hello');
	expect((await read(`/${id}`)).body.story).toMatchObject({
		...{ id, full_slug: 'hello', published: true, unpublished_changes: true, tag_list: ['sea'] },
		content: { component: 'page', title: 'Hello again', title__i18n__de: 'Hallo' },
	});
	const later = others.find((story: { slug: string }) => story.slug === 'later');
	expect((await read(`/${later.id}`)).body.story).toMatchObject({
		...{ published: false, parent: { id: blog.id, name: 'Blog' }, breadcrumbs: [{ slug: 'blog' }] },
	});
	expect((await read(`/${blog.id}`)).body.story).toMatchObject({ is_folder: true, content: {} });
});

test('assets, dimensions, and names are found', async () => {
	const { ask } = await open({
		'hello.md': storyFile(
			'',
			'component: page\nphotos: [{ fieldtype: asset, id: 7, filename: "//a.example.com/f/1/boat.jpg", alt: A boat }]\nlocal: { asset: /sea.png }\n',
		),
		'hello.de.md': storyFile(
			'',
			'photo: { fieldtype: asset, filename: "https://a.example.com/f/1/meer.png" }\n',
		),
		'datasources/colors.yaml':
			'dimensions: [{ name: German, entry_value: de }]\nentries: [{ name: sea, value: blue, dimensions: { de: blau } }, { name: sand, value: beige }]\n',
		'datasources/sizes.yaml': 'entries: [{ name: s, value: small }]\n',
	});
	const read = async (path: string) => (await ask(`/v1/spaces/4711/${path}`)).json();
	expect(await read('assets')).toMatchObject({
		assets: [
			{ id: 7, filename: 'https://a.example.com/f/1/boat.jpg', alt: 'A boat', short_filename: 'boat.jpg' },
			{ filename: 'https://a.example.com/f/1/meer.png', alt: null },
		],
	});
	expect((await read('assets?search=BOAT')).assets).toHaveLength(1);
	for (const name of ['asset_folders', 'collaborators', 'workflows'])
		expect(await read(name)).toEqual({ [name]: [] });
	const { datasources } = await read('datasources?search=olor');
	expect(datasources).toMatchObject([
		{ slug: 'colors', dimensions: [{ datasource_id: expect.any(Number) }] },
	]);
	const [{ dimensions }] = datasources;
	const entries = await read(`datasource_entries?datasource_slug=colors&dimension=${dimensions[0].id}`);
	expect(entries.datasource_entries).toMatchObject([
		{ name: 'sea', value: 'blue', dimension_value: 'blau' },
		{ name: 'sand', dimension_value: null },
	]);
	expect(
		(await read('datasource_entries?datasource_slug=colors')).datasource_entries[0].dimension_value,
	).toBeNull();
	expect((await read('components?search=pag')).components).toHaveLength(1);
	expect((await read('components?search=none')).components).toEqual([]);
});
