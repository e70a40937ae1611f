import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isMap, isScalar, isSeq, type YAMLMap } from 'yaml';
import { changeLinks } from '../../shared/rich-text/link-addresses.js';
import { linkTargetOf } from '../../shared/rich-text/link-target.js';
import { isShortForm } from '../folder/stories/short-forms.js';
import type { SpaceModel } from '../model/space-model.js';
import { namedFieldsOf } from './as-written.js';
import { openMarkdown } from './files/opened-file.js';
import { type EditContext, partsOf } from './story-files.js';

/** New slugs by the old ones. */
export type Renamed = ReadonlyMap<string, string>;

/** Updates the slugs by which files refer to other stories, in reference fields, links, and links in rich text. */
export function followReferences(renamed: Renamed, context: EditContext): void {
	// However a slug is spelled, its letters and digits are those.
	const words = [...renamed.keys()].map((slug) => slug.split(/[^a-z\d]+/i).findLast(Boolean) ?? '');
	for (const story of context.model.stories) {
		for (const { path, text } of partsOf(story, context)) {
			if (!words.some((word) => text.includes(word))) continue;
			const next = renameReferences(text, story.draft.component, context.model, renamed);
			if (next !== undefined) context.files.changes.set(path, next);
		}
	}
}

/** @returns the new text, or undefined if nothing in it refers to the stories */
function renameReferences(
	text: string,
	component: string,
	model: SpaceModel,
	renamed: Renamed,
): string | undefined {
	const file = openMarkdown(text);
	const content = file.document.getIn(['content'], true);
	if (file.get(['verbatim']) === true || !isMap(content)) return undefined;
	let isChanged = false;

	const change = (node: unknown, rename: (value: string) => string): void => {
		if (!isScalar(node) || typeof node.value !== 'string') return;
		const next = rename(node.value);
		isChanged ||= next !== node.value;
		node.value = next;
	};
	const slugs = new Set(model.stories.map(({ draft }) => trimSlashes(draft.fullSlug)));
	const renameAddress = (address: string): string => {
		const target = linkTargetOf(address, (slug) => slugs.has(slug));
		const slug = target.linktype === 'story' ? target.slug : '';
		return address.replace(slug, () => renamed.get(slug) ?? slug);
	};
	const renameSlugs = (node: unknown): void => {
		if (isSeq(node)) for (const item of node.items) renameSlugs(item);
		else change(node, (slug) => renamed.get(trimSlashes(slug)) ?? slug);
	};
	const visitMap = (map: YAMLMap, blok: unknown): void => {
		const { references = [], richtext = [] } = namedFieldsOf(model, blok);
		const names = map.items.map(({ key }) => String(isScalar(key) ? key.value : key));
		for (const [at, { value }] of map.items.entries()) {
			const name = names[at] ?? '';
			if (references.includes(name) || (name === 'cached_url' && isStoryLink(map))) renameSlugs(value);
			else if (name === 'link' && isShortForm('link', names)) change(value, renameAddress);
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

	visitMap(content, component);
	const { body = 'body', richtext } = namedFieldsOf(model, component);
	const nextBody = richtext?.includes(body) ? changeLinks(file.body, renameAddress) : file.body;
	const printed = isChanged ? file.print() : text;
	const next = printed.slice(0, printed.length - file.body.length) + nextBody;
	return next === text ? undefined : next;
}

/** A link that refers to its story by slug. A link with an id is unaffected by renames. */
const isStoryLink = (map: YAMLMap): boolean =>
	map.get('fieldtype') === 'multilink' &&
	(map.get('linktype') ?? 'story') === 'story' &&
	(map.get('id') ?? '') === '';
