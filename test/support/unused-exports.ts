import ts from 'typescript';
import { type SourceFile, targetOf } from './imports.js';

/** What one file exports, and what it imports from others. */
interface Names {
	/** Names exported for run time, including those exported again from another file. */
	exported: string[];
	/** Names imported from another file, by its path; `*` for all of them. */
	taken: [path: string, name: string][];
}

const isExported = (node: ts.Node): boolean =>
	ts.canHaveModifiers(node) &&
	(ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);

/** The names that a declaration declares for run time. Types are left out: they name the shapes of what is exported. */
function declared(statement: ts.Statement): string[] {
	if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return [];
	if (ts.isVariableStatement(statement)) {
		return statement.declarationList.declarations.flatMap(({ name }) =>
			ts.isIdentifier(name)
				? [name.text]
				: name.elements.flatMap((element) =>
						ts.isBindingElement(element) && ts.isIdentifier(element.name) ? [element.name.text] : [],
					),
		);
	}
	const { name } = statement as ts.Statement & { name?: ts.Node };
	return name && ts.isIdentifier(name) ? [name.text] : [];
}

function namesOf({ path, text }: SourceFile): Names {
	const names: Names = { exported: [], taken: [] };
	const take = (specifier: ts.Expression | undefined, taken: string[]): void => {
		const target =
			specifier && ts.isStringLiteralLike(specifier) ? targetOf(path, specifier.text) : undefined;
		if (target !== undefined) names.taken.push(...taken.map((name): [string, string] => [target, name]));
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) {
			const bindings = node.importClause?.namedBindings;
			const isNamed = bindings && ts.isNamedImports(bindings);
			take(
				node.moduleSpecifier,
				isNamed ? bindings.elements.map((one) => (one.propertyName ?? one.name).text) : ['*'],
			);
		} else if (ts.isExportDeclaration(node)) {
			const clause = node.exportClause;
			const elements = clause && ts.isNamedExports(clause) ? [...clause.elements] : [];
			if (!node.isTypeOnly)
				names.exported.push(...elements.flatMap(({ name, isTypeOnly }) => (isTypeOnly ? [] : [name.text])));
			if (clause)
				take(
					node.moduleSpecifier,
					elements.map((one) => (one.propertyName ?? one.name).text),
				);
			else take(node.moduleSpecifier, ['*']);
		} else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
			take(node.arguments[0], ['*']);
		} else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
			take(node.argument.literal as ts.StringLiteral, ['*']);
		}
		if (isDeep) ts.forEachChild(node, visit);
	};
	// Only `import()` is anywhere but at the top.
	const isDeep = text.includes('import(');
	for (const statement of ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements) {
		if (isExported(statement)) names.exported.push(...declared(statement));
		visit(statement);
	}
	return names;
}

/**
 * Names exported for run time that no other file imports, as `path: name`.
 *
 * @param entries files that are imported from outside: all of their exports are used
 */
export function unusedExports(files: readonly SourceFile[], entries: ReadonlySet<string>): string[] {
	const read = files.map((file) => ({ path: file.path, ...namesOf(file) }));
	const used = new Set(read.flatMap(({ taken }) => taken.map(([path, name]) => `${path}: ${name}`)));
	return read
		.filter(({ path }) => !entries.has(path))
		.flatMap(({ path, exported }) =>
			used.has(`${path}: *`) ? [] : exported.map((name) => `${path}: ${name}`),
		)
		.filter((name) => !used.has(name))
		.sort();
}
