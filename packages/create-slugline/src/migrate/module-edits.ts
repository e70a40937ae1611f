import { basename } from 'node:path';
import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import { type EditedSource, isNameOfProperty, keyOf } from './edited-source.js';
import { attributeOf, migrateMarkup, noteStoredUrls, putRichText } from './markup.js';

/** The packages whose imports are replaced. */
export const vendor = /^@storyblok\/(?:astro|js)(?:$|\/)/;

const compat = 'astro-slugline/compat';

/** Names that compat exports, too. */
const ofCompat: Readonly<Record<string, string>> = {
	useStoryblokApi:
		'answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it',
	storyblokApi: 'answered from the synced content, like useStoryblokApi()',
	useStoryblok: 'answered from the synced content; the option `preview` shows what an editor types',
	getLiveStory: 'always null; the option `preview` replaces it',
	getPayload: 'always empty; the option `preview` replaces it',
	onRequest: 'does nothing: remove the middleware; the option `preview` replaces it',
	loadStoryblokBridge: 'does nothing; the option `preview` replaces it',
	isEditorRequest: 'always false; the option `preview` replaces it',
	sanitizeJSON: 'the same',
	toCamelCase: 'the same',
	richTextResolver: '<RichText> can replace it',
	renderRichText: '<RichText> can replace it, and renders bloks, too',
	RichTextSchema: 'an empty schema; functions in `resolvers` take the place of its nodes and marks',
};

const componentsOfCompat: Readonly<Record<string, string>> = {
	FallbackComponent: '<FallbackComponent> shows in `astro dev` which component is missing',
	StoryblokRichText: '<StoryblokRichText> is <RichText> with `document` instead of `doc`',
	StoryblokServerData: '<StoryblokServerData> renders nothing: remove it; the option `preview` replaces it',
};

/** Types of the vendor's client that compat exports, too. */
const types =
	/^(?:ISb(?:AlternateObject|Cache|Config|Dimensions|Error|Response|Result|Schema|Stories|StoriesParams|Story|StoryParams)|SbRichText(?:Doc|Mark|Node)|StoryblokClient)$/;

/** Replaces the imports of the vendor's integration, and their uses, in a component or module. */
export function migrateModule(source: EditedSource): string {
	const imports = source.imports(vendor);
	const renames = new Map<string, string>();
	let richText: string | undefined;
	// Components come first: what they are called decides the names of types.
	for (const declaration of [...imports].sort((a, b) => Number(isComponent(b)) - Number(isComponent(a)))) {
		const from = sourceOf(declaration);
		for (const specifier of listOf(declaration['specifiers'])) {
			const local = nameOf(specifier['local']);
			const name = specifier.type === 'ImportDefaultSpecifier' ? 'default' : keyOf(specifier['imported']);
			const isType = [declaration, specifier].some(({ importKind }) => importKind === 'type');
			if (isComponent(declaration)) component(source, declaration, from, local, renames);
			else if (specifier.type === 'ImportNamespaceSpecifier') {
				source.keep(declaration);
				source.leave(declaration, `\`${local}\` is used as a whole: import its names instead`);
			} else if (name === 'renderRichText') richText = local;
			else imported(source, declaration, { from, name, local, isType }, renames);
		}
	}
	if (richText !== undefined) migrateRichText(source, richText, imports);
	rename(source, renames, imports);
	if (source.uses('useStoryblokApi').length > 0) noteTokens(source);
	migrateExports(source);
	noteStoredUrls(source, source.path.endsWith('.astro') ? migrateMarkup(source) : new Set());
	return source.finish(imports);
}

/** Lists calls that pass a token, because compat takes only that of slugline(). */
function noteTokens(source: EditedSource): void {
	for (const { node, above } of source.uses('token')) {
		const call = above.findLast(({ type }) => type === 'CallExpression');
		const method = isNode(call?.['callee']) ? nameOf(call['callee']['property']) : '';
		if (above.at(-1)?.['key'] === node && /^get(?:All|Story|Stories)?$/.test(method))
			source.leave(
				node,
				'compat refuses a `token` other than that of slugline(): remove it, or read a second space with createDeliveryClient()',
			);
	}
}

/** Answers what a module exports from the vendor's integration, such as its middleware, by compat. */
function migrateExports(source: EditedSource): void {
	for (const declaration of listOf(source.parsed.program?.['body'])) {
		const { type, source: from } = declaration;
		if (type !== 'ExportNamedDeclaration' || !isNode(from) || !vendor.test(sourceOf(declaration))) continue;
		const names = listOf(declaration['specifiers']).map(({ local }) => keyOf(local));
		if (!names.every((name) => Object.hasOwn(ofCompat, name) || types.test(name))) continue;
		source.replace(from, `'${compat}'`);
		for (const name of names)
			if (Object.hasOwn(ofCompat, name)) source.keepWorking(declaration, `\`${name}\`: ${ofCompat[name]}`);
	}
}

const sourceOf = (declaration: Node): string => String((declaration['source'] as Node)['value']);

const isComponent = (declaration: Node): boolean => sourceOf(declaration).endsWith('.astro');

/** A local name for an import that nothing else in the file has. */
const free = (source: EditedSource, name: string, other: string): string =>
	source.uses(name).length > 0 ? other : name;

function component(
	source: EditedSource,
	declaration: Node,
	from: string,
	local: string,
	renames: Map<string, string>,
): void {
	const name = basename(from, '.astro');
	if (name === 'StoryblokComponent') {
		const own = free(source, 'Blok', local);
		source.want('astro-slugline/components/Blok.astro', 'default', { local: own });
		renames.set(local, own);
	} else if (Object.hasOwn(componentsOfCompat, name)) {
		source.want(`${compat}/${name}.astro`, 'default', { local });
		source.keepWorking(declaration, `${componentsOfCompat[name]}`);
	} else {
		source.want(from, 'default', { local });
		source.leave(declaration, `\`${name}\` has no counterpart: remove it`);
	}
}

function imported(
	source: EditedSource,
	declaration: Node,
	{ from, name, local, isType }: { from: string; name: string; local: string; isType: boolean },
	renames: Map<string, string>,
): void {
	if (name === 'storyblokEditable') {
		const own = free(source, 'editable', local);
		source.want('astro-slugline/rendering', 'editable', { local: own });
		renames.set(local, own);
	} else if (name === 'ISbStoryData' || name === 'SbBlokData') typeOf(source, name, local, renames);
	else if (types.test(name)) source.want(compat, name, { local, isType: true });
	else if (Object.hasOwn(ofCompat, name)) {
		source.want(compat, name, { local });
		source.keepWorking(declaration, `\`${name}\`: ${ofCompat[name]}`);
	} else {
		source.want(from, name, { local, isType });
		source.leave(declaration, `\`${name}\` has no counterpart`);
	}
}

/** Replaces types of content with those of Slugline, if they are used in a way that these support. */
function typeOf(source: EditedSource, name: string, local: string, renames: Map<string, string>): void {
	// These types are unions, which cannot be extended and have other type arguments.
	const isPlain = source
		.uses(local)
		.every(
			({ node, parent: { type, typeArguments } }) =>
				node.type !== 'Identifier' ||
				type === 'ImportSpecifier' ||
				(type === 'TSTypeReference' && !typeArguments),
		);
	if (!isPlain) {
		source.want(compat, name, { local, isType: true });
		return;
	}
	const [wanted, other] = name === 'ISbStoryData' ? ['Story', 'StoryOfSpace'] : ['Blok', 'BlokOfSpace'];
	const isTag = name === 'SbBlokData' && [...renames.values()].includes('Blok');
	const own = isTag ? other : free(source, wanted, other);
	source.want('astro-slugline/types', wanted, { local: own, isType: true });
	renames.set(local, own);
}

/** Renames identifiers wherever they refer to the import. */
function rename(source: EditedSource, renames: ReadonlyMap<string, string>, imports: readonly Node[]): void {
	for (const [local, next] of renames) {
		if (next === local) continue;
		for (const use of source.uses(local)) {
			const { node, parent, above } = use;
			if (above.some((one) => imports.includes(one)) || isNameOfProperty(use)) continue;
			// What other files see keeps its name.
			if (parent.type === 'ExportSpecifier') {
				if (node === parent['local']) source.replace(parent, `${next} as ${nameOf(parent['exported'])}`);
			} else source.replace(node, parent['shorthand'] === true ? `${local}: ${next}` : next);
		}
	}
}

/** Replaces calls of `renderRichText()` in `set:html` with `<RichText>`, also if the result is in a constant. */
function migrateRichText(source: EditedSource, local: string, imports: readonly Node[]): void {
	const done = new Set<Node>(imports);
	/** Puts the rich text of these calls into markup, which the elements show. */
	const put = (call: Node, elements: readonly Node[]): void => {
		const doc = listOf(call['arguments'])
			.map((one) => source.textOf(one))
			.join();
		if (elements.map((element) => putRichText(source, element, doc)).every(Boolean)) done.add(call);
	};
	const shown = new Map<string, Node[]>();
	source.walk((node) => {
		const html = node.type === 'JSXElement' ? attributeOf(node, 'set:html')?.expression : undefined;
		if (isCallOf(html, local)) put(html, [node]);
		else if (html?.type === 'Identifier') shown.set(nameOf(html), [...(shown.get(nameOf(html)) ?? []), node]);
	});
	for (const { parent: call, above } of source.uses(local)) {
		const [statement, declarator] = above.slice(-3);
		if (declarator?.type !== 'VariableDeclarator' || !isCallOf(call, local) || !statement) continue;
		const name = nameOf(declarator['id']);
		const elements = shown.get(name) ?? [];
		// The declaration itself counts as one use.
		const uses = source.uses(name).filter((use) => !isNameOfProperty(use)).length;
		if (elements.length === 0 || uses !== elements.length + 1) continue;
		if (listOf(statement['declarations']).length !== 1) continue;
		put(call, elements);
		if (done.has(call)) source.remove(statement);
	}
	const rest = source.uses(local).filter(({ above }) => !above.some((one) => done.has(one)));
	if (rest.length === 0) return;
	source.want(compat, 'renderRichText', { local });
	for (const { node } of rest) source.keepWorking(node, `\`renderRichText\`: ${ofCompat['renderRichText']}`);
}

const isCallOf = (value: unknown, name: string): value is Node & { type: 'CallExpression' } =>
	isNode(value) &&
	value.type === 'CallExpression' &&
	nameOf(value['callee']) === name &&
	listOf(value['arguments']).length === 1;
