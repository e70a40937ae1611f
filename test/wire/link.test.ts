import { linkAlternateSchema, linkListSchema, linkSchema } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';

const alternate = {
	path: 'blog/hallo',
	name: 'Hallo',
	lang: 'de',
	published: true,
	translated_slug: 'blog/hallo',
};

/** A link as the interface describes it, with the dates that `include_dates=1` adds. */
const link = {
	id: 1,
	uuid: '0a1b2c3d-0000-4000-8000-000000000001',
	slug: 'blog/hello',
	path: null,
	real_path: '/blog/hello',
	name: 'Hello',
	published: true,
	parent_id: 2,
	is_folder: false,
	is_startpage: false,
	position: -10,
	published_at: '2024-05-01T10:00:00.000Z',
	created_at: '2024-05-01T10:00:00+0000',
	updated_at: null,
	alternates: [alternate],
};

describe('a link', () => {
	it('of the documented shape is parsed unchanged', () => {
		expect(linkSchema.parse(link)).toEqual(link);
	});

	it('may lack fields that some servers omit', () => {
		expect(linkSchema.parse({ id: 1, uuid: 'u', slug: 'a', name: 'A' })).toEqual({
			id: 1,
			uuid: 'u',
			slug: 'a',
			name: 'A',
			path: null,
			real_path: null,
			published: null,
			parent_id: null,
			is_folder: false,
			is_startpage: false,
			position: 0,
			alternates: [],
		});
		expect(linkSchema.parse({ ...link, alternates: null, parent_id: 0 })).toMatchObject({
			alternates: [],
			parent_id: 0,
		});
	});

	it('preserves unknown fields', () => {
		const read = linkSchema.parse({ ...link, extra: 1, alternates: [{ ...alternate, extra: 2 }] });
		expect(read).toMatchObject({ extra: 1, alternates: [{ extra: 2 }] });
	});

	it.each([
		['id', null],
		['uuid', ''],
		['slug', undefined],
		['slug', 'a'.repeat(8001)],
		['path', '/'.repeat(8001)],
		['real_path', '/'.repeat(8001)],
		['published', 'true'],
		['is_folder', 1],
		['alternates', [{ path: 'a' }]],
	])('with a wrong %s is refused', (field, value) => {
		expect(linkSchema.safeParse({ ...link, [field]: value }).error?.issues[0]?.path[0]).toBe(field);
	});

	it('may have languages with few fields', () => {
		expect(linkAlternateSchema.parse({ lang: 'de' })).toEqual({
			lang: 'de',
			path: null,
			name: null,
			published: null,
			translated_slug: null,
		});
	});
});

describe('a link list', () => {
	it('is a map by uuid', () => {
		expect(linkListSchema.parse({ links: { [link.uuid]: link }, cv: 1 })).toEqual({
			links: { [link.uuid]: link },
			cv: 1,
		});
		expect(linkListSchema.parse({ links: {} }).links).toEqual({});
	});

	it('is neither an array nor missing', () => {
		expect(linkListSchema.safeParse({ links: [link] }).success).toBe(false);
		expect(linkListSchema.safeParse({}).success).toBe(false);
	});
});
