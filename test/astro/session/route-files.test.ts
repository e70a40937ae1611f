import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import type { SpaceRoutes } from '../../../packages/astro-slugline/src/astro/page/data/index.js';
import {
	openRoutes,
	readRoutes,
} from '../../../packages/astro-slugline/src/astro/session/routes/route-files.js';
import { createTestFolder } from '../../support/test-folder.js';

let url: URL;
beforeEach(async () => {
	({ url } = await createTestFolder());
	made = 0;
});

/** Stands in for the routes of a space, which the files do not look into. */
const routes = { home: '/de/blog/eins/' } as unknown as SpaceRoutes;

let made = 0;
const make = () => {
	made += 1;
	return { routes, count: 3, warnings: ['a warning'] };
};
it('computes the routes of a key once, and stores their warnings with them', async () => {
	const first = await openRoutes(url, 'default', 'a', make);
	expect(first).toMatchObject({ count: 3, warnings: ['a warning'] });
	expect(readRoutes(first)).toEqual(routes);
	expect(await openRoutes(url, 'default', 'a', make)).toEqual(first);
	expect(made).toBe(1);
});

const damages: [string, (file: string, text: string) => Promise<void>][] = [
	['missing', (file) => rm(file)],
	['truncated', (file, text) => writeFile(file, text.slice(0, -4))],
	['changed', (file, text) => writeFile(file, text.replace('eins', 'zwei'))],
	['only one line long', (file, text) => writeFile(file, text.split('\n')[0] ?? '')],
	['empty', (file) => writeFile(file, '')],
];

it.each(damages)('computes the routes again if the file is %s', async (_what, damage) => {
	const { file } = await openRoutes(url, 'default', 'a', make);
	const text = await readFile(file, 'utf8');
	await damage(fileURLToPath(file), text);
	expect(readRoutes(await openRoutes(url, 'default', 'a', make))).toEqual(routes);
	expect(made).toBe(2);
	expect(await readFile(file, 'utf8')).toBe(text);
});

it('keeps the routes of the last four keys for each integration', async () => {
	await openRoutes(url, 'shop', 'a', make);
	for (const [at, key] of ['a', 'b', 'c', 'd'].entries()) {
		const { file } = await openRoutes(url, 'blog', key, make);
		await utimes(file, at, at);
	}
	// A file that was used again is not the one to remove.
	await openRoutes(url, 'blog', 'a', make);
	await openRoutes(url, 'blog', 'e', make);
	expect((await readdir(url)).sort()).toEqual([
		...['a', 'c', 'd', 'e'].map((key) => `routes-blog.${key}.json`),
		'routes-shop.a.json',
	]);
});
