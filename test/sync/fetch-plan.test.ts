import type { Link } from 'astro-slugline/wire';
import { expect, it } from 'vitest';
import { createFetchPlan } from '../../packages/astro-slugline/src/sync/delta/fetch-plan.js';
import type { StoryRecord } from '../../packages/astro-slugline/src/sync/model/space-index.js';

const date = '2026-01-01T00:00:00+0000';

const linkOf = (id: number, changes: Partial<Link> = {}) =>
	({
		...{ id, uuid: `uuid-${id}`, slug: `story-${id}`, name: `Story ${id}`, parent_id: 0, position: id },
		...{ published: true, is_folder: false, updated_at: date, published_at: date, alternates: [] },
		...changes,
	}) as unknown as Link;

const rowOf = (slug: string) => ({
	...{ slug, component: 'page', digest: '', references: '' },
	...{ chunk: { hash: '', size: 1 }, position: 0 },
});

const recordOf = (link: Link, changes: Partial<StoryRecord> = {}): StoryRecord => ({
	...{ link, group: null, others: [], absent: new Map() },
	rows: new Map([['default', rowOf(link.slug)]]),
	...changes,
});

type Plan = Partial<Parameters<typeof createFetchPlan>[0]>;

/** What a round fetches, and why, if the index is of one moment and the links are of a later one. */
function planned(records: readonly StoryRecord[], links: readonly Link[], changes: Plan = {}) {
	const reasons: string[] = [];
	const { queue } = createFetchPlan({
		links: new Map(links.map((link) => [link.uuid, link])),
		index: new Map(records.map((record) => [record.link.uuid, record])),
		...{ version: 'published', hasReadLinks: true, staleRows: [], fetched: undefined },
		...{ langsOf: () => ['default'], isRequested: () => false },
		explain: (link, reason) => reasons.push(`${link.slug}: ${reason}`),
		...changes,
	});
	expect(queue.take(['default'])?.uuids.length ?? 0).toBe(reasons.length);
	return reasons;
}

const one = linkOf(1);

it('fetches nothing if nothing changed', () => {
	expect(planned([recordOf(one)], [one])).toEqual([]);
});

it.each<[what: string, record: StoryRecord | undefined, link: Link, changes: Plan, reason: string]>([
	['new', undefined, one, {}, 'it is new'],
	['renamed', recordOf(one), linkOf(1, { name: 'One' }), {}, 'name went from "Story 1" to "One"'],
	['named', recordOf(one), one, { isRequested: () => true }, 'it was named'],
	[
		'undated',
		recordOf(linkOf(1, { updated_at: null, published_at: null })),
		linkOf(1, { updated_at: null, published_at: null }),
		{},
		'its link has no date',
	],
	[
		'marked as stale',
		recordOf(one, { rows: new Map([['default', { ...rowOf('story-1'), staleAtCv: 7 }]]) }),
		one,
		{},
		'its content may be older than its link',
	],
	['in a new language', recordOf(one, { rows: new Map() }), one, {}, 'default was not cached'],
	[
		'missing once',
		recordOf(one, { rows: new Map(), absent: new Map([['default', { cv: 7, isConfirmed: false }]]) }),
		one,
		{},
		'it had no content in default',
	],
	['stale', recordOf(one), one, { staleRows: [{ uuid: 'uuid-1', reason: 'it is old' }] }, 'it is old'],
])('fetches a story that is %s', (_, record, link, changes, reason) => {
	expect(planned(record ? [record] : [], [link], changes)).toEqual([`story-1: ${reason}`]);
});

it('does not fetch what another snapshot has confirmed to be missing', () => {
	const absent = new Map([['default', { cv: 7, isConfirmed: true }]]);
	expect(planned([recordOf(one, { rows: new Map(), absent })], [one])).toEqual([]);
});

it('fetches the group of a story whose name changed, or that is gone', () => {
	const group = [one, linkOf(2)].map((link) => recordOf(link, { group: 'g' }));
	expect(planned(group, [linkOf(1, { name: 'One' }), linkOf(2)])).toEqual([
		'story-1: name went from "Story 1" to "One"',
		'story-2: story-1, of the same group, changed',
	]);
	expect(planned(group, [linkOf(2)])).toEqual(['story-2: story-1, of the same group, changed']);
});
