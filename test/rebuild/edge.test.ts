import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importsOf, sourceFiles } from '../support/imports.js';
import { reachedFrom } from '../support/rooms.js';

it('the rebuild hook imports nothing from Node, so that edge hosts can run it', async () => {
	const files = await sourceFiles(resolve(import.meta.dirname, '../..'), 'packages/astro-slugline/src');
	const reached = reachedFrom(files, 'packages/astro-slugline/src/rebuild/index.ts');
	expect(reached.size).toBeGreaterThan(20);
	const nodeImports = files
		.filter(({ path }) => reached.has(path))
		.flatMap((file) => importsOf(file).filter(({ kind }) => kind === 'static'))
		.filter(({ specifier }) => specifier.startsWith('node:'));
	expect(nodeImports).toEqual([]);
});
