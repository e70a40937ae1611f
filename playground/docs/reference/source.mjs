// Reads the package's source: which names it exports, how they are declared, and what their comments say.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const home = fileURLToPath(new URL('../../../packages/astro-slugline/', import.meta.url));

const files = new Map();

/** The syntax tree of a TypeScript file. */
export function parse(path, text = readFileSync(path, 'utf8')) {
	const tree = files.get(path) ?? ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	files.set(path, tree);
	return tree;
}

/** The public sub-paths with code behind them: `['astro-slugline/client', '/…/src/client/index.ts']`. */
export function doors() {
	const { exports } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
	return Object.entries(exports).flatMap(([door, target]) => {
		const file = typeof target === 'string' ? undefined : target['slugline-source'];
		return file ? [[`astro-slugline${door.slice(1)}`, join(home, file)]] : [];
	});
}

/** Everything that a file exports, as `{ name, node }`, where `node` is the declaration, in whichever file it is. */
export function exportsOf(path) {
	const found = [];
	for (const statement of parse(path).statements) {
		if (
			ts.isExportDeclaration(statement) &&
			statement.exportClause &&
			ts.isNamedExports(statement.exportClause)
		) {
			const source = statement.moduleSpecifier && fileOf(statement.moduleSpecifier.text, path);
			for (const { name, propertyName } of statement.exportClause.elements) {
				const node = source
					? declarationIn(source.replace(/\.js$/, '.ts'), (propertyName ?? name).text)
					: declarationIn(path, (propertyName ?? name).text);
				found.push({ name: name.text, node });
			}
		} else if (isExported(statement)) {
			for (const [name, node] of declared(statement)) found.push({ name, node });
		}
	}
	return found;
}

/** The file of an import; what pages import of the engine is there by its sub-path. */
const fileOf = (specifier, from) =>
	specifier.startsWith('astro-keep/')
		? join(home, '../astro-keep/src', `${specifier.slice('astro-keep/'.length)}.ts`)
		: resolve(dirname(from), specifier);

/** The declaration of a name in a file, or in the file that it is passed on from. */
function declarationIn(path, name) {
	if (!existsSync(path)) return undefined;
	for (const statement of parse(path).statements)
		for (const [own, node] of declared(statement)) if (own === name) return node;
	return exportsOf(path).find((one) => one.name === name)?.node;
}

const isExported = (statement) =>
	ts.canHaveModifiers(statement) &&
	ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function declared(statement) {
	if (ts.isVariableStatement(statement))
		return statement.declarationList.declarations.map((node) => [node.name.getText(), node]);
	return statement.name && !ts.isModuleDeclaration(statement) ? [[statement.name.text, statement]] : [];
}

/** What a comment says: its text, and its tags by name. */
export function commentOf(node) {
	const owner = ts.isVariableDeclaration(node) ? node.parent.parent : node;
	const [comment] = ts.getJSDocCommentsAndTags(owner).filter(ts.isJSDoc).slice(-1);
	const tags = {};
	for (const tag of comment?.tags ?? []) {
		const name = tag.name && ts.isJSDocParameterTag(tag) ? `\`${tag.name.getText()}\` ` : '';
		const type = tag.typeExpression ? `${tag.typeExpression.getText().replace(/^\{|\}$/g, '')}: ` : '';
		tags[tag.tagName.text] ??= [];
		tags[tag.tagName.text].push(`${type}${name}${textOf(tag.comment)}`.trim());
	}
	return { text: textOf(comment?.comment), tags };
}

const textOf = (comment) =>
	(ts.getTextOfJSDocComment(comment) ?? '').replace(/\{@link (\S+?)\}/g, '`$1`').trim();
