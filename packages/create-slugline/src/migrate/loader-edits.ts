import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, keyOf, propertyOf, wordOf } from './edited-source.js';

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

/** Replaces the loaders of astro-loader-storyblok with those of Slugline, if all of their options can be read. */
export function migrateLoaders(source: EditedSource): string {
	const imports = source.imports(loaderPackage);
	const [first, ...others] = imports;
	if (!first) return source.text;
	const specifiers = imports.flatMap((declaration) => listOf(declaration['specifiers']));
	const names = new Map(specifiers.map((one) => [nameOf(one['local']), wordOf(one['imported'])]));
	const calls = callsIn(source, names);
	if (!calls) return source.text;
	const locals = new Map(
		[...new Set(calls.map(({ name }) => name))].map((name) => [name, source.freeName(name)]),
	);
	for (const { node, name, text } of calls) source.replace(node, `${locals.get(name)}(${text})`);
	source.walk((node, above) => {
		const statement = above.at(-2);
		if (node.type === 'NewExpression' && names.get(nameOf(node['callee'])) === 'StoryblokLoader')
			if (above.at(-1)?.type === 'VariableDeclarator' && statement) source.remove(statement);
	});
	const left = specifiers.filter((one) => !replacedNames.includes(names.get(nameOf(one['local'])) ?? ''));
	for (const one of left) source.leave(first, `\`${wordOf(one['imported'])}\` has no counterpart`);
	source.leave(first, 'set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })');
	for (const node of others) source.remove(node);
	source.replace(first, importLines(source, left, locals).join('\n'));
	return source.edits.toString();
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

/** The calls of loaders; undefined if the options of one cannot be read, which is noted. */
function callsIn(source: EditedSource, names: ReadonlyMap<string, string>): LoaderCall[] | undefined {
	const calls: LoaderCall[] = [];
	let isReadable = true;
	source.walk((node) => {
		const { callee } = node;
		if (node.type !== 'CallExpression' || !isNode(callee)) return;
		const method =
			callee.type === 'MemberExpression' ? nameOf(callee['property']) : (names.get(nameOf(callee)) ?? '');
		const args = listOf(node['arguments']);
		if (storyLoaders.includes(method)) {
			const options = args[0] ? optionsFrom(source, args[0]) : [];
			if (options) {
				calls.push({ node, name: 'stories', text: options.length > 0 ? `{ ${options.join(', ')} }` : '' });
				return;
			}
		} else if (datasourceLoaders.includes(method)) {
			const slug = propertyOf(args.at(-1), 'datasource') ?? propertyOf(args[0], 'datasource');
			if (isNode(slug?.['value'])) {
				calls.push({ node, name: 'datasource', text: source.textOf(slug['value']) });
				return;
			}
		} else return;
		isReadable = false;
		source.leave(node, 'the options are not an object of plain properties: change this file by hand');
	});
	return isReadable ? calls : undefined;
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
