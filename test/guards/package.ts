import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import ts from 'typescript';

/** The folder of the workspace. */
export const root = resolve(import.meta.dirname, '../..');

/** The folder of the package, below the workspace. */
export const home = 'packages/astro-slugline';

export const manifest: {
	version: string;
	repository: { type: string; url: string; directory: string };
	exports: Record<string, string | Record<string, string>>;
	dependencies: Record<string, string>;
	peerDependencies: Record<string, string>;
} = JSON.parse(await readFile(resolve(root, home, 'package.json'), 'utf8'));

/** The sub-paths that export code, and the source file of each, below the workspace. */
export const sourceOfSubPath = Object.entries(manifest.exports).flatMap(
	([subPath, target]): [subPath: string, file: string][] => {
		const file = typeof target === 'string' ? undefined : target['slugline-source'];
		return file === undefined ? [] : [[subPath, file.replace('./', `${home}/`)]];
	},
);

/** The names that an index exports at run time, read from its text. */
export function writtenNames(text: string): string[] {
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

/** The names that a sub-path exports at run time. */
export async function namesOf([subPath, file]: [subPath: string, file: string]): Promise<string[]> {
	if (ofPages.includes(subPath)) return writtenNames(await readFile(resolve(root, file), 'utf8'));
	const module: Record<string, unknown> = await import(resolve(root, file));
	return Object.keys(module).sort();
}
