import { basename } from 'node:path';
import { isNode, listOf, type Node, nameOf } from '../../shared/syntax-nodes.js';
import { type EditedSource, importsFrom, keyOf } from './edited-source.js';
import { attributeOf, migrateMarkup, noteStoredUrls, putRichText } from './markup.js';
import { isNameOfProperty } from './namespaces.js';

/** The packages whose imports are replaced. */
export const vendor = /^@storyblok\/(?:astro|js)(?:$|\/)/;

const compat = 'astro-slugline/compat';

/** Names that compat exports, too. */
const ofCompat: Readonly<Record<string, string>> = {
	useStoryblokApi:
		'answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it',
	storyblokApi: 'answered from the synced content, like useStoryblokApi()',
	getLiveStory: 'always null; the option `preview` replaces it',
	getPayload: 'always empty; the option `preview` replaces it',
	onRequest: 'does nothing: remove the middleware; the option `preview` replaces it',
	loadStoryblokBridge: 'does nothing; the option `preview` replaces it',
	richTextResolver: '<RichText> can replace it',
	renderRichText: '<RichText> can replace it, and renders bloks, too',
	RichTextSchema: 'an empty schema; functions in `resolvers` take the place of its nodes and marks',
};

/** Types of the vendor's client that compat exports, too. */
const types = /^(?:ISb(?:Response|Result|Stories|StoriesParams|Story|StoryParams)|StoryblokClient)$/;

/** Replaces the imports of the vendor's integration, and their uses, in a component or module. */
export function migrateModule(source: EditedSource): string {
	const imports = importsFrom(source, vendor);
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
				source.keep(source.textOf(declaration));
				source.note(source.left, declaration, `\`${local}\` is used as a whole: import its names instead`);
			} else if (name === 'renderRichText') richText = local;
			else imported(source, declaration, { from, name, local, isType }, renames);
		}
	}
	if (richText !== undefined) migrateRichText(source, richText, imports);
	rename(source, renames, imports);
	noteStoredUrls(source, source.path.endsWith('.astro') ? migrateMarkup(source) : new Set());
	return source.finish(imports);
}

const sourceOf = (declaration: Node): string => String((declaration['source'] as Node)['value']);

const isComponent = (declaration: Node): boolean => sourceOf(declaration).endsWith('.astro');

/** A local name for an import that nothing else in the file has. */
const free = (source: EditedSource, name: string, other: string): string =>
	source.names.has(name) ? other : name;

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
	} else if (name === 'StoryblokRichText') {
		source.want(`${compat}/StoryblokRichText.astro`, 'default', { local });
		source.note(
			source.working,
			declaration,
			'<StoryblokRichText> is <RichText> with `document` instead of `doc`',
		);
	} else {
		source.want(from, 'default', { local });
		source.note(source.left, declaration, `\`${name}\` has no counterpart: remove it`);
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
		source.note(source.working, declaration, `\`${name}\`: ${ofCompat[name]}`);
	} else {
		source.want(from, name, { local, isType });
		source.note(source.left, declaration, `\`${name}\` has no counterpart`);
	}
}

/** Replaces types of content with those of Slugline, if they are used in a way that these support. */
function typeOf(source: EditedSource, name: string, local: string, renames: Map<string, string>): void {
	let isPlain = true;
	source.walk((node, above) => {
		if (nameOf(node) !== local || node.type !== 'Identifier') return;
		const parent = above.at(-1);
		if (parent?.type === 'ImportSpecifier') return;
		// These types are unions, which cannot be extended and have other type arguments.
		if (parent?.type !== 'TSTypeReference' || parent['typeArguments']) isPlain = false;
	});
	const [wanted, other] = name === 'ISbStoryData' ? ['Story', 'StoryOfSpace'] : ['Blok', 'BlokOfSpace'];
	if (!isPlain) {
		source.want(compat, name, { local, isType: true });
		return;
	}
	const isTag = name === 'SbBlokData' && [...renames.values()].includes('Blok');
	const own = isTag || source.names.has(wanted) ? other : wanted;
	source.want('astro-slugline/types', wanted, { local: own, isType: true });
	renames.set(local, own);
}

/** Renames identifiers wherever they refer to the import. */
function rename(source: EditedSource, renames: ReadonlyMap<string, string>, imports: readonly Node[]): void {
	source.walk((node, above) => {
		if (node.type !== 'Identifier' && node.type !== 'JSXIdentifier') return;
		const next = renames.get(nameOf(node));
		const parent = above.at(-1);
		if (next === undefined || next === nameOf(node) || above.some((one) => imports.includes(one))) return;
		if (isNameOfProperty(node, parent)) return;
		const [start, end] = source.span(node);
		const { original } = source.edits;
		// What other files see keeps its name.
		if (parent?.type === 'ExportSpecifier') {
			if (node === parent['local'])
				source.edits.overwrite(...source.span(parent), `${next} as ${nameOf(parent['exported'])}`);
		} else if (parent?.['shorthand'] === true)
			source.edits.overwrite(start, end, `${original.slice(start, end)}: ${next}`);
		else source.edits.overwrite(start, end, next);
	});
}

/** Replaces calls of `renderRichText()` in `set:html` with `<RichText>`, also if the result is in a constant. */
function migrateRichText(source: EditedSource, local: string, imports: readonly Node[]): void {
	const done = new Set<Node>();
	const constants = new Map<string, { statement: Node; call: Node }>();
	const uses = new Map<string, number>();
	source.walk((node, above) => {
		const statement = above.at(-1);
		if (node.type === 'VariableDeclarator' && isCallOf(node['init'], local) && statement)
			if (listOf(statement['declarations']).length === 1 && isNode(node['id']))
				constants.set(nameOf(node['id']), { statement, call: node['init'] as Node });
		if (node.type === 'Identifier' && !isNameOfProperty(node, above.at(-1)))
			uses.set(nameOf(node), (uses.get(nameOf(node)) ?? 0) + 1);
	});
	const shown = new Map<string, (() => boolean)[]>();
	source.walk((node) => {
		const html = node.type === 'JSXElement' ? attributeOf(node, 'set:html') : undefined;
		if (!html?.expression) return;
		if (isCallOf(html.expression, local)) {
			if (putRichText(source, node, html, docOf(source, html.expression))) done.add(html.expression);
		} else if (constants.has(nameOf(html.expression))) {
			const name = nameOf(html.expression);
			const { call } = constants.get(name) ?? {};
			if (call)
				shown.set(name, [
					...(shown.get(name) ?? []),
					() => putRichText(source, node, html, docOf(source, call)),
				]);
		}
	});
	for (const [name, puts] of shown) {
		const { statement, call } = constants.get(name) ?? {};
		// The declaration itself counts as one use.
		if (!statement || !call || uses.get(name) !== puts.length + 1) continue;
		if (!puts.map((put) => put()).every(Boolean)) continue;
		const [start, end] = source.span(statement);
		source.edits.remove(start, source.edits.original[end] === '\n' ? end + 1 : end);
		done.add(call);
	}
	const rest: Node[] = [];
	source.walk((node, above) => {
		const isUse = node.type === 'Identifier' && nameOf(node) === local;
		const isDone = above.some((one) => done.has(one) || imports.includes(one));
		if (isUse && !isDone) rest.push(node);
	});
	if (rest.length === 0) return;
	source.want(compat, 'renderRichText', { local });
	for (const node of rest)
		source.note(source.working, node, `\`renderRichText\`: ${ofCompat['renderRichText']}`);
}

const isCallOf = (value: unknown, name: string): boolean =>
	isNode(value) &&
	value.type === 'CallExpression' &&
	nameOf(value['callee']) === name &&
	listOf(value['arguments']).length === 1;

const docOf = (source: EditedSource, call: Node): string =>
	listOf(call['arguments'])
		.map((one) => source.textOf(one))
		.join();
