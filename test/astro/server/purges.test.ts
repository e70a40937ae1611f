import type { RebuildEvent } from 'astro-slugline/rebuild';
import { expect, it } from 'vitest';
import { createGone } from '../../../packages/astro-slugline/src/astro/server/purge/gone.js';
import { createPurgeLog } from '../../../packages/astro-slugline/src/astro/server/purge/purge-log.js';
import { createRepurger } from '../../../packages/astro-slugline/src/astro/server/purge/repurge.js';
import {
	callsOf,
	coarse,
	listTag,
	pageTag,
	pageTags,
	purgedBy,
} from '../../../packages/astro-slugline/src/astro/server/purge/tags.js';

const event = (fields: Partial<RebuildEvent>): RebuildEvent => ({
	...{ triggers: ['story.published'], stories: [], datasources: [], assets: [], more: false },
	...{ calls: 1, spaceVersion: null, attempt: 1, ...fields },
});

it('purges a story, the lists around it in every language, and nothing else', () => {
	const tags = purgedBy(event({ stories: [{ id: 7, slug: 'de/blog/2026/hello' }] }));
	expect(tags).toContain('story:7');
	expect(tags).toContain(listTag('/blog/2026/'));
	expect(tags).toContain(listTag('de/blog'));
	expect(tags).toContain('stories');
	expect(tags).not.toContain('space');
	expect(tags).not.toContain(listTag('news'));
});

it('purges pages that are gone at once, and those of a flood together and few at a time', () => {
	const gone = createGone(30_000);
	expect(gone('page:/a', 0)).toEqual(['page:/a']);
	for (let number = 0; number < 500; number++) expect(gone(`page:/${number}`, 29_999)).toEqual([]);
	expect(gone('page:/b', 30_000)).toHaveLength(100);
	expect(gone('page:/b', 60_000)).toEqual(['page:/b']);
	expect(pageTag('/list?in=a,b')).toBe('page:/list?in=a%2Cb');
	expect(pageTag(`/${'a'.repeat(2000)}`)).toHaveLength(200);
});

it('purges everything for an event that does not name all', () => {
	expect(purgedBy(event({ stories: [{ id: null, slug: 'hello' }] }))).toContain('space');
	expect(purgedBy(event({ triggers: ['asset.replaced'], assets: [1] }))).toContain('space');
	expect(purgedBy(event({ triggers: ['release.merged'], more: true }))).toContain('space');
	expect(purgedBy(event({ triggers: ['datasource.entries_updated'], datasources: ['a'] }))).toEqual([
		'datasource:a',
		'datasources',
	]);
});

it('writes tags that every host accepts, whatever slugs and datasources are called', () => {
	const slug = 'a,b c/ü€/\u{1f600}/"x"/%/\\/\t\n'.repeat(3);
	const tags = purgedBy(event({ stories: [{ id: 1, slug }], datasources: ['ö, ä'] }));
	for (const tag of [...tags, listTag(slug)]) expect(tag).toMatch(/^[\x21-\x2b\x2d-\x7e]{1,1024}$/);
});

it('has at most 100 tags on a page, which every purge of a dropped one covers', () => {
	const stories = Array.from({ length: 10_000 }, (_, id) => `story:${id}`);
	const sources = Array.from({ length: 150 }, (_, at) => `datasource:${at}`);
	expect(pageTags([...stories.slice(0, 50), 'space'])).toHaveLength(51);
	expect(pageTags([...stories, 'list:blog', 'datasource:x', 'space'])).toEqual([
		'datasources',
		'space',
		'stories',
	]);
	expect(pageTags([...sources, 'space'])).toEqual(['datasources', 'space']);
});

it('purges 10,000 stories in one call, and 500 tags in five', () => {
	const many = event({ stories: Array.from({ length: 10_000 }, (_, id) => ({ id, slug: `blog/${id}` })) });
	expect(purgedBy(many)).toEqual(['space', 'stories']);
	expect(
		callsOf(coarse(Array.from({ length: 500 }, (_, id) => `story:${id}`))).map(({ length }) => length),
	).toEqual([100, 100, 100, 100, 100]);
});

it('knows a purge by its number', () => {
	const purges = createPurgeLog();
	const before = purges.count();
	purges.add(['story:1']);
	expect(purges.purgedSince(before, ['story:1', 'space'])).toBe(true);
	expect(purges.purgedSince(before, ['story:2', 'space'])).toBe(false);
	expect(purges.purgedSince(purges.count(), ['story:1'])).toBe(false);
});

const routes = { routes: {}, alternates: [[]], languages: [] };

/** A repurger whose time is the sum of what it slept. */
function repurger(snapshotAt: (ms: number) => number, refuse = false) {
	let now = 0;
	const purged: [ms: number, tags: string[]][] = [];
	const errors: unknown[] = [];
	const { repurge } = createRepurger({
		snapshot: async () => snapshotAt(now),
		routes: async () => routes,
		async purge(tags) {
			purged.push([now, tags]);
			if (refuse) throw new Error('refused');
		},
		built: routes,
		sleep: async (ms) => {
			now += ms;
		},
		onError: (error) => errors.push(error),
	});
	return { repurge, purged, errors };
}

it('purges again when the snapshot moves, and when no process has an older one', async () => {
	const { repurge, purged } = repurger((ms) => (ms < 1500 ? 1 : 2));
	await repurge(['story:7']);
	expect(purged.map(([ms]) => ms)).toEqual([150, 2000, 5500]);
	purged.length = 0;
	await repurge(['story:7']);
	expect(purged.map(([ms]) => ms - 8000)).toEqual([3500]);
});

it('goes on while the host refuses, and gives up after ten minutes', async () => {
	const { repurge, purged, errors } = repurger(() => 1, true);
	await repurge(['story:7']);
	expect(purged.length).toBeGreaterThan(40);
	expect(errors).toHaveLength(purged.length);
	expect(purged.at(-1)?.[0]).toBeGreaterThan(10 * 60_000 - 30_000);
});

it('follows calls that come meanwhile to their own end', async () => {
	const { repurge, purged } = repurger(() => 1);
	const first = repurge(['story:1']);
	await Promise.all([first, repurge(['story:2'])]);
	expect(purged.at(-1)?.[1]).toEqual(['story:2']);
});
