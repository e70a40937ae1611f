import { posix } from 'node:path';
import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { parseCode, walkCode } from '../source/parse-code.js';

/**
 * Adds slugline() to the integrations in the text of an astro.config: to one list, which nothing in the file may override.
 *
 * @param call such as `slugline({ space: './space' })`
 * @returns the same text if slugline() with options is already there; undefined if the form of the config is not supported
 */
export async function addIntegration(path: string, text: string, call: string): Promise<string | undefined> {
	const program = (await parseCode(path, text))?.program;
	if (!program) return undefined;
	const own = importsOf(program, 'astro-slugline');
	if (own.length > 0) {
		const name = nameOf(own.find(({ type }) => type === 'ImportDefaultSpecifier')?.['local']);
		const [only, ...more] = nodesOf(program, ({ callee }) => isNamed(callee, name));
		if (!only) return undefined;
		if (more.length > 0 || listOf(only['arguments']).length > 0) return text;
		// `astro add` writes a call without options.
		return text.slice(0, only.start) + call.replace(/^\w+/, () => name) + text.slice(only.end);
	}
	const config = configOf(program);
	if (!config || nodesOf(program, (node) => isNamed(node, 'slugline')).length > 0) return undefined;
	const list = valueIn(config, 'integrations');
	let added: string;
	if (list === undefined) {
		const isEmpty = listOf(config['properties']).length === 0;
		added = insert(text, config.start + 1, `\n\tintegrations: [${call}],${isEmpty ? '\n' : ''}`);
	} else if (list?.type === 'ArrayExpression') {
		const [space] = /^\s*/.exec(text.slice(list.start + 1)) ?? [];
		const isEmpty = listOf(list['elements']).length === 0;
		added = insert(text, list.start + 1, isEmpty ? call : space ? `${space}${call},` : `${call}, `);
	} else return undefined;
	const end = listOf(program['body']).findLast(({ type }) => type === 'ImportDeclaration')?.end;
	const line = "import slugline from 'astro-slugline';";
	return end === undefined
		? insert(added, /^\uFEFF?(?:(?:#!|\/\/).*\n)*/.exec(text)?.[0].length ?? 0, `${line}\n`)
		: insert(added, end, `\n${line}`);
}

const insert = (text: string, at: number, added: string) => text.slice(0, at) + added + text.slice(at);

/** What a module imports from another one. An import of only its side effects counts, too. */
const importsOf = (program: Node, from: string): Node[] =>
	listOf(program['body'])
		.filter(({ type, source }) => type === 'ImportDeclaration' && isNode(source) && source['value'] === from)
		.flatMap((declaration) => [declaration, ...listOf(declaration['specifiers'])]);

function nodesOf(program: Node, isMeant: (node: Node) => boolean): Node[] {
	const found: Node[] = [];
	walkCode([program], (node) => {
		if (isMeant(node)) found.push(node);
	});
	return found;
}

const isNamed = (node: unknown, name: string): boolean => name !== '' && nameOf(node) === name;

/** The value of a property; undefined if there is none, null if a spread or a computed name may replace it. */
function valueIn(object: Node, name: string): Node | null | undefined {
	const properties = listOf(object['properties']);
	const keys = properties.map(({ key, computed }) =>
		isNode(key) && computed !== true ? nameOf(key) || String(key['value']) : undefined,
	);
	const at = keys.lastIndexOf(name);
	if (keys.includes(undefined, at + 1)) return null;
	const value = properties[at]?.['value'];
	return isNode(value) ? value : undefined;
}

/** The folder that `srcDir` in the text of an astro.config names; undefined if that is not certain, or not in the site's folder. */
export async function sourceFolderOf(path: string, text: string): Promise<string | undefined> {
	const program = (await parseCode(path, text))?.program;
	const config = program && configOf(program);
	const value = config && valueIn(config, 'srcDir');
	if (config && value === undefined) return 'src';
	const folder = typeof value?.['value'] === 'string' ? posix.join(value['value'], '.') : '..';
	return /^(?:\.\.|\/)/.test(folder) ? undefined : trimEndSlashes(folder);
}

/** The languages besides the default one in the text of an astro.config: those of Astro's `i18n`, or of Starlight. */
export async function otherLanguagesOf(path: string, text: string): Promise<string[]> {
	const program = (await parseCode(path, text))?.program;
	const config = program && configOf(program);
	const [starlight] = program ? nodesOf(program, ({ callee }) => isNamed(callee, 'starlight')) : [];
	const settings = (config && valueIn(config, 'i18n')) ?? listOf(starlight?.['arguments'])[0];
	const locales = settings && valueIn(settings, 'locales');
	if (!locales) return [];
	const named = [
		...listOf(locales['elements']).map((locale) => locale['value'] ?? valueIn(locale, 'path')?.['value']),
		...listOf(locales['properties']).flatMap(({ key }) => (isNode(key) ? nameOf(key) || key['value'] : [])),
	].filter((name) => typeof name === 'string');
	const standard = valueIn(settings, 'defaultLocale')?.['value'] ?? 'root';
	return named.some((name) => name === standard) ? named.filter((name) => name !== standard) : [];
}

/**
 * The object of an astro.config: the default export or a constant that has no other use, with or without `defineConfig()`.
 * Undefined if other code may change it.
 */
export function configOf(program: Node): Node | undefined {
	const body = listOf(program['body']);
	const constants = body.flatMap(({ declarations }) => listOf(declarations));
	const ofAstro = importsOf(program, 'astro/config').map(({ local }) => nameOf(local));
	const objectIn = (value: unknown): Node | undefined => {
		if (!isNode(value)) return undefined;
		const { type, expression, callee } = value;
		const [given, ...more] = listOf(value['arguments']);
		if (type === 'ObjectExpression') return value;
		if (/^(?:TS(?:As|Satisfies)|Parenthesized)Expression$/.test(type)) return objectIn(expression);
		if (type === 'CallExpression')
			return ofAstro.includes(nameOf(callee) || '-') && more.length === 0 ? objectIn(given) : undefined;
		const isSame = (node: unknown) => isNamed(node, nameOf(value));
		const isConstant = nodesOf(program, isSame).length === 2;
		return isConstant ? objectIn(constants.find(({ id }) => isSame(id))?.['init']) : undefined;
	};
	return objectIn(body.find(({ type }) => type === 'ExportDefaultDeclaration')?.['declaration']);
}
