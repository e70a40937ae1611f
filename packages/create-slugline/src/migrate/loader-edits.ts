import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, isNameOfProperty, keyOf, propertyOf, wordOf } from './edited-source.js';

const loaderPackage = /^astro-loader-storyblok(?:$|\/)/;

/** Functions of both versions of the package that load stories, with their options as the only argument. */
const storyLoaders = ['StoryblokLoaderStories', 'getStoriesLoader', 'storyblokLoader'];
const datasourceLoaders = ['StoryblokLoaderDatasource', 'getDatasourceLoader'];
const replacedNames = [
	'StoryblokLoader',
	'StoryblokLoaderStories',
	'StoryblokLoaderDatasource',
	'storyblokLoader',
];

/** A call of a loader, and what takes its place. */
interface LoaderCall {
	node: Node;
	name: 'stories' | 'datasource';
	text: string;
}

/** Replaces the loaders of astro-loader-storyblok with those of Slugline, if the file does nothing else with them. */
export function migrateLoaders(source: EditedSource): string {
	const imports = source.imports(loaderPackage);
	const [first, ...others] = imports;
	if (!first) return source.text;
	const specifiers = imports.flatMap((declaration) => listOf(declaration['specifiers']));
	const names = new Map(specifiers.map((one) => [nameOf(one['local']), wordOf(one['imported'])]));
	const loaders = loadersIn(source, names);
	const calls = loaders && callsIn(source, names, loaders);
	if (!calls) {
		source.leave(first, 'loaders are used in another way than slugline() has: change this file by hand');
		return source.text;
	}
	const locals = new Map(
		[...new Set(calls.map(({ name }) => name))].map((name) => [name, source.freeName(name)]),
	);
	for (const { node, name, text } of calls) source.replace(node, `${locals.get(name)}(${text})`);
	for (const statement of loaders.values()) source.remove(statement);
	const left = specifiers.filter((one) => !replacedNames.includes(names.get(nameOf(one['local'])) ?? ''));
	for (const one of left) source.leave(first, `\`${wordOf(one['imported'])}\` has no counterpart`);
	source.leave(first, 'set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })');
	for (const node of others) source.remove(node);
	source.replace(first, importLines(source, left, locals).join('\n'));
	return source.edits.toString();
}

/** The statements that make a loader, by the names of their constants; undefined if one is made in another way. */
function loadersIn(source: EditedSource, names: ReadonlyMap<string, string>): Map<string, Node> | undefined {
	const loaders = new Map<string, Node>();
	let isPlain = true;
	source.walk((node, above) => {
		if (node.type !== 'NewExpression' || names.get(nameOf(node['callee'])) !== 'StoryblokLoader') return;
		const [, statement, declarator] = above;
		if (above.length === 3 && statement && listOf(statement['declarations']).length === 1)
			loaders.set(nameOf(declarator?.['id']), statement);
		else isPlain = false;
	});
	return isPlain && !loaders.has('') ? loaders : undefined;
}

function importLines(
	source: EditedSource,
	left: readonly Node[],
	locals: ReadonlyMap<string, string>,
): string[] {
	const own = [...locals].sort().map(([name, local]) => (name === local ? name : `${name} as ${local}`));
	return [
		...(left.length > 0
			? [`import { ${left.map((one) => source.textOf(one)).join(', ')} } from 'astro-loader-storyblok';`]
			: []),
		...(own.length > 0 ? [`import { ${own.join(', ')} } from 'astro-slugline/loaders';`] : []),
	];
}

/** The calls of loaders; undefined if the options of one cannot be read, or if their names are used in another way. */
function callsIn(
	source: EditedSource,
	names: ReadonlyMap<string, string>,
	loaders: ReadonlyMap<string, Node>,
): LoaderCall[] | undefined {
	const calls: (LoaderCall | undefined)[] = [];
	let uses = 0;
	source.walk((node, above) => {
		const name = nameOf(node);
		const isLoader = loaders.has(name) || replacedNames.includes(names.get(name) ?? '');
		if (node.type !== 'Identifier' || !isLoader || isNameOfProperty(node, above.at(-1))) return;
		if (above.some(({ type }) => type === 'ImportDeclaration')) return;
		const [outer, parent] = above.slice(-2);
		// Where the loader is made.
		if (parent?.type === 'NewExpression' || (parent?.type === 'VariableDeclarator' && parent['id'] === node))
			return;
		uses++;
		const [call, method] = loaders.has(name)
			? [outer, wordOf(parent?.['property'])]
			: [parent, names.get(name) ?? ''];
		if (call?.type === 'CallExpression' && [node, parent].includes(call['callee'] as Node))
			calls.push(callOf(source, call, method));
	});
	const read = calls.filter((call) => call !== undefined);
	return read.length === uses ? read : undefined;
}

/** What takes the place of a call; undefined if its options cannot be read. */
function callOf(source: EditedSource, node: Node, method: string): LoaderCall | undefined {
	const [given, ...more] = listOf(node['arguments']);
	if (more.length > 0) return undefined;
	if (storyLoaders.includes(method)) {
		const options = given ? optionsFrom(source, given) : [];
		const keys = options?.map((text) => text.slice(0, text.indexOf(':')));
		if (!options || new Set(keys).size < options.length) return undefined;
		return { node, name: 'stories', text: options.length > 0 ? `{ ${options.join(', ')} }` : '' };
	}
	const properties = listOf(given?.['properties']);
	const slug = propertyOf(given, 'datasource')?.['value'];
	const isPlain = properties.every((one) => ['datasource', 'accessToken', 'apiOptions'].includes(keyOf(one)));
	if (!datasourceLoaders.includes(method) || !isNode(slug) || !isPlain) return undefined;
	return { node, name: 'datasource', text: source.textOf(slug) };
}

const unsorted = 'a collection is not sorted: sort with query() or sort()';

/** What the options of a loader become, or what is left to do about them by hand. The token is in the environment. */
const options: Readonly<Record<string, string | ((text: string) => string[])>> = {
	accessToken: () => [],
	contentTypes: (text) => [`contentType: ${text}`],
	content_type: (text) => [`contentType: ${text}`],
	starts_with: (text) => [`startsWith: ${text}`],
	useUuids: (text) => (text === 'false' ? [] : ['id: ({ uuid }) => uuid']),
	apiOptions: 'the region is an option of slugline(), for all collections',
	version: '`version` is an option of slugline(), for all collections',
	sortBy: unsorted,
	sort_by: unsorted,
};

/** The options of stories() for those of a loader; undefined for anything but an object of plain properties. */
function optionsFrom(source: EditedSource, given: Node): string[] | undefined {
	if (given.type !== 'ObjectExpression') return undefined;
	const texts = listOf(given['properties']).map((property) => {
		const name = keyOf(property);
		const { value } = property;
		if (name === '' || !isNode(value)) return undefined;
		if (name === 'storyblokParams') return optionsFrom(source, value);
		const known = (Object.hasOwn(options, name) && options[name]) || `stories() has no option \`${name}\``;
		if (typeof known !== 'string') return known(source.textOf(value));
		source.leave(property, known);
		return [];
	});
	return texts.every((one) => one !== undefined) ? texts.flat() : undefined;
}
