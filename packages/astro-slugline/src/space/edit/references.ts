import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { openMarkdown } from './opened-file.js';
import { trimSlashes } from './slugs.js';

/** Slugs that stories had, by the slugs that they get. */
export type Renamed = ReadonlyMap<string, string>;

/**
 * Rewrites the slugs by which a file names other stories: reference fields, and links to stories.
 *
 * @param component - content type of the story, for a file of one of its languages
 * @param referencesOf - fields of a component that may name stories by slug
 * @returns the new text, or undefined if nothing in it names them
 */
export function renameReferences(
	text: string,
	component: string,
	referencesOf: (component: string) => readonly string[],
	renamed: Renamed,
): string | undefined {
	if (![...renamed.keys()].some((slug) => text.includes(slug))) return undefined;
	const file = openMarkdown(text);
	const content = file.document.getIn(['content'], true);
	if (file.get(['verbatim']) === true || !isMap(content)) return undefined;
	let count = 0;

	const renameAll = (node: unknown): void => {
		if (isScalar(node)) {
			const slug = typeof node.value === 'string' ? renamed.get(trimSlashes(node.value)) : undefined;
			if (slug === undefined) return;
			node.value = slug;
			count++;
		} else if (isSeq(node)) for (const item of node.items) renameAll(item);
		else if (isMap(node)) for (const { value } of node.items) renameAll(value);
	};
	const visitMap = (map: YAMLMap, own: string | undefined): void => {
		const named = map.get('component');
		const references = own ?? (typeof named === 'string' ? named : undefined);
		for (const { key, value } of map.items) {
			const isReference = references !== undefined && referencesOf(references).includes(textOf(key));
			if (isReference || (textOf(key) === 'cached_url' && isStoryLink(map))) renameAll(value);
			else visit(value);
		}
	};
	const visit = (node: unknown): void => {
		if (isMap(node)) visitMap(node, undefined);
		else if (isSeq(node)) for (const item of node.items) visit(item);
	};

	visitMap(content, component);
	return count === 0 ? undefined : file.print();
}

const textOf = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** A link that names its story by slug: one with an id keeps it, whatever the slug. */
const isStoryLink = (map: YAMLMap): boolean =>
	map.get('fieldtype') === 'multilink' &&
	(map.get('linktype') ?? 'story') === 'story' &&
	(map.get('id') ?? '') === '';
