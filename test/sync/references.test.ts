import { readReferences, type SyncedSpace } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import { expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace } from './fake-space.js';
import { altered, syncOf } from './helpers.js';

/** A uuid that ends with this number. */
const uuid = (number: number) => `0f0e0d0c-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The responses of a space, with these fields in the content of every story. */
const withContent = (space: FakeSpace, fields: (lang: string) => object) =>
	altered(space.fetch, (body) => {
		for (const story of body.stories ?? [])
			Object.assign(story.content, { component: 'page' }, fields(story.lang));
		return body;
	});

const referencesOf = ({ rows }: SyncedSpace) => rows.map((row) => readReferences(row.references));

async function found(content: object) {
	const space = createFakeSpace();
	fill(space, 1);
	const fetch = withContent(space, () => content);
	const [references] = referencesOf(await syncOf(space, {}, fetch).run());
	return references;
}

test('finds references in every field, at any depth', async () => {
	const content = {
		author: uuid(7),
		categories: [uuid(3), uuid(1), 'no uuid', uuid(3)],
		tags: ['red', uuid(2)],
		headline: `See ${uuid(9)}`,
		link: { fieldtype: 'multilink', linktype: 'story', id: uuid(21), url: '', cached_url: 'a' },
		other: { fieldtype: 'multilink', linktype: 'story', uuid: uuid(20), id: '' },
		away: { fieldtype: 'multilink', linktype: 'url', id: '', url: 'https://example.com' },
		empty: { fieldtype: 'multilink', linktype: 'story', id: '', url: '' },
		image: { fieldtype: 'asset', id: 9, filename: 'https://example.com/a.png' },
		plugin: { _uid: uuid(99), plugin: 'picker', items: [{ item: uuid(5) }] },
		body: [
			{
				_uid: uuid(98),
				component: 'grid',
				columns: [{ _uid: uuid(97), component: 'teaser', story: uuid(4), nothing: null }],
			},
		],
		text: {
			type: 'doc',
			content: [
				{
					type: 'paragraph',
					content: [
						{
							type: 'text',
							text: 'there',
							marks: [
								{ type: 'bold' },
								{ type: 'link', attrs: { linktype: 'story', uuid: uuid(22), href: '/a' } },
								{ type: 'link', attrs: { linktype: 'url', uuid: null, href: 'https://example.com' } },
							],
						},
					],
				},
				{
					type: 'blok',
					attrs: { body: [{ _uid: uuid(96), component: 'quote', person: uuid(6), 'odd;name=%': [uuid(8)] }] },
				},
			],
		},
	};
	expect(await found(content)).toEqual({
		links: [uuid(20), uuid(21), uuid(22)],
		relations: {
			'page.author': [uuid(7)],
			'page.categories': [uuid(1), uuid(3)],
			'page.tags': [uuid(2)],
			'page.plugin': [uuid(5)],
			'teaser.story': [uuid(4)],
			'quote.person': [uuid(6)],
			'quote.odd;name=%': [uuid(8)],
		},
	});
});

test('accepts content with almost 1,000 levels, the most that content may have', async () => {
	let content: object = { _uid: '1', component: 'leaf', story: uuid(1) };
	for (let depth = 0; depth < 490; depth += 1) content = { _uid: '1', component: 'box', inner: [content] };
	expect(await found({ body: content })).toEqual({ links: [], relations: { 'leaf.story': [uuid(1)] } });
});

test('stores references with their rows, even if an edit affected other stories', async () => {
	const space = createFakeSpace();
	fill(space, 3, ['de']);
	const fetch = withContent(space, (lang) => ({
		author: uuid(lang === 'de' ? 2 : 1),
		link: { fieldtype: 'multilink', linktype: 'story', id: uuid(3) },
	}));
	const storage = createStorage();
	const first = await syncOf(space, { storage }, fetch).run();
	expect(first.rows.map(({ lang, references }) => [lang, references])).toEqual(
		[0, 1, 2].flatMap(() => [
			['default', `${uuid(3)};page.author=${uuid(1)}`],
			['de', `${uuid(3)};page.author=${uuid(2)}`],
		]),
	);
	applyChange(space, { kind: 'edit', which: 1, other: 5 });
	const second = await syncOf(space, { storage }, fetch).run();
	expect(second.summary.kind).toBe('delta');
	expect(referencesOf(second)).toEqual(referencesOf(first));
	const third = await syncOf(space, { storage }, fetch).run();
	expect(third.summary.kind).toBe('unchanged');
	expect(referencesOf(third)).toEqual(referencesOf(first));
});

test('counts rows and links', async () => {
	const space = createFakeSpace();
	fill(space, 40, ['de']);
	const storage = createStorage();
	for (const languages of [undefined, [], ['de']]) {
		const synced = await syncOf(space, { storage, languages }).run();
		expect(synced.counts).toEqual({
			stories: new Set(synced.rows.map((row) => row.uuid)).size,
			rows: synced.rows.length,
			folders: synced.links.filter((link) => link.is_folder).length,
		});
	}
	const fewer = await syncOf(space, { storage, languages: [], offline: true }).run();
	expect(fewer.counts).toMatchObject({ stories: 40, rows: 40 });
});
