import { isNode, listOf, type Node } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, wordOf } from './edited-source.js';

const compat = 'astro-slugline/compat';
const config = `${compat}/config`;
const slugline = 'astro-slugline';

/** What answers the vendor's functions in compat. */
const functions: Readonly<Record<string, string>> = {
	useStoryblokApi:
		'answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it',
	storyblokApi: 'answered from the synced content, like useStoryblokApi()',
	useStoryblok: 'answered from the synced content; the option `preview` shows what an editor types',
	getLiveStory: 'always null; the option `preview` replaces it',
	getPayload: 'always empty; the option `preview` replaces it',
	onRequest: 'does nothing: remove the middleware; the option `preview` replaces it',
	loadStoryblokBridge: 'does nothing; the option `preview` replaces it',
	isEditorRequest: 'always false; the option `preview` replaces it',
	storyblokEditable: 'editable() of astro-slugline/rendering, under another name',
	sanitizeJSON: 'the same',
	toCamelCase: 'the same',
	richTextResolver: '<RichText> can replace it',
	renderRichText: '<RichText> can replace it, and renders bloks, too',
	RichTextSchema: 'an empty schema; functions in `resolvers` take the place of its nodes and marks',
};

/** Functions that need the content of the site. */
const inPages = ['useStoryblokApi', 'storyblokApi', 'useStoryblok', 'renderRichText', 'richTextResolver'];

const components: Readonly<Record<string, string>> = {
	FallbackComponent: 'shows in `astro dev` which component is missing',
	StoryblokComponent: '<Blok> can replace it',
	StoryblokRichText: '<RichText> with `document` instead of `doc`',
	StoryblokServerData: 'renders nothing: remove it; the option `preview` replaces it',
};

/** The vendor's types in compat. */
const types =
	/^(?:IntegrationOptions|ISb(?:AlternateObject|Cache|Config|Dimensions|Error|Response|Result|Schema|Stories|StoriesParams|Story|StoryData|StoryParams)|SbBlokData|SbRichText(?:Doc|Mark|Node)|StoryblokClient)$/;

/**
 * Lets compat answer the imports of the vendor's packages by name, under the names that the file has for them. Nothing else changes,
 * so that no name has to be followed; a name without a counterpart, and an import of a whole module, stays where it is.
 *
 * @param replaced the local name of slugline(), where it has taken the place of the vendor's integration
 */
export function redirectImports(source: EditedSource, replaced: string | undefined): void {
	source.walk((node, above) => {
		const from = node['source'];
		if (!isNode(from) || !/^@storyblok\/(?:astro|js)(?:$|\/)/.test(wordOf(from))) return;
		// A browser loads it as it is.
		if (above.some(isInline)) return;
		const specifiers = Array.isArray(node['specifiers']) ? listOf(node['specifiers']) : undefined;
		const target = targetOf(wordOf(from));
		if (target === undefined) source.leave(node, `\`${wordOf(from)}\` has no counterpart`);
		else if (target !== compat) {
			source.keepWorking(node, componentNote(target));
			replaceSource(source, from, target);
		} else if (specifiers) {
			redirect(source, node, specifiers, replaced);
			noteBrowser(source, node, above);
		} else if (node.type === 'ImportExpression' && isConfig(source.path)) replaceSource(source, from, config);
		else if (/Import/.test(node.type)) redirectType(source, node, from);
	});
	if (source.text.includes('useStoryblokApi')) noteTokens(source);
}

/** True for a file that imports the integration, and can use nothing else. */
export const isConfig = (path: string): boolean => /(?:^|\/)astro\.config\.[cm]?[jt]s$/.test(path);

/** The module of ours that answers one of the vendor's; undefined if there is none. */
function targetOf(path: string): string | undefined {
	const [, rest = ''] = /^@storyblok\/(?:astro|js)(.*)$/.exec(path) ?? [];
	const [, component = ''] = /^\/(\w+)\.astro$/.exec(rest) ?? [];
	if (Object.hasOwn(components, component)) return `${compat}${rest}`;
	return ['', '/client', '/middleware.ts'].includes(rest) ? compat : undefined;
}

const componentNote = (target: string): string => {
	const name = target.slice(`${compat}/`.length, -'.astro'.length);
	return `<${name}>: ${components[name]}`;
};

function replaceSource(source: EditedSource, from: Node, target: string): void {
	const quote = source.text.charAt(from.start);
	if (target !== wordOf(from)) source.replace(from, `${quote}${target}${quote}`);
}

/** Redirects `import('@storyblok/astro').SbBlokData`, a type. */
function redirectType(source: EditedSource, node: Node, from: Node): void {
	if (node.type === 'TSImportType' && types.test(wordOf(node['qualifier'])))
		replaceSource(source, from, compat);
}

function redirect(
	source: EditedSource,
	node: Node,
	specifiers: readonly Node[],
	replaced: string | undefined,
): void {
	const targets = Map.groupBy(specifiers, (one) => targetFor(source, node, one, replaced));
	const [only = compat, ...more] = targets.keys();
	if (more.length === 0 && only !== slugline) {
		replaceSource(source, node['source'] as Node, only);
		return;
	}
	const end = source.text.charAt(node.end - 1) === ';' ? ';' : '';
	const lines = [...targets].map(([path, ones]) =>
		path === slugline
			? `import ${replaced} from '${path}'${end}`
			: declarationOf(source, node, ones, path) + end,
	);
	source.replace(node, lines.join('\n'));
}

/** The module that answers one name, which may be the integration. Says what it does, or that there is none. */
function targetFor(
	source: EditedSource,
	node: Node,
	{ type, imported, local }: Node,
	replaced: string | undefined,
): string {
	const from = wordOf(node['source']);
	if (type === 'ImportNamespaceSpecifier') return isConfig(source.path) ? config : from;
	const name = type === 'ImportDefaultSpecifier' ? 'default' : wordOf(imported ?? local);
	if (name === 'storyblok' || name === 'default')
		return replaced !== undefined && node.type === 'ImportDeclaration' ? slugline : config;
	if (types.test(name)) return compat;
	if (!Object.hasOwn(functions, name)) {
		source.leave(node, `\`${name}\` has no counterpart`);
		return from;
	}
	source.keepWorking(node, `\`${name}\`: ${functions[name]}`);
	return compat;
}

/** Says which functions a browser cannot call, where it may. */
function noteBrowser(source: EditedSource, node: Node, above: readonly Node[]): void {
	if (!above.some(({ type }) => type === 'AstroScript') && !/\.(?:[jt]sx|svelte|vue)$/.test(source.path))
		return;
	for (const { imported } of listOf(node['specifiers']))
		if (inPages.includes(wordOf(imported)))
			source.leave(
				node,
				`\`${wordOf(imported)}\` throws where a browser runs it: call it in a page, and pass its result on`,
			);
}

/** True for a script that is not bundled. */
const isInline = ({ type, openingElement }: Node): boolean =>
	type === 'JSXElement' &&
	isNode(openingElement) &&
	listOf(openingElement['attributes']).some(({ name }) => wordOf(name) === 'is:inline');

const isOfType = (one: Node) => [one['importKind'], one['exportKind']].includes('type');

/** An import or export of some of the names of a declaration. */
function declarationOf(source: EditedSource, node: Node, specifiers: readonly Node[], path: string): string {
	// A module that is imported for types alone is not loaded.
	const isType = isOfType(node) || specifiers.every(isOfType);
	const textOf = (one: Node) => source.textOf(one).replace(isType ? /^type\s+/ : /^$/, '');
	const named = specifiers.filter(({ type }) => type === 'ImportSpecifier' || type === 'ExportSpecifier');
	const names = [
		...specifiers.filter((one) => !named.includes(one)).map(textOf),
		...(named.length > 0 ? [`{ ${named.map(textOf).join(', ')} }`] : []),
	];
	const keyword = node.type === 'ImportDeclaration' ? 'import' : 'export';
	return `${keyword}${isType ? ' type' : ''} ${names.join(', ')} from '${path}'`;
}

/** Lists calls that pass a token, because compat takes only that of slugline(). */
function noteTokens(source: EditedSource): void {
	source.walk((node, above) => {
		if (node.type !== 'Property' || wordOf(node['key']) !== 'token') return;
		const callee = above.findLast(({ type }) => type === 'CallExpression')?.['callee'];
		const method = isNode(callee) ? wordOf(callee['property']) : '';
		if (/^get(?:All|Story|Stories)?$/.test(method))
			source.leave(
				node,
				'compat refuses a `token` other than that of slugline(): remove it, or read a second space with createDeliveryClient()',
			);
	});
}
