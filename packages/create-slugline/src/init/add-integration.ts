import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { parseCode, walkCode } from '../source/parse-code.js';

/**
 * Adds slugline() to the integrations in the text of an astro.config.
 *
 * @param call such as `slugline({ space: './space' })`
 * @returns the same text if slugline() with options is already there; undefined if the form of the config is not supported
 */
export async function addIntegration(path: string, text: string, call: string): Promise<string | undefined> {
	const parsed = await parseCode(path, text);
	if (!parsed?.program) return undefined;
	const { program } = parsed;
	const imports = listOf(program['body']).filter(({ type }) => type === 'ImportDeclaration');
	const own = imports.find(({ source }) => isNode(source) && source['value'] === 'astro-slugline');
	if (own) {
		const name = nameOf(listOf(own['specifiers'])[0]?.['local']);
		const bareCall = findCall(program, name);
		// `astro add` writes a call without options.
		return bareCall
			? text.slice(0, bareCall.start) + call.replace(/^\w+/, () => name) + text.slice(bareCall.end)
			: text;
	}
	const config = configOf(program);
	if (!config) return undefined;
	const integrations = listOf(config['properties']).find(({ key }) => nameOf(key) === 'integrations');
	const list = integrations?.['value'];
	let added: string;
	if (isNode(list) && list.type === 'ArrayExpression') {
		const at = list.start + 1;
		added = `${text.slice(0, at)}${call}${listOf(list['elements']).length > 0 ? ', ' : ''}${text.slice(at)}`;
	} else if (!integrations) {
		const at = config.start + 1;
		const isEmpty = listOf(config['properties']).length === 0;
		added = `${text.slice(0, at)}\n\tintegrations: [${call}],${isEmpty ? '\n' : ''}${text.slice(at)}`;
	} else return undefined;
	const end = imports.at(-1)?.end ?? 0;
	const line = "import slugline from 'astro-slugline';";
	return end === 0 ? `${line}\n${added}` : `${added.slice(0, end)}\n${line}${added.slice(end)}`;
}

/** The call of a function without arguments; undefined if there is none. */
function findCall(program: Node, name: string): Node | undefined {
	let found: Node | undefined;
	walkCode([program], (node) => {
		if (node.type === 'CallExpression' && nameOf(node['callee']) === name)
			if (listOf(node['arguments']).length === 0) found = node;
	});
	return found;
}

/** An expression without `as` and `satisfies`. */
const bare = (node: Node): Node =>
	/^TS(?:As|Satisfies)Expression$/.test(node.type) && isNode(node['expression'])
		? bare(node['expression'])
		: node;

/** The object of an astro.config: the default export or its constant, with or without `defineConfig()`. */
export function configOf(program: Node): Node | undefined {
	let found: Node | undefined;
	const constants = new Map<string, Node>();
	walkCode([program], (node) => {
		if (node.type === 'VariableDeclarator' && isNode(node['init']))
			constants.set(nameOf(node['id']), bare(node['init']));
		if (node.type !== 'ExportDefaultDeclaration' || !isNode(node['declaration'])) return;
		const exported = bare(node['declaration']);
		const given = (exported.type === 'Identifier' && constants.get(nameOf(exported))) || exported;
		const value = given.type === 'CallExpression' ? listOf(given['arguments'])[0] : given;
		if (value && bare(value).type === 'ObjectExpression') found = bare(value);
	});
	return found;
}
