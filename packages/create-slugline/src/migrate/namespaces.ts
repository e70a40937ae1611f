import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, isNameOfProperty } from './edited-source.js';

/**
 * Replaces `import * as sb` of these packages with imports of the names that are used, so that the rest of the migration has to
 * know one form.
 *
 * @returns the new text; undefined if there is no such import, or if it is used other than as `sb.name`
 */
export function namedImports(source: EditedSource, packages: RegExp): string | undefined {
	let isChanged = false;
	for (const declaration of source.imports(packages)) {
		const [namespace, ...others] = listOf(declaration['specifiers']);
		if (namespace?.type !== 'ImportNamespaceSpecifier' || others.length > 0) continue;
		const members = membersOf(source, nameOf(namespace['local']));
		if (!members) continue;
		isChanged = true;
		const locals = new Map<string, string>();
		for (const { node, name } of members) {
			const local = isTaken(source, name) ? `${name}OfStoryblok` : name;
			locals.set(name, local);
			source.replace(node, local);
		}
		const names = [...locals].map(([name, local]) => (name === local ? name : `${name} as ${local}`));
		const type = declaration['importKind'] === 'type' ? 'type ' : '';
		const from = source.textOf(declaration['source'] as Node);
		source.replace(declaration, `import ${type}{ ${names.join(', ')} } from ${from};`);
	}
	return isChanged ? source.edits.toString() : undefined;
}

/** Every `sb.name`; undefined if something else is done with `sb`, such as passing it on. */
function membersOf(source: EditedSource, namespace: string): { node: Node; name: string }[] | undefined {
	const members: { node: Node; name: string }[] = [];
	for (const use of source.uses(namespace)) {
		if (use.parent.type === 'ImportNamespaceSpecifier' || isNameOfProperty(use)) continue;
		const name = memberIn(use.node, use.parent);
		if (name === undefined) return undefined;
		members.push({ node: use.parent, name });
	}
	return members;
}

/** The `name` of `sb.name`, as a value, a type, or a tag. */
function memberIn(node: Node, parent: Node): string | undefined {
	const { type, object, property, left, right } = parent;
	const isMember = /^(?:JSX)?MemberExpression$/.test(type) && object === node && parent['computed'] !== true;
	if (isMember && isNode(property)) return nameOf(property);
	return type === 'TSQualifiedName' && left === node && isNode(right) ? nameOf(right) : undefined;
}

/** True for a name that the file uses for something of its own. */
const isTaken = (source: EditedSource, name: string): boolean =>
	source.uses(name).some((use) => !isNameOfProperty(use) && use.parent.type !== 'TSQualifiedName');
