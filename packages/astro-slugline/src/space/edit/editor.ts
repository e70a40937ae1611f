import type { SpaceModel } from '../model/space-model.js';
import { type EntryChange, planRemoveEntry, planSetEntry } from './entries.js';
import { SpaceEditError } from './files/edit-error.js';
import { type FileChanges, openFolder } from './files/folder-files.js';
import { type EditedStory, listStories, type OpenStory, openStory } from './open-story.js';
import { type NewNames, planMove, planName, planRename, type Relocation } from './plan-rename.js';
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
	let last: Promise<unknown> = Promise.resolve();

	const inTurn = <Result>(edit: (context: EditContext) => Promise<Result>): Promise<Result> => {
		const mine = last.then(() => edit({ files, model: options.refresh() }));
		last = mine.catch(() => undefined);
		return mine;
	};
	/** Reads the folder again, or undoes the edit if that fails. */
	const refreshOr = (undo: () => void): void => {
		try {
			options.refresh();
		} catch (error) {
			undo();
			options.refresh();
			throw error;
		}
	};
	const apply = async (changes: FileChanges): Promise<void> => {
		const undo = await files.undoOf(changes);
		files.apply(changes);
		refreshOr(() => files.apply(undo));
	};
	/** @returns a function that undoes the changes, unless their files have changed since */
	const applyUndoable = async (changes: FileChanges) => {
		const undo = await files.undoOf(changes);
		await apply(changes);
		return async () => {
			const now = await files.undoOf(changes);
			if ([...changes].every(([file, text]) => now.get(file) === text)) return apply(undo);
			throw new SpaceEditError(
				'The files of the story have changed since it was unpublished, so that is not undone. Publish the story.',
			);
		};
	};
	const relocate = async ({ changes, directory }: Relocation): Promise<void> => {
		if (!directory) return apply(changes);
		const undo = await files.undoOf(changes);
		files.apply(changes);
		try {
			files.renameDirectory(directory.from, directory.to);
		} catch (error) {
			files.apply(undo);
			throw error;
		}
		refreshOr(() => {
			files.renameDirectory(directory.to, directory.from);
			files.apply(undo);
		});
	};
	return {
		publish: (slug, { language } = {}) =>
			inTurn(async (context) => apply(await planPublish(slug, language, context))),
		unpublish: (slug, { language } = {}) =>
			inTurn(async (context) => apply(await planUnpublish(slug, language, context))),
		rename: (slug, to) =>
			inTurn(async (context) => {
				const names: NewNames = typeof to === 'string' ? { slug: to } : to;
				if (names.name !== undefined) await apply(await planName(slug, names.name, context));
				if (names.slug === undefined) return;
				await relocate(await planRename(slug, names.slug, { files, model: options.refresh() }));
			}),
		move: (slug, folder) => inTurn(async (context) => relocate(await planMove(slug, folder, context))),
		delete: (slug) =>
			inTurn(async (context) => {
				const found = storyOrFolderOf(context.model, slug);
				if ('folder' in found) {
					const aside = files.putAside(found.folder.path);
					refreshOr(aside.putBack);
					aside.remove();
					return;
				}
				const changes = new Map<string, string | null>();
				for (const part of await partsOf(found.story, context)) changes.set(part.path, null);
				await keepFolder(found.story.folder, changes, context);
				await apply(changes);
			}),
		write: (slug, change) => inTurn(async (context) => apply(await planWrite(slug, change, context))),
		list: () => inTurn(async ({ model }) => listStories(model)),
		open: (slug, { language } = {}) =>
			openStory(slug, language, (edit) => inTurn((context) => edit(context, applyUndoable))),
		setEntry: (datasource, entry) =>
			inTurn(async (context) => apply(await planSetEntry(datasource, entry, context))),
		removeEntry: (datasource, name) =>
			inTurn(async (context) => apply(await planRemoveEntry(datasource, name, context))),
	};
}
