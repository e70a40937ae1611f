import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { isSegmentName } from '../../shared/text/portable-name.js';
import { isSafeName } from '../folder/stories/file-name.js';
import type { Folder, SpaceModel, Story } from '../model/space-model.js';
import { SpaceEditError } from './files/edit-error.js';

/** Finds a story by its full slug, ignoring slashes at the ends. */
export const findStory = (model: SpaceModel, slug: string): Story | undefined =>
	model.stories.find(({ draft }) => draft.fullSlug === slug) ??
	model.stories.find(({ draft }) => trimSlashes(draft.fullSlug) === trimSlashes(slug));

/** @throws SpaceEditError if there is none */
export function storyOf(model: SpaceModel, slug: string): Story {
	const story = findStory(model, slug);
	if (story) return story;
	throw new SpaceEditError(
		`No story has the slug ${JSON.stringify(slug)}. Write it first, or correct the slug.`,
	);
}

export const findFolder = (model: SpaceModel, slug: string): Folder | undefined =>
	model.folders.find(({ fullSlug }) => fullSlug === trimSlashes(slug));

/** Whether a folder is another one, or in it, at any depth. */
export function isWithin(folder: Folder | null, ancestor: Folder): boolean {
	for (let each = folder; each; each = each.parent) if (each.path === ancestor.path) return true;
	return false;
}

/** The slug of a story or folder, or `{ folder: slug }` for a folder if a story may have the same. */
export type ItemSlug = string | { readonly folder: string };

/**
 * Finds the story with exactly this slug, or else the folder. A start page differs from its folder by a slash
 * at the end: `blog/`, `blog`.
 *
 * @throws SpaceEditError if there is neither
 */
export function storyOrFolderOf(model: SpaceModel, item: ItemSlug): Story | Folder {
	const slug = typeof item === 'string' ? item : item.folder;
	const isStory = slug.endsWith('/') || model.stories.some(({ draft }) => draft.fullSlug === slug);
	return (item === slug && isStory ? undefined : findFolder(model, slug)) ?? storyOf(model, slug);
}

/**
 * Checks that a person may give a segment of a slug: it can be the name of a file and of a page everywhere, and the space has no
 * other meaning for it.
 *
 * @returns the segment with composed characters
 * @throws SpaceEditError if not
 */
export function checkSegment(written: string, languages: readonly string[]): string {
	const segment = written.normalize('NFC');
	const isPage = isSegmentName(segment) && !/\.html$/i.test(segment);
	if (isSafeName(segment, languages) && isPage) return segment;
	throw new SpaceEditError(
		`${JSON.stringify(written)} cannot be the name of a file in the space and of a page: a character or its meaning is reserved, by the space or on some system. Use one segment of letters, digits, and hyphens, such as "my-page".`,
	);
}

/**
 * Checks that no other story or folder has a slug, or one that differs in capitals only.
 *
 * @param found what may have it
 * @throws SpaceEditError if there is one
 */
export function checkFree(slug: string, { stories, folders }: SpaceModel, found?: Story | Folder): void {
	const keyOf = (one: string) => trimSlashes(one).toLowerCase();
	const isOther = (one: Story | Folder) =>
		one !== found && keyOf('draft' in one ? one.draft.fullSlug : one.fullSlug) === keyOf(slug);
	if (stories.some(isOther) || folders.some(isOther)) throw taken(slug);
}

export const taken = (slug: string) =>
	new SpaceEditError(`There is a story or a folder ${JSON.stringify(slug)} already. Choose another slug.`);

/** @throws SpaceEditError if the space does not have the language. Undefined is the default one. */
export function checkLanguage(language: string | undefined, { languages }: SpaceModel): void {
	if (language === undefined || languages.some(({ code }) => code === language)) return;
	throw new SpaceEditError(
		`${JSON.stringify(language)} is not a language of the space. Use one that space.yaml lists, or omit it for the default language.`,
	);
}
