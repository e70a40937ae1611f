import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, keyOf, propertyOf, type Translations } from './edited-source.js';

/** Replaces the loaders of astro-loader-storyblok with those of Slugline. */
export function migrateLoaders(source: EditedSource): string {
	const imports = source.imports(/^astro-loader-storyblok(?:$|\/)/);
	if (imports.length === 0) return source.text;
	const names = new Map<string, string>();
	for (const specifier of imports.flatMap((declaration) => listOf(declaration['specifiers'])))
		names.set(nameOf(specifier['local']), keyOf(specifier['imported']));
	source.walk((node, above) => {
		const { callee } = node;
		if (node.type === 'NewExpression' && names.get(nameOf(callee)) === 'StoryblokLoader') {
			removeDeclaration(source, above);
			return;
		}
		if (node.type !== 'CallExpression' || !isNode(callee)) return;
		const args = listOf(node['arguments']);
		const method =
			callee.type === 'MemberExpression' ? nameOf(callee['property']) : names.get(nameOf(callee));
		if (method !== undefined && storyLoaders.has(method)) source.replace(node, storiesCall(source, args[0]));
		else if (method === 'StoryblokLoaderDatasource' || method === 'getDatasourceLoader') {
			const slug = propertyOf(args.at(-1), 'datasource') ?? propertyOf(args[0], 'datasource');
			const text = isNode(slug?.['value']) ? source.textOf(slug['value']) : undefined;
			if (text === undefined) source.leave(node, 'datasource() takes the slug of a datasource');
			else source.replace(node, `${source.want('astro-slugline/loaders', 'datasource')}(${text})`);
		}
	});
	for (const [local, name] of names)
		if (!replacedNames.has(name)) {
			source.want('astro-loader-storyblok', name, { local });
			source.leave(imports[0] as Node, `\`${name}\` has no counterpart`);
		}
	return source.finish(imports);
}

/** Functions of both loader packages that load stories, with their options as the only argument. */
const storyLoaders = new Set(['StoryblokLoaderStories', 'getStoriesLoader', 'storyblokLoader']);

const replacedNames = new Set([
	...['StoryblokLoader', 'StoryblokLoaderStories', 'StoryblokLoaderDatasource'],
	'storyblokLoader',
]);

/** Removes the constant that contains a loader, because its options are now those of slugline(). */
function removeDeclaration(source: EditedSource, above: readonly Node[]): void {
	const statement = above.at(-2);
	if (above.at(-1)?.type === 'VariableDeclarator' && statement) source.remove(statement);
}

const unsorted = 'a collection is not sorted: sort with query() or sort()';

/** What the options of a loader become. The token is in the environment. */
const optionsOf = (source: EditedSource): Translations => ({
	accessToken: () => [],
	contentTypes: (text) => [`contentType: ${text}`],
	content_type: (text) => [`contentType: ${text}`],
	starts_with: (text) => [`startsWith: ${text}`],
	useUuids: (text) => (text === 'false' ? [] : ['id: ({ uuid }) => uuid']),
	storyblokParams: (_, value) => translated(source, value),
	apiOptions: 'the region is an option of slugline(), for all collections',
	version: '`version` is an option of slugline(), for all collections',
	sortBy: unsorted,
	sort_by: unsorted,
});

const translated = (source: EditedSource, given: Node | undefined): string[] =>
	source.translate(given, optionsOf(source), (name) => `stories() has no option \`${name}\``).flat();

/** A call of stories() with the options of a loader. */
function storiesCall(source: EditedSource, given: Node | undefined): string {
	const local = source.want('astro-slugline/loaders', 'stories');
	const options = translated(source, given);
	return options.length === 0 ? `${local}()` : `${local}({ ${options.join(', ')} })`;
}
