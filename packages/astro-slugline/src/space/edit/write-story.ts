import { trimSlashes } from '../../shared/slashes.js';
import { titleOf } from '../folder/folders.js';
import type { SpaceModel } from '../model.js';
import { SpaceEditError } from './edit-error.js';
import type { FileChanges } from './folder-files.js';
import { filesOfNewFolders, identityOfNewStory } from './new-identity.js';
import { openMarkdown } from './opened-file.js';
import { checkSlug, findFolder, findStory, joinSlug, splitLast } from './slugs.js';
import { type EditContext, languagesOf, partPath, placeOf } from './story-files.js';

/** The changes to a story. Everything omitted stays unchanged. */
export type StoryChange = {
	/** Fields of the front matter besides `content`, such as `name` or `tag_list`. Undefined removes a field. */
	readonly frontmatter?: Readonly<Record<string, unknown>>;
	/** Fields of the content. Undefined removes a field. A new story needs its `component`. */
	readonly content?: Readonly<Record<string, unknown>>;
	/** The text below the front matter. */
	readonly body?: string;
	/** Code of the language to write. Default: the default language. */
	readonly language?: string;
	/** Writes a draft next to the published version. Default: true for stories that only have a draft. */
	readonly draft?: boolean;
};

/**
 * Writes a story, or one language of it. An unknown slug creates a story; with a slash at the end, a folder's
 * start page.
 *
 * @throws SpaceEditError if the slug cannot be a file name, or if a new story has no component
 */
export async function planWrite(
	slug: string,
	change: StoryChange,
	context: EditContext,
): Promise<FileChanges> {
	const { files, model } = context;
	const { language } = change;
	const place = placeFor(slug, model);
	const isOnlyDraft = () =>
		files.exists(partPath(place, { language, isDraft: true })) &&
		!files.exists(partPath(place, { language, isDraft: false }));
	const isDraft = change.draft ?? isOnlyDraft();
	if (language !== undefined && !languagesOf(model).includes(language)) {
		throw new SpaceEditError(
			`${JSON.stringify(language)} is not a language of the space. Use one that space.yaml lists.`,
		);
	}
	const path = partPath(place, { language, isDraft });
	const own = await files.read(path);
	const start =
		own ?? (isDraft ? await files.read(partPath(place, { language, isDraft: false })) : undefined);
	const file = openMarkdown(start ?? '');
	for (const [key, value] of Object.entries(change.frontmatter ?? {})) file.set([key], value);
	if (start === undefined && language === undefined) {
		if (typeof change.content?.component !== 'string') {
			throw new SpaceEditError(
				`There is no story ${JSON.stringify(slug)} yet. Set \`content\` with a \`component\` to create it.`,
			);
		}
		const identity = identityOfNewStory(joinSlug(place.directory, place.base), model);
		for (const [key, value] of Object.entries(identity)) if (!file.has([key])) file.set([key], value);
		if (!file.has(['name'])) file.set(['name'], titleOf(trimSlashes(slug).split('/').at(-1) ?? slug));
	}
	for (const [key, value] of Object.entries(change.content ?? {})) file.set(['content', key], value);
	if (change.body !== undefined) file.setBody(change.body);
	return new Map([...filesOfNewFolders(place.directory, model), [path, file.print()]]);
}

function placeFor(slug: string, model: SpaceModel): { directory: string; base: string } {
	const story = findStory(model, slug);
	if (story) return placeOf(story, model);
	const languages = languagesOf(model);
	if (slug.endsWith('/')) return { directory: directoryOf(model, slug, languages), base: 'index' };
	const [parent, base] = splitLast(checkSlug(trimSlashes(slug), languages));
	return { directory: directoryOf(model, parent, languages), base };
}

/** The directory of a folder, by its full slug. For a new folder, the one to create. */
export function directoryOf(model: SpaceModel, fullSlug: string, languages: readonly string[]): string {
	const slug = trimSlashes(fullSlug);
	if (slug === '') return '';
	const folder = findFolder(model, slug);
	if (folder) return folder.path;
	const [parent, name] = splitLast(checkSlug(slug, languages));
	return joinSlug(directoryOf(model, parent, languages), name);
}
