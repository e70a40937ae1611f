import { isObject } from 'astro-keep/shared/json';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { contentsOf } from '../management/contents.js';
import type { Story } from '../model/space-model.js';
import { storiesNaming } from './references.js';
import { type ItemSlug, isWithin, storyOrFolderOf } from './slugs.js';
import type { EditContext } from './story-files.js';

/** A story that leads to another one. */
export interface StoryUse {
	readonly slug: string;
	readonly name: string;
	/** True if it has the other's address in a text, which does not follow when that is renamed. */
	readonly isText: boolean;
	/** True if it refers to the other by slug, which has to go before the other does. */
	readonly isNeeded: boolean;
}

/** The stories with references and links to a story, or to those of a folder, in any language and version. */
export function usesOf(slug: ItemSlug, context: EditContext): StoryUse[] {
	const { model } = context;
	const found = storyOrFolderOf(model, slug);
	const isTarget = (story: Story) => ('draft' in found ? story === found : isWithin(story.folder, found));
	const targets = model.stories.filter(isTarget);
	const uuids = new Set(targets.map(({ uuid }) => uuid));
	const paths = new Set(targets.flatMap(pathsOf));
	const slugs = targets.map(({ draft }) => trimSlashes(draft.fullSlug));
	const naming = storiesNaming(slugs, context);
	const needing = storiesNaming(slugs, context, { areNeeded: true });
	return model.stories.flatMap((story) => {
		if (targets.includes(story)) return [];
		const kinds = new Set(contentsOf(story).flatMap((content) => [...usesIn(content, uuids, paths)]));
		const { fullSlug, name } = story.draft;
		const isNeeded = needing.has(story);
		return kinds.size > 0 || naming.has(story)
			? [{ slug: fullSlug, name, isText: kinds.has('text'), isNeeded }]
			: [];
	});
}

const pathsOf = (story: Story): string[] =>
	[story.draft, story.published ?? story.draft].flatMap(({ fullSlug, translations }) => [
		trimSlashes(fullSlug),
		...[...translations].flatMap(([code, one]) => [one.fullSlug, `${code}/${one.fullSlug}`].map(trimSlashes)),
	]);

function usesIn(content: unknown, uuids: ReadonlySet<unknown>, paths: ReadonlySet<string>): Set<string> {
	const found = new Set<string>();
	const pending = [content];
	while (pending.length > 0) {
		const value = pending.pop();
		if (typeof value === 'string') {
			if (uuids.has(value)) found.add('reference');
			else if (addressesIn(value).some((address) => paths.has(address))) found.add('text');
		} else if (isObject(value) && [value['id'], value['uuid']].some((id) => uuids.has(id)))
			// A link also has its target's address, which follows.
			found.add('reference');
		else if (typeof value === 'object' && value !== null) pending.push(...Object.values(value));
	}
	return found;
}

/** Paths in a text, such as in Markdown, without slashes at the ends. */
const addressesIn = (text: string): string[] =>
	[...text.matchAll(/(?<![\w/-])\/([^\s)>"'#?]+)/g)].map(([, path = '']) => trimSlashes(path));
