import { isDeepStrictEqual } from 'node:util';
import { type Fields, isObject } from 'astro-keep/shared/json';
import { uuidForm } from 'astro-keep/shared/text/printable';
import {
	type Document,
	isAlias,
	isMap,
	isNode,
	isScalar,
	isSeq,
	type Node,
	type Scalar,
	visit,
	type YAMLMap,
	type YAMLSeq,
} from 'yaml';
import { isShortForm } from '../folder/stories/short-forms.js';
import { asWritten, keepBlocks, type Spelling } from './as-written.js';

/** Where a value is: the field of a blok, or a part of it. */
interface NodePlace {
	readonly document: Document;
	readonly spelling: Spelling;
	readonly component: unknown;
	readonly name: string;
}

/**
 * Changes a field so that it is served with another value. What the change does not affect stays as it is written.
 *
 * @param before the value that is served, after completion; undefined if unknown
 * @param after the new value, after completion or as written
 */
export function changeField(map: YAMLMap, before: unknown, after: unknown, place: NodePlace): void {
	const { document, name } = place;
	const node = map.get(name, true);
	if (isDeepStrictEqual(before, after) && (node !== undefined || before === undefined)) return;
	if (after === undefined) map.delete(name);
	else if (node === undefined) map.set(document.createNode(name), create(after, place));
	else if (hasOwnForm(map, place)) map.set(name, replace(node, after, place));
	else map.set(name, changeNode(node, before ?? toJs(node, document), after, place));
}

/** True for nodes of rich text exactly as an edit writes them: nobody chose them, so Markdown replaces them when it can say the same. */
export function hasOwnForm(map: YAMLMap, place: NodePlace): boolean {
	const { document, name } = place;
	const node = map.get(name, true);
	if (!isMap(node) || node.get('type') !== 'doc') return false;
	const text = String(document);
	map.set(name, replace(node, toJs(node, document), place));
	const isOwn = String(document) === text;
	map.set(name, node);
	return isOwn;
}

/** Changes a value. @returns the node for it, which is the given one if possible */
function changeNode(node: unknown, before: unknown, after: unknown, place: NodePlace): unknown {
	if (isDeepStrictEqual(before, after) || isDeepStrictEqual(toJs(node, place.document), after)) return node;
	if (isScalar(node)) {
		const keepsUuid = typeof node.value === 'string' && uuidForm.test(node.value);
		const written = keepsUuid ? after : asWritten(after, place.component, place.name, place.spelling);
		const isOther = typeof written !== typeof node.value || typeof written === 'object';
		// A number has a tag that says of which kind it is.
		if (isOther || typeof written === 'number') return replace(node, after, place);
		const isRichText = isObject(after) || place.name === 'richtext';
		setText(node, isRichText ? keepBlocks(String(node.value), String(written), place.spelling) : written);
		return node;
	}
	if (isMap(node) && isObject(after)) {
		const old = toJs(node, place.document) as Fields;
		const short = (['link', 'asset', 'richtext'] as const).find((kind) =>
			isShortForm(kind, Object.keys(old)),
		);
		const next = short ? asWritten(after, place.component, place.name, place.spelling) : after;
		if (!isObject(next) || (short && !(short in next))) return replace(node, after, place);
		changeMap(node, short || !isObject(before) ? old : before, next, place);
		return node;
	}
	if (isSeq(node) && Array.isArray(after) && Array.isArray(before) && before.length === node.items.length) {
		changeList(node, before, after, place);
		return node;
	}
	return replace(node, after, place);
}

function setText(node: Scalar, next: unknown): void {
	const before = String(node.value);
	const isLonger = !before.includes('\n') && String(next).includes('\n');
	// An empty text needs quotes, whatever comes after it, and no line of a block does.
	if (before === '' || (isLonger && node.type !== 'BLOCK_FOLDED')) delete node.type;
	node.value = next;
}

function changeMap(map: YAMLMap, before: Fields, after: Fields, { document, spelling }: NodePlace): void {
	const component = after['component'];
	for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
		const isDefault = !map.has(name) && (after[name] === '' || after[name] === null);
		const isFound =
			(name === 'id' && isStoryBySlug(map, after, spelling)) || (name === '_uid' && !spelling.hasUids);
		if (isDeepStrictEqual(before[name], after[name]) || isDefault || isFound) continue;
		changeField(map, before[name], after[name], { document, spelling, component, name });
	}
}

/** True for a link whose story is found by its slug, so that it needs no id. */
const isStoryBySlug = (map: YAMLMap, after: Fields, { resolve, verbatim }: Spelling): boolean =>
	!verbatim &&
	!map.has('id') &&
	after['fieldtype'] === 'multilink' &&
	resolve(String(after['cached_url'])) === after['id'];

/** Items that stay are the same nodes, wherever they move to. */
function changeList(
	list: YAMLSeq,
	before: readonly unknown[],
	after: readonly unknown[],
	place: NodePlace,
): void {
	const old = [...list.items];
	const matches = matchItems(before, after);
	const isFlow = old.length > 0 && old.every((item) => isMap(item) && item.flow === true);
	const hasSpace = old.slice(1).some((item) => isNode(item) && item.spaceBefore === true);
	list.items = after.map((value, index) => {
		const from = matches.get(index);
		if (from !== undefined) return changeNode(old[from], before[from], value, place);
		const created = create(value, place);
		if (isMap(created)) created.flow = isFlow;
		created.spaceBefore = hasSpace && index > 0;
		return created;
	});
	const [first] = list.items;
	if (isNode(first) && first !== old[0]) first.spaceBefore = false;
	if (old.length === 0) list.flow = false;
}

/** The old indexes of items: those of the same blok, else of an equal value, else of one of the same kind in the same place. */
function matchItems(before: readonly unknown[], after: readonly unknown[]): Map<number, number> {
	const matches = new Map<number, number>();
	const free = new Set(before.keys());
	const match = (isSame: (old: unknown, value: unknown, index: number) => boolean) => {
		for (const [index, value] of after.entries()) {
			if (matches.has(index)) continue;
			const found = [...free].find((at) => isSame(before[at], value, index));
			if (found === undefined) continue;
			matches.set(index, found);
			free.delete(found);
		}
	};
	match((old, value) => uidOf(value) !== undefined && uidOf(old) === uidOf(value));
	match((old, value) => isDeepStrictEqual(old, value));
	match((old, value) => kindOf(old) === kindOf(value));
	return matches;
}

const uidOf = (value: unknown): unknown => (isObject(value) ? value['_uid'] : undefined);

/** A value can take the place of another of its kind. */
const kindOf = (value: unknown): string =>
	isObject(value) ? `${String(value['component'])} ${String(value['type'])}` : typeof value;

function replace(node: unknown, after: unknown, place: NodePlace): Node {
	const created = create(after, place);
	if (!isNode(node)) return created;
	created.commentBefore = node.commentBefore ?? null;
	created.spaceBefore = node.spaceBefore ?? false;
	if (isScalar(node) && isScalar(created)) created.comment = node.comment ?? null;
	return created;
}

function create(value: unknown, { document, spelling, component, name }: NodePlace): Node {
	return document.createNode(asWritten(value, component, name, spelling), {
		aliasDuplicateObjects: false,
	}) as Node;
}

const toJs = (node: unknown, document: Document): unknown => (isNode(node) ? node.toJS(document) : node);

/** Replaces aliases by what they stand for, if fields that change have any: else a change of one place would change others. */
export function expandAliases(document: Document, changing: readonly unknown[]): void {
	let isShared = false;
	const look = (_: unknown, node: Node) => {
		isShared ||= isAlias(node) || ('anchor' in node && node.anchor !== undefined);
	};
	for (const node of changing) if (isNode(node)) visit(node, { Node: look });
	if (!isShared) return;
	visit(document, { Alias: (_, alias) => alias.resolve(document)?.clone() as Node });
	visit(document, { Value: (_, node) => void delete node.anchor });
}
