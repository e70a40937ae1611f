import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { parseFileName } from '../folder/stories/file-name.js';
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

/**
 * Finds the story with exactly this slug, or else the folder. A start page differs from its folder by a slash
 * at the end: `blog/`, `blog`.
 *
 * @throws SpaceEditError if there is neither
 */
export function storyOrFolderOf(model: SpaceModel, slug: string): Story | Folder {
	const isExact = model.stories.some(({ draft }) => draft.fullSlug === slug);
	const folder = isExact || slug.endsWith('/') ? undefined : findFolder(model, slug);
	return folder ?? storyOf(model, slug);
}

/**
 * Checks that a segment of a slug can be the name of a file or directory of the space.
 *
 * @throws SpaceEditError if it cannot
 */
export function checkSegment(segment: string, languages: readonly string[]): string {
	const parsed = parseFileName(`${segment}.md`, languages);
	const isOther = parsed.base !== segment || segment === 'index' || segment === 'node_modules';
	if (
		segment === '' ||
		segment.startsWith('.') ||
		isOther ||
		/[/\\\p{Cc}]/u.test(segment) ||
		segment.length > 200
	) {
		throw new SpaceEditError(
			`${JSON.stringify(segment)} cannot be the name of a file in the space. Use one segment without slashes that does not start with a dot, end with a language or .draft, or stand for a start page (index).`,
		);
	}
	return segment;
}

/** Checks every segment of a full slug. */
export function checkSlug(slug: string, languages: readonly string[]): string {
	for (const segment of slug.split('/')) checkSegment(segment, languages);
	return slug;
}

/** @throws SpaceEditError if the space does not have the language. Undefined is the default one. */
export function checkLanguage(language: string | undefined, { languages }: SpaceModel): void {
	if (language === undefined || languages.some(({ code }) => code === language)) return;
	throw new SpaceEditError(
		`${JSON.stringify(language)} is not a language of the space. Use one that space.yaml lists, or omit it for the default language.`,
	);
}
