import { describe, expect, it } from 'vitest';
import { pageOf, stories, story, storyList } from './content.js';
import { type Asked, startClient } from './service.js';

const uuidsOf = (items: { uuid: string }[]) => items.map(({ uuid }) => uuid);

/** A service that knows `by_uuids`, `starts_with` and `content_type`, or does as if they were not there. */
async function startStories(
	all: ReturnType<typeof stories>,
	heeds: boolean,
	more?: (asked: Asked) => number,
) {
	const notices: string[] = [];
	const { service, client } = await startClient(
		(asked) => {
			const status = more?.(asked);
			if (status) return { status, body: { error: 'Unknown parameter by_uuids' } };
			const uuids = asked.query.get('by_uuids')?.split(',');
			const type = asked.query.get('content_type');
			const prefix = asked.query.get('starts_with') ?? '';
			const fitting = all.filter(
				({ uuid, full_slug, content }) =>
					!heeds ||
					((!uuids || uuids.includes(uuid)) &&
						full_slug.startsWith(prefix) &&
						(!type || content.component === type)),
			);
			return storyList(pageOf(fitting, asked), { total: String(fitting.length) });
		},
		{ onNotice: (text) => notices.push(text) },
	);
	return { service, client, notices };
}

describe('stories by uuid', () => {
	const all = stories(200);
	const wanted = uuidsOf(all).filter((_, n) => n % 2 === 0);

	it('are requested in chunks of a page, one request each', async () => {
		const { service, client, notices } = await startStories(all, true);
		const read = await client.stories.all({ byUuids: [...wanted, 'unknown', ...wanted.slice(0, 3)] });
		expect(uuidsOf(read)).toEqual(wanted);
		expect(service.asked.map(({ query }) => query.get('by_uuids')?.split(',').length)).toEqual([
			25, 25, 25, 25, 1,
		]);
		expect(notices).toEqual([]);
	});

	it('are requested in chunks of at most 50', async () => {
		const { service, client } = await startStories(all, true);
		expect(await client.stories.all({ byUuids: wanted, perPage: 100 })).toHaveLength(100);
		expect(service.asked.map(({ query }) => query.get('by_uuids')?.split(',').length)).toEqual([50, 50]);
	});

	it('need no request for an empty list', async () => {
		const { service, client } = await startStories(all, true);
		expect(await client.stories.all({ byUuids: [] })).toEqual([]);
		expect(service.asked).toHaveLength(0);
	});

	it('are filtered from the whole list if the API ignores the parameter', async () => {
		const { service, client, notices } = await startStories(all, false);
		expect(uuidsOf(await client.stories.all({ byUuids: wanted }))).toEqual(wanted);
		expect(service.asked).toHaveLength(1 + 8);
		expect(uuidsOf(await client.stories.all({ byUuids: wanted.slice(0, 2) }))).toEqual(wanted.slice(0, 2));
		expect(service.asked).toHaveLength(1 + 8 + 8);
		expect(notices).toMatchInlineSnapshot(`
			[
			  "The API ignored \`by_uuids\` on stories; filtering locally.",
			]
		`);
	});

	it('are filtered from the whole list if the API rejects the parameter', async () => {
		const { client, notices } = await startStories(all, true, ({ query }) =>
			query.has('by_uuids') ? 400 : 0,
		);
		expect(uuidsOf(await client.stories.all({ byUuids: wanted }))).toEqual(wanted);
		expect(notices).toHaveLength(1);
	});

	it('are complete even if only a later chunk shows that the parameter is ignored', async () => {
		const { client, notices } = await startStories(all, false);
		const byUuids = [...uuidsOf(all.slice(0, 25)), 'uuid-150', 'uuid-199'];
		expect(uuidsOf(await client.stories.all({ byUuids }))).toEqual(byUuids);
		expect(notices).toHaveLength(1);
	});

	it('fail if the whole list is rejected, too', async () => {
		const { client } = await startStories(all, true, () => 400);
		await expect(client.stories.all({ byUuids: wanted })).rejects.toMatchObject({ status: 400 });
	});

	it('are paged by chunks', async () => {
		const { service, client } = await startStories(all, true);
		const page = await client.stories.page({ byUuids: wanted, page: 2, perPage: 10 });
		expect(uuidsOf(page.items)).toEqual(wanted.slice(10, 20));
		expect(service.asked).toHaveLength(1);
	});
});

describe('stories by folder and content type', () => {
	const all = Array.from({ length: 60 }, (_, n) =>
		story(n, {
			full_slug: n % 3 === 0 ? `blog/story-${n}` : `news/story-${n}`,
			content: { _uid: 'x', component: n % 2 === 0 ? 'article' : 'note' },
		}),
	);
	const fitting = uuidsOf(all.filter((_, n) => n % 6 === 0));
	const query = { startsWith: 'blog/', contentType: 'article' };

	it('are those that the API lists', async () => {
		const { service, client, notices } = await startStories(all, true);
		expect(uuidsOf(await client.stories.all(query))).toEqual(fitting);
		expect(service.asked).toHaveLength(1);
		expect(notices).toEqual([]);
	});

	it('are filtered locally if the API ignores the parameters', async () => {
		const { service, client, notices } = await startStories(all, false);
		expect(uuidsOf(await client.stories.all(query))).toEqual(fitting);
		expect(uuidsOf(await client.stories.all({ ...query, byUuids: uuidsOf(all) }))).toEqual(fitting);
		expect((await client.stories.page(query)).items.length).toBeLessThan(25);
		expect(service.asked.length).toBeGreaterThan(3);
		expect(notices).toMatchInlineSnapshot(`
			[
			  "The API ignored \`starts_with\` on stories; filtering locally.",
			  "The API ignored \`content_type\` on stories; filtering locally.",
			  "The API ignored \`by_uuids\` on stories; filtering locally.",
			]
		`);
	});

	it('are recognized by every slug that the prefix may refer to', async () => {
		const recognised = [
			story(1, { full_slug: 'blog', is_startpage: true }),
			story(2, { full_slug: '/blog/hello' }),
			story(3, { full_slug: 'de/blog/hallo', lang: 'de' }),
			story(4, { full_slug: 'de/magazin/hallo', default_full_slug: 'blog/hello', lang: 'de' }),
		];
		const notices: string[] = [];
		const { client } = await startClient(storyList(recognised), {
			onNotice: (text) => notices.push(text),
		});
		for (const startsWith of ['blog/', '/blog/', '[default]/blog/', 'blog']) {
			expect(await client.stories.all({ startsWith })).toHaveLength(4);
		}
		expect(notices).toEqual([]);
	});
});
