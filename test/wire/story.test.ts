import {
	storyAlternateSchema,
	storyListSchema,
	storySchema,
	translatedSlugSchema,
} from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';

const uuid = '7b6b1d5e-0f0e-4f4e-9d5f-1d2c3b4a5968';

/** A story as the interface describes it, with every field. */
const story = {
	id: 107_350_093_062_144,
	uuid,
	name: 'Hallo',
	slug: 'hallo',
	full_slug: 'de/blog/hallo',
	created_at: '2024-05-01T10:00:00.000Z',
	published_at: '2024-05-02T10:00:00.000Z',
	first_published_at: '2024-05-01T11:00:00.000Z',
	content: {
		_uid: 'c1',
		component: 'article',
		title: 'Hallo',
		featured: false,
		scheduled: '2024-05-01 10:00',
		price: '270.50',
		author: uuid,
		categories: [uuid],
		topics: ['one', 'two'],
		body: [{ _uid: 'b1', component: 'quote', text: '…' }],
	},
	sort_by_date: null,
	position: -10,
	tag_list: ['new'],
	is_startpage: false,
	parent_id: 12,
	meta_data: { note: 'x' },
	group_id: 'd5c0e1c4-5e0a-4f86-b18f-ec8cf2c0cb57',
	release_id: null,
	lang: 'de',
	path: null,
	alternates: [
		{
			id: 2,
			name: 'Hello',
			slug: 'hello',
			full_slug: 'en/hello',
			published: true,
			is_folder: false,
			parent_id: 3,
		},
	],
	default_full_slug: 'blog/hello',
	translated_slugs: [{ path: 'blog/hallo', name: null, lang: 'de', published: true }],
};

/** The least that a story must have. */
const { id, name, slug, full_slug, created_at, content } = story;
const least = { id, uuid, name, slug, full_slug, created_at, content };

describe('a story', () => {
	it('of the documented shape is parsed unchanged', () => {
		expect(storySchema.parse({ ...story, updated_at: null })).toEqual({ ...story, updated_at: null });
	});

	it('may lack fields that are documented as nullable', () => {
		expect(storySchema.parse(least)).toEqual({
			...least,
			published_at: null,
			first_published_at: null,
			updated_at: null,
			position: 0,
			tag_list: [],
			is_startpage: false,
			parent_id: null,
			meta_data: null,
			group_id: null,
			release_id: null,
			lang: 'default',
			path: null,
			alternates: [],
			default_full_slug: null,
		});
		const empty = { alternates: null, tag_list: null, translated_slugs: null, meta_data: null, parent_id: 0 };
		expect(storySchema.parse({ ...least, ...empty })).toMatchObject({
			alternates: [],
			tag_list: [],
			translated_slugs: null,
			parent_id: 0,
		});
	});

	it('preserves unknown fields at every level', () => {
		const read = storySchema.parse({
			...story,
			extra: { a: 1 },
			content: { ...content, more: 2 },
			alternates: [{ ...story.alternates[0], extra: 3 }],
		});
		expect(read).toMatchObject({ extra: { a: 1 }, content: { more: 2 }, alternates: [{ extra: 3 }] });
	});

	it.each([
		['id', '12'],
		['uuid', ''],
		['full_slug', null],
		['content', { _uid: 'c1' }],
		['content', null],
		['tag_list', 'new'],
		['is_startpage', 'yes'],
	])('with a wrong %s is refused', (field, value) => {
		const read = storySchema.safeParse({ ...story, [field]: value });
		expect(read.error?.issues[0]?.path[0]).toBe(field);
	});

	it('accepts looser forms of alternates and translated slugs', () => {
		const alternate = { id: 2, name: 'Hello', slug: 'hello', full_slug: 'en/hello' };
		expect(storyAlternateSchema.parse(alternate)).toEqual({
			...alternate,
			published: null,
			is_folder: null,
			parent_id: null,
		});
		const published = (value: unknown) =>
			translatedSlugSchema.parse({ path: 'a', lang: 'de', published: value }).published;
		expect([true, '2024-05-01T10:00:00.000Z'].map(published)).toEqual([true, true]);
		expect([false, null, undefined, ''].map(published)).toEqual([false, false, false, false]);
	});
});

describe('a story list', () => {
	it('has stories, and possibly the rest', () => {
		expect(
			storyListSchema.parse({ stories: [story], cv: 1_714_557_600, rels: [story], links: [], more: 1 }),
		).toMatchObject({
			cv: 1_714_557_600,
			rels: [{ uuid }],
			more: 1,
		});
		expect(storyListSchema.parse({ stories: [] })).toEqual({ stories: [], cv: null, rels: [], links: [] });
		expect(storyListSchema.parse({ stories: [], rel_uuids: [uuid], link_uuids: [uuid] }).rel_uuids).toEqual([
			uuid,
		]);
	});

	it('without stories is refused', () => {
		expect(storyListSchema.safeParse({ cv: 1 }).success).toBe(false);
		expect(storyListSchema.safeParse({ stories: {} }).success).toBe(false);
		expect(storyListSchema.safeParse('<html>').success).toBe(false);
	});
});
