import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import ts from 'typescript';

/** A source file, its path relative to the repository with `/` between the parts. */
export interface SourceFile {
	path: string;
	text: string;
}

/** One import of a file: `type` ones are gone when it runs, `dynamic` ones happen only when asked for. */
export interface Import {
	specifier: string;
	kind: 'static' | 'dynamic' | 'type';
}

const skipped = new Set(['node_modules', 'dist', '.astro', 'fixtures', 'test-results']);
const source = /\.(?:ts|mts|js|mjs|astro)$/;

/** Every source file below a folder of the repository. */
export async function sourceFiles(root: string, folder: string): Promise<SourceFile[]> {
	const files: SourceFile[] = [];
	for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
		const path = `${folder}/${entry.name}`;
		if (entry.isDirectory() && !skipped.has(entry.name)) files.push(...(await sourceFiles(root, path)));
		if (entry.isFile() && source.test(entry.name)) {
			files.push({ path: path.split(sep).join('/'), text: await readFile(join(root, path), 'utf8') });
		}
	}
	return files;
}

/** The scripts of an Astro file: what is between the fences, and in `<script>` elements. */
export function scriptsOf({ path, text }: SourceFile): string[] {
	if (!path.endsWith('.astro')) return [text];
	const fence = /^\s*---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
	const elements = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);
	return [fence, ...elements];
}

const literal = (node: ts.Node | undefined): string | undefined =>
	node && ts.isStringLiteralLike(node) ? node.text : undefined;

function importOf(node: ts.Node): Import | undefined {
	const found = (specifier: string | undefined, kind: Import['kind']): Import | undefined =>
		specifier === undefined ? undefined : { specifier, kind };
	if (ts.isImportDeclaration(node)) {
		const isType = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
		return found(literal(node.moduleSpecifier), isType ? 'type' : 'static');
	}
	if (ts.isExportDeclaration(node))
		return found(literal(node.moduleSpecifier), node.isTypeOnly ? 'type' : 'static');
	if (ts.isImportTypeNode(node)) {
		return ts.isLiteralTypeNode(node.argument) ? found(literal(node.argument.literal), 'type') : undefined;
	}
	if (ts.isExternalModuleReference(node)) return found(literal(node.expression), 'static');
	if (!ts.isCallExpression(node)) return undefined;
	const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
	const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
	return isImport || isRequire
		? found(literal(node.arguments[0]), isImport ? 'dynamic' : 'static')
		: undefined;
}

const parsed = new WeakMap<SourceFile, Import[]>();

/** What a file imports, in its order. Each file is parsed once. */
export function importsOf(file: SourceFile): Import[] {
	const found = parsed.get(file) ?? readImports(file);
	parsed.set(file, found);
	return found;
}

function readImports(file: SourceFile): Import[] {
	const imports: Import[] = [];
	for (const script of scriptsOf(file)) {
		// Only `import()` and `require()` are anywhere but at the top.
		const isDeep = /\b(?:import|require)\s*\(/.test(script);
		const visit = (node: ts.Node): void => {
			const found = importOf(node);
			if (found) imports.push(found);
			if (isDeep) ts.forEachChild(node, visit);
		};
		for (const statement of ts.createSourceFile('script.ts', script, ts.ScriptTarget.Latest).statements)
			visit(statement);
	}
	return imports;
}

const engine: { exports: Record<string, string | Record<string, string>> } = JSON.parse(
	await readFile(new URL('../../packages/astro-keep/package.json', import.meta.url), 'utf8'),
);

/** The file behind a sub-path of the engine; undefined for other specifiers. */
function engineFile(specifier: string): string | undefined {
	const [, subPath] = /^astro-keep(|\/.+)$/.exec(specifier) ?? [];
	const name = /^\/shared\/(.+)/.exec(subPath ?? '')?.[1];
	const target = engine.exports[name === undefined ? `.${subPath}` : './shared/*'];
	if (subPath === undefined || target === undefined || typeof target === 'string') return undefined;
	return target['slugline-source']?.replace('.', 'packages/astro-keep').replace('*', name ?? '*');
}

/** Turns a specifier of our own files into the path of the file it means; undefined for another package. */
export function targetOf(from: string, specifier: string): string | undefined {
	if (/^astro-keep(?:\/|$)/.test(specifier)) return engineFile(specifier);
	if (!/^\.{0,2}(?:\/|$)/.test(specifier)) return undefined;
	const parts = from.split('/').slice(0, -1);
	for (const part of specifier.split('/')) {
		if (part === '..') parts.pop();
		else if (part !== '.') parts.push(part);
	}
	return parts.join('/').replace(/\.js$/, '.ts');
}
