import type { SpaceModel } from '../model/space-model.js';
import { type EntryChange, planRemoveEntry, planSetEntry } from './entries.js';
import { openFolder } from './files/folder-files.js';
import { type EditedFolder, type EditedStory, listStories, type OpenStory, openStory } from './open-story.js';
import { keepFolder, type NewNames, planMove, planRename } from './plan-rename.js';
import { planPublish, planUnpublish } from './publish.js';
import { storyOrFolderOf } from './slugs.js';
import { type EditContext, partsOf } from './story-files.js';
import { planWrite, type StoryChange } from './write-story.js';

/**
 * Edits the folder of a space, as editors do in the visual editor. Every edit writes files, preserves their
 * comments, and is served with a greater `cv` and its webhook calls when the promise resolves. Edits run one
 * after another. An edit after which the folder could not be served is undone.
 *
 * Stories are named by their full slug. A start page differs from its folder by a slash at the end (`blog/`,
 * `blog`). If a story and a folder have the same slug, it refers to the story. Each promise rejects with a
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
	publish(slug: string, options?: { language?: string }): Promise<void>;
	/** Unpublishes a story, or one language of it. */
	unpublish(slug: string, options?: { language?: string }): Promise<void>;
	/** Changes the slug (its last segment) or the name of a story or folder, or both. */
	rename(slug: string, to: string | NewNames): Promise<void>;
	/** Moves a story or folder into another folder. `''` stands for the root. */
	move(slug: string, folder: string): Promise<void>;
	/** Deletes a story with its languages and drafts, or a folder with its contents. */
	delete(slug: string): Promise<void>;
	/** Writes a story, and creates it if it does not exist. */
	write(slug: string, change: StoryChange): Promise<void>;
	/** Lists all stories with their drafts: those of each folder in the order of the API, with its start page first. */
	list(): Promise<readonly EditedStory[]>;
	/** Opens a story, or one language of it, for somebody who edits it and may undo that. */
	open(slug: string, options?: { language?: string }): Promise<OpenStory>;
	/** Sets an entry of a datasource, and creates both if they do not exist. */
	setEntry(datasource: string, entry: EntryChange): Promise<void>;
	/** Removes an entry of a datasource. */
	removeEntry(datasource: string, name: string): Promise<void>;
};

/**
 * Creates the editor of a folder.
 *
 * @param options.refresh reads the folder again, and throws if it cannot be served
 */
export function createEditor(options: { folder: string; refresh: () => SpaceModel }): SpaceEditor {
	const folder: EditedFolder = {
		start: () => ({ files: openFolder(options.folder), model: options.refresh() }),
		commit: ({ files }) => files.commit(options.refresh),
	};
	const edit = async (plan: (context: EditContext) => void): Promise<void> => {
		const context = folder.start();
		plan(context);
		folder.commit(context);
	};
	return {
		publish: (slug, { language } = {}) => edit((context) => planPublish(slug, language, context)),
		unpublish: (slug, { language } = {}) => edit((context) => planUnpublish(slug, language, context)),
		rename: (slug, to) =>
			edit((context) => planRename(slug, typeof to === 'string' ? { slug: to } : to, context)),
		move: (slug, to) => edit((context) => planMove(slug, to, context)),
		delete: (slug) => edit((context) => planDelete(slug, context)),
		write: (slug, change) => edit((context) => planWrite(slug, change, context)),
		list: async () => listStories(options.refresh()),
		open: async (slug, { language } = {}) => openStory(slug, language, folder),
		setEntry: (datasource, entry) => edit((context) => planSetEntry(datasource, entry, context)),
		removeEntry: (datasource, name) => edit((context) => planRemoveEntry(datasource, name, context)),
	};
}

function planDelete(slug: string, context: EditContext): void {
	const { files, model } = context;
	const found = storyOrFolderOf(model, slug);
	if (!('draft' in found)) {
		for (const file of files.list(found.path)) files.changes.set(file, null);
		return;
	}
	for (const { path } of partsOf(found, context)) files.changes.set(path, null);
	keepFolder(found.folder, context);
}
