import { readFile } from 'node:fs/promises';
import { matchesGlob, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/imports.js';
import { namesOf, root, sourceOfSubPath, writtenNames } from './package.js';

it('the package exports these names, and no others', async () => {
	const names = await Promise.all(
		sourceOfSubPath.map(async (one) => `${one[0]}:\n\t${(await namesOf(one)).join('\n\t')}`),
	);
	expect(names.join('\n')).toMatchSnapshot();
});

it('the names in the text of an index are the names that the module exports', async () => {
	for (const one of sourceOfSubPath)
		if (['./wire', './client', './routing', './sync'].includes(one[0]))
			expect(writtenNames(await readFile(resolve(root, one[1]), 'utf8'))).toEqual(await namesOf(one));
});

const exportsAll = /^export\s+(?:type\s+)?\*/m;

it('every index names what it exports', async () => {
	expect(exportsAll.test("export { a } from './a.js';\nexport * from './b.js';")).toBe(true);
	const files = (await sourceFiles(root, 'packages')).filter(({ path }) => path.endsWith('/index.ts'));
	expect(files.length).toBeGreaterThan(3);
	expect(files.filter(({ text }) => exportsAll.test(text)).map(({ path }) => path)).toEqual([]);
});

it('the sub-paths of astro-keep that are no promise to sites say so', async () => {
	const folder = resolve(root, 'packages/astro-keep');
	const { exports } = JSON.parse(await readFile(resolve(folder, 'package.json'), 'utf8'));
	const doors = Object.entries<Record<string, string>>(exports).flatMap(([subPath, target]) =>
		['.', './content'].includes(subPath) ? [] : (target['slugline-source'] ?? []),
	);
	const sources = (await sourceFiles(root, 'packages')).filter(({ path }) =>
		doors.some((door) => matchesGlob(path, `**/astro-keep/${door.slice(2).replace('*', '**/*')}`)),
	);
	expect(sources.length).toBeGreaterThan(20);
	expect(sources.filter(({ text }) => !text.startsWith('/** @internal')).map(({ path }) => path)).toEqual([]);
});
