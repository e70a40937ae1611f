import { createDeliveryClient, filter, type RequestEvent } from 'astro-slugline/client';
import { expect, it } from 'vitest';
import { currentSpace, link, linkList, stories, storyList } from './content.js';
import { type Asked, startClient, startService, token } from './service.js';

/** The requests, each as its path and its sorted parameters without the token. */
const sent = (asked: readonly Asked[]) =>
	asked.map(({ path, query }) => {
		expect(query.get('token')).toBe(token);
		query.delete('token');
		query.sort();
		return `${path} ${[...query].map((parameter) => parameter.join('=')).join(' ')}`.trim();
	});

it('reads the current space without cv', async () => {
	const { service, client } = await startClient(currentSpace);
	const space = await client.currentSpace();
	expect(space).toMatchObject({ id: 1, name: 'Magazine', version: 1_700_000_000 });
	expect(sent(service.asked)).toEqual(['/v2/cdn/spaces/me/']);
});

it('keeps the path of its address, with and without a trailing slash', async () => {
	const service = await startService(() => currentSpace);
	for (const baseUrl of [`${service.url}/proxy/`, `${service.url}/proxy`]) {
		const client = createDeliveryClient({ token, baseUrl });
		expect(client.baseUrl).toBe(`${service.url}/proxy`);
		await client.currentSpace();
	}
	expect(sent(service.asked)).toEqual(Array(2).fill('/proxy/v2/cdn/spaces/me/'));
});

it('takes its address from the region, eu by default', () => {
	const addresses = (['eu', 'us', 'ca', 'ap', 'cn'] as const).map(
		(region) => createDeliveryClient({ token, region }).baseUrl,
	);
	expect(addresses).toMatchInlineSnapshot(`
		[
		  "https://api.storyblok.com",
		  "https://api-us.storyblok.com",
		  "https://api-ca.storyblok.com",
		  "https://api-ap.storyblok.com",
		  "https://app.storyblokchina.cn",
		]
	`);
	expect(createDeliveryClient({ token }).baseUrl).toBe(addresses[0]);
	expect(createDeliveryClient({ token, region: 'us', baseUrl: 'http://127.0.0.1:1' }).baseUrl).toBe(
		'http://127.0.0.1:1',
	);
});

it('sends parameters that the API does not have, and warns once with the nearest name', async () => {
	const service = await startService(() => storyList([]));
	const notices: string[] = [];
	const client = createDeliveryClient({
		...{ token, baseUrl: service.url },
		onNotice: (sentence) => notices.push(sentence),
	});
	await client.stories.all({ params: { start_with: 'blog/', 'by_uuid[]': '1' } });
	await client.stories.all({ params: { start_with: 'shop/', sort_by: 'name:asc' } });
	await client.get('stories/blog/one', [['per_page', '5']]);
	await client.get('links', [['elsewhere', '1']]);
	expect(sent(service.asked)[0]).toContain('by_uuid[]=1 page=1 per_page=25 start_with=blog/');
	expect(notices).toEqual([
		'`cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
		'`cdn/stories` has no parameter `by_uuid`, so the API may refuse the request. Did you mean `by_uuids`?',
		'`cdn/stories/*` has no parameter `per_page`, so the API may refuse the request. Check its name.',
		'`cdn/links` has no parameter `elsewhere`, so the API probably ignores it. Check its name.',
	]);
});

it('sends the brackets of filters as they are, and those in values encoded', async () => {
	const urls: string[] = [];
	const fetch: typeof globalThis.fetch = async (input) => {
		urls.push(String(input));
		return Response.json({ stories: [] });
	};
	const client = createDeliveryClient({ token, baseUrl: 'http://service.invalid', fetch });
	await client.stories.all({ filter: filter.or(filter.where('title').in('a [b]&c')) });
	expect(urls[0]).toContain('&filter_query[__or][][title][in]=a%20%5Bb%5D%26c&');
});

it('sends the options of a story query', async () => {
	const { service, client } = await startClient(storyList([]));
	await client.stories.all({
		cv: 12,
		language: 'es-co',
		fallbackLanguage: 'es',
		startsWith: 'blog/',
		contentType: 'article',
		params: { sort_by: 'position:desc', is_startpage: 0 },
	});
	expect(sent(service.asked)).toEqual([
		'/v2/cdn/stories/ content_type=article cv=12 fallback_lang=es is_startpage=0 language=es-co page=1 per_page=25 sort_by=position:desc starts_with=blog/ version=published',
	]);
});

it('always sends the version, and cv only for published content', async () => {
	const { service, client } = await startClient(({ path }) =>
		path.endsWith('links') ? linkList([]) : storyList([]),
	);
	const drafts = createDeliveryClient({ token, baseUrl: service.url, version: 'draft' });
	await client.stories.all();
	await client.stories.all({ cv: 5 });
	await client.stories.all({ cv: 5, version: 'draft' });
	await drafts.stories.all({ cv: 5 });
	await drafts.links.all({ cv: 5, version: 'published' });
	await drafts.links.all({ cv: 5 });
	const sent = service.asked.map(({ query }) => [query.get('version'), query.get('cv')]);
	expect(sent).toEqual([
		['published', null],
		['published', '5'],
		['draft', null],
		['draft', null],
		['published', '5'],
		['draft', null],
	]);
});

it('sends the options of a link query, and always requests pages', async () => {
	const { service, client } = await startClient(linkList([link(1)]));
	const links = await client.links.all({ cv: 5, startsWith: 'blog/', withParent: 0, includeDates: true });
	expect(links).toMatchObject([{ uuid: 'uuid-1', slug: 'blog/story-1', published: true, alternates: [] }]);
	expect(sent(service.asked)).toEqual([
		'/v2/cdn/links cv=5 include_dates=1 page=1 paginated=1 per_page=1000 starts_with=blog/ version=published with_parent=0',
	]);
});

it('reads datasources and their entries, one dimension per run', async () => {
	const { service, client } = await startClient(({ path, query }) => ({
		body: path.endsWith('entries')
			? {
					datasource_entries: [
						{ id: 1, name: 'a', value: 'A', dimension_value: query.get('dimension') && 'Ä' },
					],
				}
			: { datasources: [{ id: 9, name: 'Labels', slug: 'labels', dimensions: [] }], cv: 5 },
	}));
	expect(await client.datasources.all({ cv: 5 })).toMatchObject([{ slug: 'labels', dimensions: [] }]);
	expect(await client.datasourceEntries.all({ datasource: 'labels' })).toMatchObject([
		{ dimension_value: null },
	]);
	expect(await client.datasourceEntries.all({ datasource: 'labels', dimension: 'de', cv: 5 })).toMatchObject([
		{ value: 'A', dimension_value: 'Ä' },
	]);
	expect(sent(service.asked)).toEqual([
		'/v2/cdn/datasources cv=5 page=1 per_page=1000',
		'/v2/cdn/datasource_entries datasource=labels page=1 per_page=1000',
		'/v2/cdn/datasource_entries cv=5 datasource=labels dimension=de page=1 per_page=1000',
	]);
});

it('returns the results of resolve parameters', async () => {
	const rels = [{ uuid: 'related' }];
	const { client } = await startClient({
		body: { stories: [], cv: 1, rels, links: [{ uuid: 'l' }], rel_uuids: ['a'], link_uuids: ['b'] },
	});
	const page = await client.stories.page({ params: { resolve_relations: 'article.author' } });
	expect(page).toMatchObject({ cv: 1, rels, links: [{ uuid: 'l' }], relUuids: ['a'], linkUuids: ['b'] });
});

it('reports every request without the token', async () => {
	const service = await startService(({ index }) => (index === 0 ? { status: 500 } : storyList(stories(2))));
	const events: RequestEvent[] = [];
	const client = createDeliveryClient({
		token,
		baseUrl: service.url,
		retry: { baseMs: 1 },
		onRequest: (event) => events.push(event),
	});
	await client.stories.all({ cv: 3 });
	expect(events).toMatchObject([
		{ method: 'GET', status: 500, bytes: 0, attempt: 1, waitedMs: 0 },
		{ method: 'GET', status: 200, attempt: 2, waitedMs: expect.any(Number) },
	]);
	expect(events[1]?.bytes).toBe(Buffer.byteLength(JSON.stringify(storyList(stories(2)).body)));
	expect(JSON.stringify(events)).not.toContain(token);
	expect(service.plain(events[1]?.address ?? '')).toMatchInlineSnapshot(
		`"http://service/v2/cdn/stories/?version=published&cv=3&page=1&per_page=25"`,
	);
});

it('encodes characters with a meaning in addresses', async () => {
	const service = await startService(() => storyList([]));
	const client = createDeliveryClient({ token: 'a&b=c+d%', baseUrl: service.url });
	await client.stories.all({ params: { search_term: 'tea & coffee + 1%' } });
	expect(service.asked[0]?.query.get('token')).toBe('a&b=c+d%');
	expect(service.asked[0]?.query.get('search_term')).toBe('tea & coffee + 1%');
});

it('stops when the query’s signal aborts', async () => {
	const { client } = await startClient({ fault: 'hang' });
	const stop = new AbortController();
	const space = client.currentSpace({ signal: stop.signal });
	const list = client.links.all({ signal: stop.signal });
	stop.abort(new Error('enough'));
	await expect(space).rejects.toThrow('enough');
	await expect(list).rejects.toThrow('enough');
});
