import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isAlias, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { changeLinks } from '../../shared/rich-text/link-addresses.js';
import { linkTargetOf } from '../../shared/rich-text/link-target.js';
import { isShortForm } from '../folder/stories/short-forms.js';
import type { SpaceModel, Story } from '../model/space-model.js';
import { namedFieldsOf } from './as-written.js';
import { openMarkdown } from './files/opened-file.js';
import { type EditContext, partsOf } from './story-files.js';
import { followLink } from './text-links.js';

/** New slugs by the old ones. */
export type Renamed = ReadonlyMap<string, string>;

/** Updates the slugs by which files refer to other stories, in reference fields, links, rich text, and Markdown. */
export function followReferences(renamed: Renamed, context: EditContext): void {
	for (const { path, text } of filesNaming(renamed, context)) context.files.changes.set(path, text);
}

/**
 * The stories that refer to others by slug or by file.
 *
 * @param options.areNeeded true for only those that cannot be served without the others
 */
export function storiesNaming(
	slugs: readonly string[],
	context: EditContext,
	{ areNeeded = false } = {},
): Set<Story> {
	const renamed = new Map(slugs.map((slug) => [slug, `${slug}-`]));
	return new Set([...filesNaming(renamed, context, areNeeded)].map(({ story }) => story));
}

/** The files that refer to stories by slug or by file, with other slugs. */
function* filesNaming(renamed: Renamed, context: EditContext, areNeeded = false) {
	const { stories } = context.model;
	// However a slug is spelled, its letters and digits are those.
	const words = [...renamed.keys()].map((slug) => slug.split(/[^a-z\d]+/i).findLast(Boolean) ?? '');
	const all = new Set(stories.map(({ draft }) => trimSlashes(draft.fullSlug)));
	const after = new Set([...all].map((slug) => renamed.get(slug) ?? slug));
	const renameSlug = (slug: string): string => renamed.get(trimSlashes(slug)) ?? slug;
	for (const story of stories) {
		const from = trimSlashes(story.draft.fullSlug);
		const places = [
			{ from, has: (slug: string) => all.has(slug) },
			{ from: renamed.get(from) ?? from, has: (slug: string) => after.has(slug) },
		] as const;
		const renameInText = (address: string): string =>
			areNeeded ? address : followLink(address, places, renamed);
		const renameAddress = (address: string): string => {
			const target = linkTargetOf(address, places[0].has);
			if (target.linktype !== 'story') return renameInText(address);
			// A path of the site needs no story.
			if (areNeeded && address.startsWith('/')) return address;
			return address.replace(target.slug, renameSlug);
		};
		for (const { path, text: before } of partsOf(story, context)) {
			if (!renamed.has(from) && !words.some((word) => before.includes(word))) continue;
			const renames = { renameSlug, renameAddress, renameInText };
			const text = renameReferences(before, story.draft.component, context.model, renames);
			if (text !== before) yield { story, path, text };
		}
	}
}

function renameReferences(
	text: string,
	component: string,
	model: SpaceModel,
	{
		renameSlug,
		renameAddress,
		renameInText,
	}: Record<'renameSlug' | 'renameAddress' | 'renameInText', (written: string) => string>,
): string {
	const file = openMarkdown(text);
	if (file.get(['verbatim']) === true) return text;
	const { document } = file;
	const releases = document.get('releases', true);
	const parts = [document.contents, ...(isMap(releases) ? releases.items.map(({ value }) => value) : [])];
	const contents = parts.map((part) => (isMap(part) ? part.get('content', true) : undefined));
	const renamed = new Set<unknown>();
	let isChanged = false;

	const change = (given: unknown, rename: (value: string) => string): void => {
		const node = isAlias(given) ? given.resolve(document) : given;
		if (!isScalar(node) || typeof node.value !== 'string' || renamed.has(node)) return;
		renamed.add(node);
		const next = rename(node.value);
		isChanged ||= next !== node.value;
		node.value = next;
	};
	const renameSlugs = (node: unknown): void => {
		if (isSeq(node)) for (const item of node.items) renameSlugs(item);
		else change(node, renameSlug);
	};
	const visitMap = (map: YAMLMap, blok: unknown): void => {
		const { references = [], richtext = [] } = namedFieldsOf(model, blok);
		const names = map.items.map(({ key }) => String(isScalar(key) ? key.value : key));
		for (const [at, { value }] of map.items.entries()) {
			const name = names[at] ?? '';
			if (references.includes(name) || (name === 'cached_url' && isStoryLink(map))) renameSlugs(value);
			else if ((name === 'link' && isShortForm('link', names)) || (name === 'href' && isStoryMark(map)))
				change(value, renameAddress);
			else {
				if (richtext.includes(name) || isShortForm('richtext', names))
					change(value, (markdown) => changeLinks(markdown, renameAddress));
				else if (name !== 'text' || map.get('type') !== 'text')
					change(value, (markdown) => changeLinks(markdown, renameInText));
				visit(value);
			}
		}
	};
	const visit = (node: unknown): void => {
		if (isMap(node)) visitMap(node, node.get('component'));
		else if (isSeq(node)) for (const item of node.items) visit(item);
	};

	for (const content of contents) if (isMap(content)) visitMap(content, component);
	const { body = 'body', richtext } = namedFieldsOf(model, component);
	const nextBody = changeLinks(file.body, richtext?.includes(body) ? renameAddress : renameInText);
	const printed = isChanged ? file.print() : text;
	return printed.slice(0, printed.length - file.body.length) + nextBody;
}

/** The attributes of a link in rich text that is written as nodes, if it refers to its story by slug. */
const isStoryMark = (map: YAMLMap): boolean =>
	map.get('linktype') === 'story' && (map.get('uuid') ?? '') === '';

/** A link that refers to its story by slug. A link with an id is unaffected by renames. */
const isStoryLink = (map: YAMLMap): boolean =>
	map.get('fieldtype') === 'multilink' &&
	(map.get('linktype') ?? 'story') === 'story' &&
	(map.get('id') ?? '') === '';
