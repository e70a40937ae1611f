import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { trimSlashes } from '../../shared/text/slashes.js';
import { isShortForm } from '../folder/stories/short-forms.js';
import { openMarkdown } from './files/opened-file.js';

export type Renamed = ReadonlyMap<string, string>;

/** The fields of a component that may refer to stories by slug. */
export interface NamingFields {
	/** The field for the text below the front matter. */
	readonly body: string;
	readonly references: readonly string[];
	/** Fields with Markdown text that may contain links. */
	readonly richtext: readonly string[];
}

/**
 * Updates the slugs by which a file refers to other stories, in reference fields, links, and links in rich
 * text.
 *
 * @param component content type of the story, if the file is one of its languages
 * @returns the new text, or undefined if nothing in it refers to them
 */
export function renameReferences(
	text: string,
	component: string,
	fieldsOf: (component: string) => NamingFields,
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
	const renameAddress = (node: unknown): void => {
		if (!isScalar(node) || typeof node.value !== 'string') return;
		const next = renameLinks(`](${node.value})`, renamed).slice(2, -1);
		if (next === node.value) return;
		node.value = next;
		count++;
	};
	const renameText = (node: unknown): void => {
		if (!isScalar(node) || typeof node.value !== 'string') return;
		const next = renameLinks(node.value, renamed);
		if (next === node.value) return;
		node.value = next;
		count++;
	};
	const visitMap = (map: YAMLMap, own: string | undefined): void => {
		const named = own ?? map.get('component');
		const fields = typeof named === 'string' ? fieldsOf(named) : undefined;
		const names = map.items.map(({ key }) => keyText(key));
		for (const [at, { value }] of map.items.entries()) {
			const name = names[at] ?? '';
			if (fields?.references.includes(name)) renameAll(value);
			else if (name === 'cached_url' && isStoryLink(map)) renameAll(value);
			else if (name === 'link' && isShortForm('link', names)) renameAddress(value);
			else if (fields?.richtext.includes(name) || isShortForm('richtext', names)) {
				renameText(value);
				visit(value);
			} else visit(value);
		}
	};
	const visit = (node: unknown): void => {
		if (isMap(node)) visitMap(node, undefined);
		else if (isSeq(node)) for (const item of node.items) visit(item);
	};

	visitMap(content, component);
	const { body, richtext } = fieldsOf(component);
	if (richtext.includes(body)) {
		const next = renameLinks(file.body, renamed);
		if (next !== file.body) {
			file.setBody(next);
			count++;
		}
	}
	return count === 0 ? undefined : file.print();
}

/** The address of a link in Markdown: `[words](address)`, or `[name]: address`. */
const linkAddress = /(\]\(\s*<?|^ {0,3}\[[^\]\n]+\]:\s*<?)(\/?)([^\s)>#]+?)(\/?)(?=[\s)>#]|$)/gm;

const renameLinks = (text: string, renamed: Renamed): string =>
	text.replace(linkAddress, (all, before: string, start: string, slug: string, end: string) => {
		const next = renamed.get(slug);
		return next === undefined ? all : `${before}${start}${next}${end}`;
	});

const keyText = (key: unknown): string => String(isScalar(key) ? key.value : key);

/** A link that refers to its story by slug. A link with an id is unaffected by renames. */
const isStoryLink = (map: YAMLMap): boolean =>
	map.get('fieldtype') === 'multilink' &&
	(map.get('linktype') ?? 'story') === 'story' &&
	(map.get('id') ?? '') === '';
