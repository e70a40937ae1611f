import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from '../../packages/astro-slugline/src/sync/changes.js';
import type { RowRecord, StoryRecord } from '../../packages/astro-slugline/src/sync/space-index.js';
import { bytesHash, textHash } from '../../packages/astro-slugline/src/sync/text-hash.js';
import {
	changeOf,
	concernsGroup,
	isUndated,
} from '../../packages/astro-slugline/src/sync/update/link-changes.js';
import { momentOf } from '../../packages/astro-slugline/src/sync/update/moments.js';
import { linkTime, storyTime } from './fake-stories.js';

const runs = process.env['SLUGLINE_LONG'] === undefined ? 200 : 5000;
const check = { seed: 21, numRuns: runs };

describe('moments', () => {
	it.each([
		['2024-01-02T03:04:05.678Z', 1_704_164_645],
		['2024-01-02T03:04:05Z', 1_704_164_645],
		['2024-01-02T03:04:05+0000', 1_704_164_645],
		['2024-01-02T05:04:05+0200', 1_704_164_645],
		['2024-01-02T05:04:05+02:00', 1_704_164_645],
		['2024-01-01T21:34:05-0530', 1_704_164_645],
		['', null],
		[null, null],
		[undefined, null],
		['soon', null],
	])('%s is %s', (text, seconds) => {
		expect(momentOf(text)).toBe(seconds);
	});

	it('are the same of a story and of its link', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
				expect(momentOf(storyTime(seconds))).toBe(seconds);
				expect(momentOf(linkTime(seconds))).toBe(seconds);
			}),
			check,
		);
	});
});

type Link = StoryRecord['link'];

const link = (more: Partial<Link> = {}): Link => ({
	id: 1,
	uuid: 'u',
	slug: 'blog/one',
	path: null,
	real_path: '/blog/one',
	name: 'One',
	published: true,
	parent_id: 0,
	is_folder: false,
	is_startpage: false,
	position: 10,
	published_at: '2024-01-02T03:04:05.678Z',
	created_at: '2024-01-01T00:00:00.000Z',
	updated_at: '2024-01-02T03:04:05.678Z',
	alternates: [],
	...more,
});

const german = { lang: 'de', path: 'blog/eins', name: 'Eins', published: true, translated_slug: 'blog/eins' };

describe('the change of a link', () => {
	it('is none where all is the same, or unknown before and after', () => {
		expect(changeOf(link(), link())).toBeUndefined();
		expect(changeOf(link({ position: undefined }), link({ position: undefined }))).toBeUndefined();
		expect(changeOf(link({ alternates: [german] }), link({ alternates: [german] }))).toBeUndefined();
	});

	it.each<[string, Partial<Link>, Partial<Link>]>([
		['slug went from "blog/one" to "blog/two"', {}, { slug: 'blog/two' }],
		['published went from true to false', {}, { published: false }],
		['position went from 10 to 20', {}, { position: 20 }],
		['path went from null to "home"', {}, { path: 'home' }],
		['the language de is new', {}, { alternates: [german] }],
		['the language de is gone', { alternates: [german] }, {}],
		[
			'published in de went from true to false',
			{ alternates: [german] },
			{ alternates: [{ ...german, published: false }] },
		],
	])('says: %s', (said, before, after) => {
		expect(changeOf(link(before), link(after))).toBe(said);
	});

	it('concerns the stories of its group where their alternates show it', () => {
		expect(concernsGroup(link(), link({ slug: 'blog/two' }))).toBe(true);
		expect(concernsGroup(link(), link({ position: 20, updated_at: '2025-01-01T00:00:00.000Z' }))).toBe(false);
	});

	it('cannot be told where a link has no date', () => {
		expect(isUndated(link(), 'published')).toBe(false);
		expect(isUndated(link({ updated_at: null }), 'published')).toBe(false);
		expect(isUndated(link({ updated_at: null }), 'draft')).toBe(true);
		expect(isUndated(link({ updated_at: null, published_at: null }), 'published')).toBe(true);
	});
});

describe('what is different between two indexes', () => {
	const row = (slug: string, digest: string): RowRecord => ({
		slug,
		digest,
		component: 'page',
		references: '',
		chunk: { hash: '', size: 1 },
		place: 0,
	});
	const record = (rows: Record<string, RowRecord>, more: Partial<Link> = {}): StoryRecord => ({
		link: link(more),
		group: null,
		others: [],
		rows: new Map(Object.entries(rows)),
		absent: new Map(),
	});

	it('is counted in rows, each once', () => {
		const before = new Map([
			['same', record({ default: row('a', '1'), de: row('a', '2') })],
			['changed', record({ default: row('b', '1'), de: row('b', '1') })],
			['moved', record({ default: row('c', '1') })],
			['elsewhere', record({ default: row('d', '1') })],
			['gone', record({ default: row('e', '1'), de: row('e', '1') })],
		]);
		const after = new Map([
			...[...before].filter(([uuid]) => uuid === 'same'),
			['changed', record({ default: row('b', '2'), fr: row('b', '1') })],
			['moved', record({ default: row('c2', '2') })],
			['elsewhere', record({ default: row('d', '1') }, { real_path: '/other' })],
			['new', record({ default: row('f', '1') })],
		]);
		const { counts, touched } = changesBetween(before, after);
		expect(counts).toEqual({ added: 2, changed: 1, moved: 2, removed: 3, unchanged: 2 });
		expect([...touched].sort()).toEqual(['changed', 'elsewhere', 'gone', 'moved', 'new']);
	});

	const indexes = fc
		.dictionary(
			fc.constantFrom('a', 'b', 'c', 'd'),
			fc.dictionary(
				fc.constantFrom('default', 'de'),
				fc.tuple(fc.constantFrom('x', 'y'), fc.constantFrom('1', '2')),
			),
		)
		.map(
			(stories) =>
				new Map(
					Object.entries(stories).map(([uuid, rows]) => [
						uuid,
						record(Object.fromEntries(Object.entries(rows).map(([lang, given]) => [lang, row(...given)]))),
					]),
				),
		);
	const rowsOf = (index: ReadonlyMap<string, StoryRecord>) =>
		[...index.values()].reduce((sum, { rows }) => sum + rows.size, 0);

	it('adds up to the rows of both', () => {
		fc.assert(
			fc.property(indexes, indexes, (before, after) => {
				const { counts, touched } = changesBetween(before, after);
				const { added, changed, moved, removed, unchanged } = counts;
				expect(added + changed + moved + unchanged).toBe(rowsOf(after));
				expect(removed + changed + moved + unchanged).toBe(rowsOf(before));
				expect(changesBetween(after, before).counts).toMatchObject({ added: removed, removed: added });
				expect(changesBetween(after, after).counts.unchanged).toBe(rowsOf(after));
				if (touched.size === 0) expect(unchanged).toBe(rowsOf(after));
			}),
			check,
		);
	});
});

describe('a hash of text', () => {
	it('is the first half of its SHA-256', async () => {
		expect(await textHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb924');
		expect(await textHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223');
		expect(await bytesHash(new TextEncoder().encode('ä'))).toBe(await textHash('ä'));
	});
});
