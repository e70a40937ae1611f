import { SluglineServiceError, SluglineUsageError } from 'astro-slugline/client';
import type { SyncedSpace } from 'astro-slugline/sync';
import { expect, it } from 'vitest';
import {
	createProgress,
	originOf,
	syncLine,
	withOrigins,
} from '../../../packages/astro-slugline/src/astro/session/report.js';

const summary = {
	...{ kind: 'full', requests: 5, bytes: 2400, waitedMs: 0, ms: 260 },
	...{ added: 0, changed: 0, moved: 0, removed: 0, unchanged: 0 },
};

const line = (more: object, cv: number | null = 7) =>
	syncLine(
		{
			...{ cv, space: { id: 1, name: 'Small' }, counts: { stories: 2, rows: 3, folders: 0 } },
			summary: { ...summary, ...more },
		} as unknown as SyncedSpace,
		'./space',
	);

it('summarizes the result and the cost of a sync in one line', () => {
	expect([
		line({}),
		line({ kind: 'unchanged', requests: 1 }),
		line({ kind: 'partial', added: 1, removed: 2, unchanged: 9, waitedMs: 1500 }),
		line({ kind: 'partial' }),
		line({ kind: 'cached', requests: 0, bytes: 0 }, null),
	]).toMatchInlineSnapshot(`
		[
		  "Small, cv 7: all 2 stories and 1 translation (5 requests, 3 kB, 0.3 s) from ./space",
		  "Small, cv 7: unchanged, 2 stories and 1 translation (1 request, 3 kB, 0.3 s) from ./space",
		  "Small, cv 7: 1 added, 2 removed, 9 unchanged (5 requests, 3 kB, 1.5 s waited, 0.3 s) from ./space",
		  "Small, cv 7: nothing changed (5 requests, 3 kB, 0.3 s) from ./space",
		  "Small, drafts: built from the cached state, not synced (0 requests, 0 kB, 0.3 s)",
		]
	`);
});

it('names the folder that content comes from', () => {
	expect(originOf({ kind: 'folder', folder: '/site/content' }, './content', '')).toBe('./content');
});

it('shows progress at most every three seconds, and none for a short sync', () => {
	let now = 0;
	const said: string[] = [];
	const progress = createProgress(
		(text) => said.push(text),
		() => now,
	);
	progress.begin();
	for (now = 1000; now <= 7000; now += 1000) progress.show({ done: now / 1000, total: 9, what: 'Stories' });
	expect(said).toEqual(['Stories: 3 of 9', 'Stories: 6 of 9']);
});

it('says where a refused token and an address come from', () => {
	const source = {
		kind: 'service',
		token: 'secret',
		tokenName: 'the variable STORYBLOK_TOKEN',
		placeName: 'SLUGLINE_BASE_URL',
	} as const;
	const said = (kind: 'status' | 'network', status?: number) => {
		const details = { kind, status, method: 'GET', address: '', words: '', hint: 'Check it.', attempts: 1 };
		return String(withOrigins(new SluglineServiceError('It failed.', details), source));
	};
	expect([
		said('status', 401),
		said('status', 404),
		said('status', 500),
		said('network'),
	]).toMatchInlineSnapshot(`
			[
			  "SluglineServiceError: It failed. Check it. The token comes from the variable STORYBLOK_TOKEN.",
			  "SluglineServiceError: It failed. Check it. The token comes from the variable STORYBLOK_TOKEN. The address comes from the variable SLUGLINE_BASE_URL.",
			  "SluglineServiceError: It failed. Check it.",
			  "SluglineServiceError: It failed. Check it. The address comes from the variable SLUGLINE_BASE_URL.",
			]
		`);
	const token = new SluglineUsageError('`token` contains a space.');
	expect(String(withOrigins(token, source))).toBe(
		'SluglineUsageError: The token of the variable STORYBLOK_TOKEN cannot be used: `token` contains a space.',
	);
	const other = new Error('Not of a request');
	expect(withOrigins(other, source)).toBe(other);
});
