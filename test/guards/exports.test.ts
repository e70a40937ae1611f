import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/imports.js';
import { unusedExports } from '../support/unused-exports.js';
import { home, manifest, root, sourceOfSubPath } from './package.js';

/**
 * Files that the command, and the code of virtual modules, rewritten modules, and bundles import: its text names what it takes from
 * them.
 */
const namedInCode = [
	'packages/astro-keep/src/cli.ts',
	'packages/astro-keep/src/content.ts',
	'packages/astro-keep/src/main.ts',
	'packages/create-slugline/src/main.ts',
	`${home}/src/cli/main.ts`,
	`${home}/src/astro/browser/preview/index.ts`,
	'packages/astro-keep/src/content-store/read/current-store.ts',
	'packages/astro-keep/src/content-store/read/open-store.ts',
	`${home}/src/astro/preview-server/overlaid-store.ts`,
	'packages/astro-keep/src/entries/tracked.ts',
	`${home}/src/astro/page/rendering/linked-content.ts`,
	`${home}/src/astro/preview-server/loaders.ts`,
	`${home}/src/astro/preview-server/middleware.ts`,
	`${home}/src/astro/preview-server/render.ts`,
	`${home}/src/astro/server/middleware.ts`,
];

it('every export of a source file is imported somewhere', async () => {
	const src = [
		...(await sourceFiles(root, `${home}/src`)),
		...(await sourceFiles(root, 'packages/astro-keep/src')),
		...(await sourceFiles(root, 'packages/create-slugline/src')),
	];
	// The tests of a room import it directly.
	const tests = await sourceFiles(root, 'test');
	const entries = [...sourceOfSubPath.map(([, file]) => file), ...namedInCode];
	for (const entry of entries) expect(src.map(({ path }) => path)).toContain(entry);
	const entered = new Set([...entries, ...tests.map(({ path }) => path)]);
	expect(unusedExports([...src, ...tests], entered)).toEqual([]);
});

it('an unused export is found', () => {
	const files = [
		{
			path: 'src/a.ts',
			text: 'export const used = 1, unused = 2; export interface Shape {} export function all() {}',
		},
		{
			path: 'src/b.ts',
			text: "import { used as mine } from './a.js'; export { all as none, type Shape } from './a.js';",
		},
		{ path: 'src/index.ts', text: "export { one } from './c.js'; const d = () => import('./d.js');" },
		{ path: 'src/c.ts', text: 'export const one = 1; export type Two = 2;' },
		{ path: 'src/d.ts', text: 'export const lazy = 1;' },
	];
	expect(unusedExports(files, new Set(['src/index.ts']))).toEqual(['src/a.ts: unused', 'src/b.ts: none']);
});

it('package.json names its repository, without which npm refuses provenance', () => {
	const { url, ...rest } = manifest.repository;
	expect(url).toMatch(/^git\+https:\/\/github\.com\/[\w-]+\/[\w-]+\.git$/);
	expect(rest).toEqual({ type: 'git', directory: home });
});

it('the sources have the version of package.json', async () => {
	const { packageVersion }: { packageVersion: string } = await import(
		resolve(root, home, 'src/shared/version.ts')
	);
	expect(packageVersion).toBe(manifest.version);
});
