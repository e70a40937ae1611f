import type { SpaceModel } from '../model/space-model.js';
import { type NewItem, planCreate } from './create-item.js';
import { type EntryChange, planRemoveEntry, planSetEntry } from './entries.js';
import { SpaceEditError } from './files/edit-error.js';
import { openFolder } from './files/folder-files.js';
import {
	type BareFolder,
	type EditedFolder,
	type EditedStory,
	listItems,
	type OpenStory,
	openStory,
} from './open-story.js';
import { keepFolder, type NewNames, planRename } from './plan-rename.js';
import { planPublish, planUnpublish } from './publish.js';
import { type ItemSlug, storyOrFolderOf } from './slugs.js';
import { type EditContext, partsOf } from './story-files.js';
import { type StoryUse, usesOf } from './uses.js';
import { planWrite, type StoryChange } from './write-story.js';

/** What a folder has besides its stories. */
export type AboutSpace = Pick<
	SpaceModel,
	'id' | 'name' | 'defaultLanguage' | 'languages' | 'contentTypes' | 'datasources'
>;

/**
 * Undoes an edit, and resolves to a function that makes it again.
 *
 * @throws SpaceEditError if its files have changed since
 */
export type Undo = () => Promise<Undo>;

/**
 * Edits the folder of a space, as editors do in the visual editor. Every edit writes files, preserves their
 * comments, and is served with a greater `cv` and its webhook calls when the promise resolves. Edits run one
 * after another. An edit after which the folder could not be served is undone. Others can be undone by the function
 * that their promise resolves to, as long as their files have not changed since.
 *
 * Stories are named by their full slug. A start page differs from its folder by a slash at the end (`blog/`,
 * `blog`). If a story and a folder have the same slug, it refers to the story, and
 * `{ folder: slug }` to the folder. Each promise rejects with a
 * `SpaceEditError` if the edit is not possible, and with a `SpaceFolderError` if the folder cannot be served.
 *
 * @see docs/space.md
 * @example
 * await space.edit.write('blog/hello', { content: { component: 'article', title: 'Hello' }, body: 'Text.',
 * draft: true });
 * await space.edit.publish('blog/hello');
 * await space.edit.move('blog/hello', 'archive/2024');
 */
export type SpaceEditor = {
	/** Publishes a story, or one language of it. Its draft becomes the published version. */
	publish(slug: string, options?: { language?: string }): Promise<Undo>;
	/** Unpublishes a story, or one language of it. */
	unpublish(slug: string, options?: { language?: string }): Promise<Undo>;
	/** Creates a story, as a draft, or a folder. Never replaces another one. */
	create(slug: string, item: NewItem): Promise<Undo>;
	/** Changes the slug (its last segment), the name, or the slugs in other languages of a story or folder, or moves it. */
	rename(slug: ItemSlug, to: string | NewNames): Promise<Undo>;
	/** Moves a story or folder into another folder. `''` stands for the root. */
	move(slug: ItemSlug, folder: string): Promise<Undo>;
	/** Deletes a story with its languages and drafts, or a folder with its contents. */
	delete(slug: ItemSlug): Promise<Undo>;
	/** Writes a story, and creates it if it does not exist. */
	write(slug: string, change: StoryChange): Promise<Undo>;
	/** Lists all stories with their drafts: those of each folder by position and name, with its start page first. */
	list(): Promise<readonly EditedStory[]>;
	/** Lists what `list()` does, and folders without a start page at its place. */
	listAll(): Promise<readonly (EditedStory | BareFolder)[]>;
	/** What the folder has besides stories: its name, languages, and datasources, and the fields that `space.yaml` names. */
	about(): Promise<AboutSpace>;
	/** Lists the stories with references and links to a story, or to those of a folder. */
	uses(slug: ItemSlug): Promise<readonly StoryUse[]>;
	/** Opens a story by its slug or id, or one language of it, for somebody who edits it and may undo that. */
	open(story: string | number, options?: { language?: string }): Promise<OpenStory>;
	/** Sets an entry of a datasource, and creates both if they do not exist. */
	setEntry(datasource: string, entry: EntryChange): Promise<Undo>;
	/** Removes an entry of a datasource. */
	removeEntry(datasource: string, name: string): Promise<Undo>;
};

/**
 * Creates the editor of a folder.
 *
 * @param options.refresh reads the folder again, and throws if it cannot be served
 */
export function createEditor(options: { folder: string; refresh: () => SpaceModel }): SpaceEditor {
	const start = (): EditContext => ({ files: openFolder(options.folder), model: options.refresh() });
	const edit: EditedFolder['edit'] = async (plan) => {
		const context = start();
		plan(context);
		const committed = context.files.commit(options.refresh);
		return () => edit(({ files }) => files.restore(committed));
	};
	const rename = (slug: ItemSlug, to: NewNames) => edit((context) => planRename(slug, to, context));
	return {
		publish: (slug, { language } = {}) => edit((context) => planPublish(slug, language, context)),
		unpublish: (slug, { language } = {}) => edit((context) => planUnpublish(slug, language, context)),
		create: (slug, item) => edit((context) => planCreate(slug, item, context)),
		rename: (slug, to) => rename(slug, typeof to === 'string' ? { slug: to } : to),
		move: (slug, to) => rename(slug, { folder: to }),
		delete: (slug) => edit((context) => planDelete(slug, context)),
		write: (slug, change) => edit((context) => planWrite(slug, change, context)),
		list: async () => listItems(options.refresh()).filter((item) => 'content' in item),
		listAll: async () => listItems(options.refresh()),
		about: async () => options.refresh(),
		uses: async (slug) => usesOf(slug, start()),
		open: async (story, { language } = {}) => openStory(story, language, { start, edit }),
		setEntry: (datasource, entry) => edit((context) => planSetEntry(datasource, entry, context)),
		removeEntry: (datasource, name) => edit((context) => planRemoveEntry(datasource, name, context)),
	};
}

function planDelete(slug: ItemSlug, context: EditContext): void {
	const { files, model } = context;
	const found = storyOrFolderOf(model, slug);
	const needing = usesOf(slug, context).filter(({ isNeeded }) => isNeeded);
	if (needing.length > 0) {
		const stories = needing.map((one) => `${one.name} (${one.slug})`).join(', ');
		throw new SpaceEditError(
			`Other stories refer to what would be deleted: ${stories}. Remove these links and references first, from drafts and translations, too.`,
		);
	}
	if (!('draft' in found)) {
		for (const file of files.list(found.path)) files.changes.set(file, null);
		return;
	}
	for (const { path } of partsOf(found, context)) files.changes.set(path, null);
	keepFolder(found.folder, context);
}
