import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isAlias, isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { changeLinks } from '../../shared/rich-text/link-addresses.js';
import { linkTargetOf } from '../../shared/rich-text/link-target.js';
import { isShortForm } from '../folder/stories/short-forms.js';
import type { SpaceModel, Story } from '../model/space-model.js';
import { namedFieldsOf } from './as-written.js';
import { openMarkdown } from './files/opened-file.js';
import { type EditContext, partsOf } from './story-files.js';

/** New slugs by the old ones. */
export type Renamed = ReadonlyMap<string, string>;

/** Updates the slugs by which files refer to other stories, in reference fields, links, and links in rich text. */
export function followReferences(renamed: Renamed, context: EditContext): void {
	for (const { path, text } of filesNaming([...renamed.keys()], (slug) => renamed.get(slug), context))
		context.files.changes.set(path, text);
}

/** Stories that cannot be served without those that they refer to by these slugs. A path of the site needs none. */
export const storiesNaming = (slugs: readonly string[], context: EditContext): Set<Story> => {
	const gone = new Set(slugs);
	const remove: Rename = (slug, isPath) => (!isPath && gone.has(slug) ? '' : undefined);
	return new Set([...filesNaming(slugs, remove, context)].map(({ story }) => story));
};

/**
 * Another slug in place of a story's.
 *
 * @param isPath true for a link that begins with a slash
 */
type Rename = (slug: string, isPath: boolean) => string | undefined;

/** The files that refer to stories by slug, with other slugs. */
function* filesNaming(slugs: readonly string[], rename: Rename, context: EditContext) {
	const { stories } = context.model;
	// However a slug is spelled, its letters and digits are those.
	const words = slugs.map((slug) => slug.split(/[^a-z\d]+/i).findLast(Boolean) ?? '');
	const all = new Set(stories.map(({ draft }) => trimSlashes(draft.fullSlug)));
	const renameAddress = (address: string): string => {
		const target = linkTargetOf(address, (slug) => all.has(slug));
		const slug = target.linktype === 'story' ? target.slug : '';
		return address.replace(slug, () => rename(slug, address.startsWith('/')) ?? slug);
	};
	const renameSlug = (slug: string): string => rename(trimSlashes(slug), false) ?? slug;
	for (const story of stories)
		for (const { path, text: before } of partsOf(story, context)) {
			if (!words.some((word) => before.includes(word))) continue;
			const { component } = story.draft;
			const text = renameReferences(before, component, context.model, { renameSlug, renameAddress });
			if (text !== before) yield { story, path, text };
		}
}

function renameReferences(
	text: string,
	component: string,
	model: SpaceModel,
	{ renameSlug, renameAddress }: Record<'renameSlug' | 'renameAddress', (written: string) => string>,
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
	const nextBody = richtext?.includes(body) ? changeLinks(file.body, renameAddress) : file.body;
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
