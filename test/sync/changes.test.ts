import type { Link } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../packages/astro-slugline/src/sync/changes.js';
import type { SpaceIndex, StoryRecord } from '../../packages/astro-slugline/src/sync/model/space-index.js';
import {
	changeOf,
	concernsGroup,
	isUndated,
} from '../../packages/astro-slugline/src/sync/update/link-changes.js';
import { createWanted } from '../../packages/astro-slugline/src/sync/update/plan.js';

const link = (more: Partial<Link> = {}): Link =>
	({
		id: 1,
		uuid: 'a',
		slug: 'blog/hello',
		real_path: null,
		name: 'Hello',
		published: true,
		parent_id: 7,
		published_at: '2026-01-01T00:00:00Z',
		updated_at: '2026-01-01T00:00:00Z',
		alternates: [{ lang: 'de', path: 'blog/hallo', name: 'Hallo', published: true, translated_slug: null }],
		...more,
	}) as Link;

describe('a change of a link', () => {
	const german = link().alternates[0];
	it.each<[string, Link, Link, string | undefined]>([
		['nothing', link(), link(), undefined],
		[
			'a later date',
			link(),
			link({ updated_at: '2026-02-01T00:00:00Z' }),
			'updated_at went from "2026-01-01T00:00:00Z" to "2026-02-01T00:00:00Z"',
		],
		['a real path', link(), link({ real_path: '/' }), 'real_path went from null to "/"'],
		['a missing field, which equals null', link(), { ...link(), real_path: undefined } as never, undefined],
		['an added language', link({ alternates: [] }), link(), 'the language de is new'],
		['a removed language', link(), link({ alternates: [] }), 'the language de is gone'],
		[
			'an unpublished translation',
			link(),
			link({ alternates: [{ ...german, published: false } as never] }),
			'published in de went from true to false',
		],
	])('is described: %s', (_, before, after, change) => {
		expect(changeOf(before, after)).toBe(change);
	});

	it('affects the group only if the other members show it', () => {
		expect(concernsGroup(link(), link({ name: 'Other' }))).toBe(true);
		expect(concernsGroup(link(), link({ updated_at: 'later' }))).toBe(false);
	});

	it('cannot be detected without a date', () => {
		expect(isUndated(link(), 'published')).toBe(false);
		expect(isUndated(link({ updated_at: null as never }), 'published')).toBe(false);
		expect(isUndated(link({ updated_at: null as never }), 'draft')).toBe(true);
		expect(isUndated(link({ updated_at: null as never, published_at: null as never }), 'published')).toBe(
			true,
		);
	});
});

describe('changesBetween()', () => {
	const record = (rows: Record<string, [slug: string, digest: string]>, real_path: string | null = null) =>
		({
			link: { real_path },
			rows: new Map(Object.entries(rows).map(([lang, [slug, digest]]) => [lang, { slug, digest }])),
		}) as unknown as StoryRecord;
	const index = (records: Record<string, StoryRecord>): SpaceIndex => new Map(Object.entries(records));

	it('compares two indexes row by row', () => {
		const same = record({ default: ['same', '1'], de: ['de/same', '1'] });
		const before = index({
			same,
			equal: record({ default: ['equal', '1'] }),
			changed: record({ default: ['changed', '1'], de: ['de/changed', '1'] }),
			moved: record({ default: ['moved', '1'] }),
			home: record({ default: ['home', '1'] }),
			gone: record({ default: ['gone', '1'], de: ['de/gone', '1'] }),
		});
		const after = index({
			same,
			equal: record({ default: ['equal', '1'] }),
			changed: record({ default: ['changed', '2'], de: ['de/changed', '1'] }),
			moved: record({ default: ['elsewhere', '2'] }),
			home: record({ default: ['home', '1'] }, '/'),
			gone: record({ default: ['gone', '1'] }),
			added: record({ default: ['added', '1'] }),
		});
		const { counts, touched } = changesBetween(before, after);
		expect(counts).toEqual({ added: 1, changed: 1, moved: 2, removed: 1, unchanged: 5 });
		expect([...touched].sort()).toEqual(['added', 'changed', 'gone', 'home', 'moved']);
	});

	it('counts every row as added or removed if one index is empty', () => {
		const some = index({ a: record({ default: ['a', '1'], de: ['de/a', '1'] }) });
		expect(changesBetween(new Map(), some).counts).toMatchObject({ added: 2, removed: 0 });
		expect(changesBetween(some, new Map()).counts).toMatchObject({ added: 0, removed: 2 });
	});
});

describe('the rows of a sync round', () => {
	it('are requested once each, by language', () => {
		const wanted = createWanted();
		expect(wanted.add('a', ['default', 'de'])).toBe(true);
		expect(wanted.add('b', ['de'])).toBe(true);
		expect(wanted.add('a', ['de'])).toBe(false);
		const langs = ['fr', 'de', 'default'];
		expect(wanted.take(langs)).toEqual({ lang: 'de', uuids: ['a', 'b'] });
		expect(wanted.add('b', ['de'])).toBe(false);
		expect(wanted.take(langs)).toEqual({ lang: 'default', uuids: ['a'] });
		expect(wanted.take(langs)).toBeUndefined();
		expect(wanted.has('b', 'de')).toBe(true);
		expect(wanted.has('b', 'default')).toBe(false);
		expect(wanted.isEmpty()).toBe(false);
	});
});
