import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { scriptsOf, targetOf } from './imports.js';

/** True for a node with a doc comment that has more than tags. */
const isDocumented = (node: ts.Node): boolean =>
	ts.getJSDocCommentsAndTags(node).some((doc) => ts.isJSDoc(doc) && Boolean(doc.comment));

const isFunction = (node: ts.Node): boolean =>
	ts.isFunctionDeclaration(node) ||
	(ts.isVariableDeclaration(node) && node.initializer !== undefined && ts.isArrowFunction(node.initializer));

const hasExample = (node: ts.Node): boolean =>
	ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'example');

const nameOf = (node: ts.Node): string =>
	(node as { name?: ts.Node }).name?.getText() ?? (ts.isCallSignatureDeclaration(node) ? '()' : '');

function byName(nodes: readonly ts.Node[]): Map<string, ts.Node[]> {
	const named = new Map<string, ts.Node[]>();
	for (const node of nodes) named.set(nameOf(node), [...(named.get(nameOf(node)) ?? []), node]);
	return named;
}

const hasModifier = (node: ts.Node, modifier: ts.ModifierFlags): boolean =>
	Boolean(ts.getCombinedModifierFlags(node as ts.Declaration) & modifier);

/** Types whose fields a user fills in. */
const isFilledIn = (name: string): boolean => /(?:Options|Query|Props)$/.test(name);

const isMethod = (node: ts.Node): boolean =>
	ts.isMethodSignature(node) ||
	ts.isMethodDeclaration(node) ||
	ts.isCallSignatureDeclaration(node) ||
	(ts.isPropertySignature(node) && node.type !== undefined && ts.isFunctionTypeNode(node.type));

/** The parts of a declaration that need a doc comment: methods, and the fields of what a user fills in. */
function partsOf(node: ts.Node): readonly ts.Node[] {
	const isType = ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type);
	const members: readonly ts.Node[] =
		ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)
			? node.members
			: isType
				? (node.type as ts.TypeLiteralNode).members
				: [];
	return members.filter((member) => {
		const name = (member as { name?: ts.Node }).name;
		if (hasModifier(member, ts.ModifierFlags.Private) || (name && ts.isPrivateIdentifier(name))) return false;
		if (ts.isIndexSignatureDeclaration(member) || ts.isConstructorDeclaration(member)) return false;
		return isMethod(member) || (isFilledIn(nameOf(node)) && !ts.isClassDeclaration(node));
	});
}

/** What has no doc comment in a declaration: `name` itself, and `name.part`. Overloads share the comment of one of them. */
function missingIn(name: string, declarations: readonly ts.Node[]): string[] {
	const statements = declarations.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
	const missing = statements.some(isDocumented) ? [] : [name];
	const isWithoutExample = declarations.some(isFunction) && !statements.some(hasExample);
	if (missing.length === 0 && isWithoutExample) missing.push(`${name} (no @example)`);
	const parts = byName(declarations.flatMap(partsOf));
	for (const [part, overloads] of parts) if (!overloads.some(isDocumented)) missing.push(`${name}.${part}`);
	return missing;
}

/**
 * Public names without a doc comment, and functions without an example in it, as `path: name` and `path: name.part`. Parts are methods, and the fields of types that
 * end in `Options`, `Query`, or `Props`.
 *
 * @param root folder of the repository
 * @param path of an entry, a table of contents, or an Astro file, relative to `root`
 * @param wanted the names that count; by default all that the file exports
 */
export async function undocumented(
	root: string,
	path: string,
	wanted?: ReadonlySet<string>,
): Promise<string[]> {
	const [script = ''] = scriptsOf({ path, text: await readFile(join(root, path), 'utf8') });
	const { statements } = ts.createSourceFile(path, script, ts.ScriptTarget.Latest, true);
	const counts = (name: string) => wanted?.has(name) ?? true;
	const declared = byName(
		statements.flatMap((one): ts.Node[] =>
			ts.isVariableStatement(one) ? [...one.declarationList.declarations] : [one],
		),
	);
	const missing: string[] = [];
	for (const [name, declarations] of declared) {
		const isExported = declarations.some((node) => hasModifier(node, ts.ModifierFlags.Export));
		if (isExported && counts(name))
			missing.push(...missingIn(name, declarations).map((one) => `${path}: ${one}`));
	}
	for (const { exportClause, moduleSpecifier } of statements.filter(ts.isExportDeclaration)) {
		if (!exportClause || !ts.isNamedExports(exportClause)) continue;
		if (!moduleSpecifier || !ts.isStringLiteralLike(moduleSpecifier)) continue;
		const target = targetOf(path, moduleSpecifier.text);
		const names = exportClause.elements.flatMap(({ name, propertyName }) =>
			counts(name.text) ? [(propertyName ?? name).text] : [],
		);
		if (target !== undefined && names.length > 0)
			missing.push(...(await undocumented(root, target, new Set(names))));
	}
	return missing;
}

/** Fields of the schemas in a file, `z.strictObject({ … })`, that have no doc comment. */
export async function undocumentedFields(root: string, path: string): Promise<string[]> {
	const text = await readFile(join(root, path), 'utf8');
	const missing: string[] = [];
	const look = (node: ts.Node): void => {
		const isSchema = ts.isCallExpression(node) && /^z\s*\.strictObject$/.test(node.expression.getText());
		const shape = isSchema ? node.arguments[0] : undefined;
		if (shape && ts.isObjectLiteralExpression(shape))
			missing.push(...shape.properties.filter((field) => !isDocumented(field)).map(nameOf));
		ts.forEachChild(node, look);
	};
	look(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
	return missing.map((name) => `${path}: ${name}`);
}
