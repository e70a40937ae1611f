import type { SpaceModel, Story } from '../model/space-model.js';
import { type EntryChange, planRemoveEntry, planSetEntry } from './entries.js';
import { apply, applyUndoable, type EditedFolder, relocate, removeFolder } from './files/apply.js';
import { type FileChanges, openFolder } from './files/folder-files.js';
import { type EditedStory, listStories, type OpenStory, openStory } from './open-story.js';
import { type NewNames, planMove, planName, planRename } from './plan-rename.js';
import { planPublish, planUnpublish } from './publish.js';
import { keepFolder } from './relocate.js';
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
	const files = openFolder(options.folder);
	const folder: EditedFolder = { files, refresh: options.refresh };
	let last: Promise<unknown> = Promise.resolve();

	const inTurn = <Result>(edit: (context: EditContext) => Promise<Result>): Promise<Result> => {
		const mine = last.then(() => edit({ files, model: options.refresh() }));
		last = mine.catch(() => undefined);
		return mine;
	};
	/** Plans changes of files in turn, and makes them. */
	const change = (plan: (context: EditContext) => Promise<FileChanges>): Promise<void> =>
		inTurn(async (context) => apply(folder, await plan(context)));
	return {
		publish: (slug, { language } = {}) => change((context) => planPublish(slug, language, context)),
		unpublish: (slug, { language } = {}) => change((context) => planUnpublish(slug, language, context)),
		rename: (slug, to) =>
			inTurn(async (context) => {
				const names: NewNames = typeof to === 'string' ? { slug: to } : to;
				if (names.name !== undefined) await apply(folder, await planName(slug, names.name, context));
				if (names.slug === undefined) return;
				await relocate(folder, await planRename(slug, names.slug, { files, model: options.refresh() }));
			}),
		move: (slug, to) => inTurn(async (context) => relocate(folder, await planMove(slug, to, context))),
		delete: (slug) =>
			inTurn(async (context) => {
				const found = storyOrFolderOf(context.model, slug);
				if ('folder' in found) return removeFolder(folder, found.folder.path);
				await apply(folder, await planRemove(found.story, context));
			}),
		write: (slug, written) => change((context) => planWrite(slug, written, context)),
		list: () => inTurn(async ({ model }) => listStories(model)),
		open: (slug, { language } = {}) =>
			openStory(slug, language, (edit) =>
				inTurn((context) => edit(context, (changes) => applyUndoable(folder, changes))),
			),
		setEntry: (datasource, entry) => change((context) => planSetEntry(datasource, entry, context)),
		removeEntry: (datasource, name) => change((context) => planRemoveEntry(datasource, name, context)),
	};
}

async function planRemove(story: Story, context: EditContext): Promise<FileChanges> {
	const changes = new Map<string, string | null>();
	for (const part of await partsOf(story, context)) changes.set(part.path, null);
	await keepFolder(story.folder, changes, context);
	return changes;
}
