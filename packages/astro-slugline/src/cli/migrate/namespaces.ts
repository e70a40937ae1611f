import { isNode, listOf, type Node, nameOf } from '../../shared/syntax-nodes.js';
import { type EditedSource, importsFrom } from './edited-source.js';

/**
 * Replaces `import * as sb` of these packages with imports of the names that are used, so that the rest of the migration has to
 * know one form.
 *
 * @returns the new text; undefined if there is no such import, or if it is used other than as `sb.name`
 */
export function namedImports(source: EditedSource, packages: RegExp): string | undefined {
	let isChanged = false;
	for (const declaration of importsFrom(source, packages)) {
		const [namespace, ...others] = listOf(declaration['specifiers']);
		if (namespace?.type !== 'ImportNamespaceSpecifier' || others.length > 0) continue;
		const members = membersOf(source, nameOf(namespace['local']));
		if (!members) continue;
		isChanged = true;
		const locals = new Map<string, string>();
		for (const { node, name } of members) {
			const local = source.names.has(name) && isTaken(source, name) ? `${name}OfStoryblok` : name;
			locals.set(name, local);
			source.edits.overwrite(...source.span(node), local);
		}
		const names = [...locals].map(([name, local]) => (name === local ? name : `${name} as ${local}`));
		const type = declaration['importKind'] === 'type' ? 'type ' : '';
		const from = source.textOf(declaration['source'] as Node);
		source.edits.overwrite(
			...source.span(declaration),
			`import ${type}{ ${names.join(', ')} } from ${from};`,
		);
	}
	return isChanged ? source.edits.toString() : undefined;
}

/** Every `sb.name`; undefined if something else is done with `sb`, such as passing it on. */
function membersOf(source: EditedSource, namespace: string): { node: Node; name: string }[] | undefined {
	const members: { node: Node; name: string }[] = [];
	let isPlain = true;
	source.walk((node, above) => {
		if (!/^(?:JSX)?Identifier$/.test(node.type) || nameOf(node) !== namespace) return;
		const parent = above.at(-1);
		if (!parent || parent.type === 'ImportNamespaceSpecifier' || isNameOfProperty(node, parent)) return;
		const member = memberIn(node, parent);
		if (member === undefined) isPlain = false;
		else members.push({ node: parent, name: member });
	});
	return isPlain ? members : undefined;
}

/** The `name` of `sb.name`, as a value, a type, or a tag. */
function memberIn(node: Node, parent: Node): string | undefined {
	const { type, object, property, left, right } = parent;
	const isMember = /^(?:JSX)?MemberExpression$/.test(type) && object === node && parent['computed'] !== true;
	if (isMember && isNode(property)) return nameOf(property);
	return type === 'TSQualifiedName' && left === node && isNode(right) ? nameOf(right) : undefined;
}

/** True for the `text` of `blok.text` and of `{ text: 1 }`. */
export const isNameOfProperty = (node: Node, parent: Node | undefined): boolean =>
	(/MemberExpression$/.test(parent?.type ?? '') &&
		parent?.['property'] === node &&
		parent['computed'] !== true) ||
	(/Property$/.test(parent?.type ?? '') && parent?.['key'] === node && parent['shorthand'] !== true);

/** True for a name that the file uses for something of its own. */
function isTaken(source: EditedSource, name: string): boolean {
	let isOne = false;
	source.walk((node, above) => {
		const parent = above.at(-1);
		const isMember = parent && (isNameOfProperty(node, parent) || parent.type === 'TSQualifiedName');
		if (/^(?:JSX)?Identifier$/.test(node.type) && nameOf(node) === name && !isMember) isOne = true;
	});
	return isOne;
}
