import { joinSlug, splitLast } from '../folder/stories/file-name.js';
import type { Story } from '../model/space-model.js';
import { type OpenedYaml, openMarkdown, openYaml } from './files/opened-file.js';
import { createFolders, identify, newIdentity } from './new-identity.js';
import { inherit } from './publish.js';
import { checkFree, storyOf, taken } from './slugs.js';
import { type EditContext, type FilePlace, languagesOf, partPath, partsAt, partsOf } from './story-files.js';
import { directoryOf, placeFor, planWrite } from './write-story.js';

/** What to create: a story of a content type, a copy of a story, or without either, a folder. */
export type NewItem = {
	readonly name: string;
	/** Name of the content type. */
	readonly component?: string | undefined;
	/** Slug of the story to copy, with its languages. */
	readonly from?: string | undefined;
};

/**
 * Creates a story, as a draft, or a folder. A story with the slug of the folder becomes its start page, with the same address.
 *
 * @throws SpaceEditError if the slug is taken, or cannot be the name of a file
 */
export function planCreate(slug: string, { name, component, from }: NewItem, context: EditContext): void {
	const { files, model } = context;
	const place = placeFor(slug, model);
	const isFolder = component === undefined && from === undefined && !slug.endsWith('/');
	const page = isFolder ? model.stories.find(({ draft }) => draft.fullSlug === slug) : undefined;
	if (!slug.endsWith('/')) checkFree(slug.normalize('NFC'), model, page);
	if (!page && partsAt(place, context).length > 0) throw taken(slug);
	if (from !== undefined) {
		copyParts(from, place, name, context);
		createFolders(place.directory, context);
	} else if (component !== undefined)
		planWrite(slug, { frontmatter: { name }, content: { component }, draft: true }, context);
	else {
		const [parent, base] = splitLast(slug);
		const path = page
			? joinSlug(directoryOf(model, parent, languagesOf(model)), base)
			: directoryOf(model, slug, languagesOf(model));
		createFolders(path, context);
		const file = openYaml(files.read(`${path}/_folder.yaml`) ?? '');
		file.set(['name'], name);
		if (page) makeStartPage(page, path, file, context);
		files.changes.set(`${path}/_folder.yaml`, file.print());
	}
}

/** Moves the files of a story into its folder, which has the story's slugs from now on. */
function makeStartPage(story: Story, directory: string, folder: OpenedYaml, context: EditContext): void {
	for (const part of partsOf(story, context)) {
		const file = openMarkdown(part.text);
		if (part.language === undefined) identify(file, story);
		else if (file.has(['slug'])) folder.set(['translated', part.language, 'slug'], file.get(['slug']));
		for (const field of ['slug', 'full_slug']) file.set([field], undefined);
		context.files.changes.set(part.path, null);
		context.files.changes.set(partPath({ directory, base: 'index' }, part), file.print());
	}
}

/** Fields of a file that belong to one story only. */
const own = ['uuid', 'id', 'group_id', 'slug', 'full_slug', 'path', 'is_startpage', 'published', 'releases'];
const dates = ['created_at', 'updated_at', 'published_at', 'first_published_at'];

/** Writes the drafts of a story, or what is published, as drafts of another one. */
function copyParts(from: string, place: FilePlace, name: string, context: EditContext): void {
	const source = storyOf(context.model, from);
	const parts = Map.groupBy(partsOf(source, context), ({ language }) => language);
	const directory = `${place.directory}/${place.base}`.replace(/^\//, '');
	for (const [language, editions] of parts) {
		const [main, draft = main] = editions;
		if (!main || !draft) continue;
		const file = openMarkdown(draft.text);
		if (draft !== main) inherit(file, main.text, language);
		for (const field of [...own, ...dates]) file.set([field], undefined);
		if (language === undefined)
			for (const [key, value] of Object.entries({ name, ...newIdentity('story', directory, context.model) }))
				file.set([key], value);
		context.files.changes.set(partPath(place, { language, isDraft: true }), file.print());
	}
}
