import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { sourceFiles } from '../support/imports.js';

const root = resolve(import.meta.dirname, '../..');
const home = resolve(root, 'packages/astro-slugline');

/** The doors with code behind them, and the file that each opens to. */
async function doorFiles(): Promise<[door: string, file: string][]> {
	const manifest: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
		await readFile(resolve(home, 'package.json'), 'utf8'),
	);
	return Object.entries(manifest.exports).flatMap(([door, target]) => {
		const file = typeof target === 'string' ? undefined : target['slugline-source'];
		return file === undefined ? [] : [[door, resolve(home, file)]];
	});
}

/** The names that a table of contents exports at run time, read from its text. */
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

/** The doors of pages: they import modules that exist only in an Astro build, so their text is read. */
const ofPages = ['./paths', './content', './rendering'];

/** What importing a door gives. */
async function namesOf(door: string, file: string): Promise<string[]> {
	if (ofPages.includes(door)) return writtenNames(await readFile(file, 'utf8'));
	const module: Record<string, unknown> = await import(file);
	return Object.keys(module).sort();
}

const doors = (await doorFiles()).filter(([, file]) => existsSync(file));

it.each(doors)('the door %s exports these names, and no others', async (door, file) => {
	expect((await namesOf(door, file)).join('\n')).toMatchSnapshot();
});

it('the written names are the ones that a module has', async () => {
	for (const [door, file] of doors) {
		if (!['./wire', './client', './routing', './sync'].includes(door)) continue;
		expect(writtenNames(await readFile(file, 'utf8'))).toEqual(await namesOf(door, file));
	}
	const text =
		"export { a, type B, c as d } from './x.js'; export type { E } from './y.js'; export * from './z.js';";
	expect(writtenNames(text)).toEqual(['a', 'd']);
});

const exportsAll = /^export\s+(?:type\s+)?\*/m;

it('a table of contents names what it exports', async () => {
	expect(exportsAll.test("export { a } from './a.js';\nexport * from './b.js';")).toBe(true);
	const files = (await sourceFiles(root, 'packages/astro-slugline/src')).filter(({ path }) =>
		path.endsWith('/index.ts'),
	);
	expect(files.length).toBeGreaterThan(3);
	expect(files.filter(({ text }) => exportsAll.test(text)).map(({ path }) => path)).toEqual([]);
});
