import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/imports.js';
import { root, sourceOfSubPath } from './package.js';

/** The names that an index exports at run time, read from its text. */
function writtenNames(text: string): string[] {
	const names: string[] = [];
	for (const statement of ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest).statements) {
		if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) continue;
		if (!statement.exportClause || !ts.isNamedExports(statement.exportClause)) continue;
		for (const { name, isTypeOnly } of statement.exportClause.elements)
			if (!isTypeOnly) names.push(name.text);
	}
	return names.sort();
}

/** The sub-paths for pages. They import modules that exist only in an Astro build, so their text is read. */
const ofPages = ['./paths', './content', './rendering', './live'];

/** The names that a sub-path exports. */
async function namesOf(subPath: string, file: string): Promise<string[]> {
	if (ofPages.includes(subPath)) return writtenNames(await readFile(file, 'utf8'));
	const module: Record<string, unknown> = await import(file);
	return Object.keys(module).sort();
}

const subPaths = sourceOfSubPath
	.map(([subPath, file]): [subPath: string, file: string] => [subPath, resolve(root, file)])
	.filter(([, file]) => existsSync(file));

it.each(subPaths)('the sub-path %s exports these names, and no others', async (subPath, file) => {
	expect((await namesOf(subPath, file)).join('\n')).toMatchSnapshot();
});

it('the names in the text of an index are the names that the module exports', async () => {
	for (const [subPath, file] of subPaths)
		if (['./wire', './client', './routing', './sync'].includes(subPath))
			expect(writtenNames(await readFile(file, 'utf8'))).toEqual(await namesOf(subPath, file));
});

const exportsAll = /^export\s+(?:type\s+)?\*/m;

it('every index names what it exports', async () => {
	expect(exportsAll.test("export { a } from './a.js';\nexport * from './b.js';")).toBe(true);
	const files = (await sourceFiles(root, 'packages/astro-slugline/src')).filter(({ path }) =>
		path.endsWith('/index.ts'),
	);
	expect(files.length).toBeGreaterThan(3);
	expect(files.filter(({ text }) => exportsAll.test(text)).map(({ path }) => path)).toEqual([]);
});
