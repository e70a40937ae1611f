import { linkSchema, storySchema } from 'astro-slugline/wire';
import { expect, test } from 'vitest';
import { answerAgain } from '../../packages/astro-slugline/src/space/served/index.js';
import { recordedStories, unsorted } from '../support/recorded.js';
import { openSpace, storyFile } from './open-space.js';

const uuidOf = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;

/** What compat answers from: a space with the recorded positions, in no order, of which folders and links have no dates. */
function recordedSpace() {
	const common = ([position, id]: (typeof unsorted)[number]) => {
		const date = '2024-05-01T10:00:00.000Z';
		const dates = { created_at: date, published_at: date, updated_at: date };
		return { id, uuid: uuidOf(id), name: `S${id}`, position, parent_id: 7, ...dates };
	};
	const stories = unsorted.map((each) =>
		storySchema.parse({
			...common(each),
			...{
				slug: `s${each[1]}`,
				full_slug: `blog/s${each[1]}`,
				path: null,
				tag_list: ['sea'],
				meta_data: null,
			},
			...{ first_published_at: null, group_id: null, release_id: null, default_full_slug: null },
			content: { _uid: 'u', component: 'article', title: `T${each[1]}`, next: uuidOf(123616137) },
		}),
	);
	const links = unsorted.map((each) =>
		linkSchema.parse({
			...common(each),
			...{ created_at: null, published_at: null, updated_at: null, slug: `blog/s${each[1]}` },
			...{ path: null, real_path: null, published: true, alternates: null },
		}),
	);
	const place = { id: 7, uuid: uuidOf(7), slug: 'blog', is_folder: true, position: -100, parent_id: 0 };
	return answerAgain({
		...{ id: 1, name: 'Harbor', cv: 1_700_000_000, version: 'published', languages: [], datasources: [] },
		links: [...links, linkSchema.parse({ ...links[0], ...place })],
		stories,
	});
}

const ask = async (path: string, query: Record<string, string | number> = {}) => {
	const response = recordedSpace().answer(
		path,
		new URLSearchParams(Object.entries(query).map(([k, v]) => [k, `${v}`])),
	);
	const body = await response.json();
	expect(response.status, JSON.stringify(body)).toBe(200);
	return body;
};

const ids = recordedStories.map(([, id]) => id);
const idsOf = (body: { stories: { id: number }[] }) => body.stories.map(({ id }) => id);

test('the embedded space lists stories and links in the recorded order', async () => {
	const { ask } = await openSpace(
		Object.fromEntries(
			unsorted.map(([position, id]) => [
				`s${id}.md`,
				storyFile(`id: ${id}\nposition: ${position}\n`, 'component: page\n'),
			]),
		),
	);
	const stories = await ask('/v2/cdn/stories', { per_page: 100 });
	expect(idsOf(stories.body)).toEqual(ids);
	const links = await ask('/v2/cdn/links', { per_page: 100 });
	expect(Object.values<{ id: number }>(links.body.links).map(({ id }) => id)).toEqual(ids);
});

test('compat answers its calls for a space without dates, with equal positions, and in no order', async () => {
	const first = ids[0] ?? 0;
	expect(idsOf(await ask('stories', { per_page: 100 }))).toEqual(ids);
	expect(idsOf(await ask('stories', { per_page: 5, page: 2 }))).toEqual(ids.slice(5, 10));
	expect(idsOf(await ask('stories', { starts_with: 'blog/', per_page: 3 }))).toEqual(ids.slice(0, 3));
	expect(idsOf(await ask('stories', { by_uuids: [...ids].map(uuidOf).join(), per_page: 100 }))).toEqual(ids);
	expect(
		idsOf(await ask('stories', { by_uuids_ordered: [ids[3], ids[0]].map((id) => uuidOf(id ?? 0)).join() })),
	).toEqual([ids[3], ids[0]]);
	// What `sort_by` leaves equal stays in the order of the list.
	expect(idsOf(await ask('stories', { sort_by: 'position:desc', per_page: 2 }))).toEqual([
		123616140, 123616142,
	]);
	expect(idsOf(await ask('stories', { sort_by: 'content.component:asc', per_page: 100 }))).toEqual(ids);
	expect(idsOf(await ask('stories', { 'filter_query[component][in]': 'article', per_page: 100 }))).toEqual(
		ids,
	);
	expect((await ask(`stories/blog/s${first}`)).story.id).toBe(first);
	expect(
		(await ask('stories', { resolve_relations: 'article.next' })).rels.map(({ id }: { id: number }) => id),
	).toEqual([first]);
	expect((await ask('tags')).tags).toEqual([{ name: 'sea', taggings_count: ids.length }]);
	const links = Object.values<{ id: number }>((await ask('links', { per_page: 100 })).links);
	expect(links.map(({ id }) => id)).toEqual([7, ...ids]);
	const dated = Object.values((await ask('links', { per_page: 100, include_dates: 1 })).links);
	expect(dated).toContainEqual(
		expect.objectContaining({ id: 7, created_at: null, updated_at: null, published_at: null }),
	);
});
