import { trimSlashes } from '../../shared/text/slashes.js';
import { joinSlug, splitLast } from '../folder/stories/slugs.js';
import type { Folder } from '../model/space-model.js';
import type { Relocation } from './files/apply.js';
import { SpaceEditError } from './files/edit-error.js';
import type { FileChanges } from './files/folder-files.js';
import { openMarkdown, openYaml } from './files/opened-file.js';
import { followReferences } from './follow-references.js';
import { filesOfNewFolders } from './new-identity.js';
import { type Destination, identifyFolder, keepFolder, relocateStory, renamedIn, taken } from './relocate.js';
import { checkSegment, findFolder, storyOrFolderOf } from './slugs.js';
import { type EditContext, languagesOf, partsOf } from './story-files.js';
import { directoryOf } from './write-story.js';

/** What to rename: the slug's last segment, the displayed name, or both. */
export type NewNames = { readonly slug?: string; readonly name?: string };

/**
 * Renames the slug of a story or folder. Stories retain their uuids, and references by slug are updated.
 *
 * @param name the new last segment
 * @throws SpaceEditError if there is no such story or folder, or if the new name is taken
 */
export async function planRename(slug: string, name: string, context: EditContext): Promise<Relocation> {
	const found = storyOrFolderOf(context.model, slug);
	const isFolder = 'folder' in found;
	if ((isFolder ? found.folder.slug : found.story.draft.slug) === name) return { changes: new Map() };
	return plan(slug, destination(isFolder ? found.folder.parent : found.story.folder, name), context);
}

export async function planName(slug: string, name: string, context: EditContext): Promise<FileChanges> {
	const found = storyOrFolderOf(context.model, slug);
	if ('folder' in found) {
		const path = joinSlug(found.folder.path, '_folder.yaml');
		const file = openYaml((await context.files.read(path)) ?? '');
		file.set(['name'], name);
		return new Map([[path, file.print()]]);
	}
	const changes = new Map<string, string>();
	for (const part of await partsOf(found.story, context)) {
		if (part.language !== undefined) continue;
		const file = openMarkdown(part.text);
		file.set(['name'], name);
		changes.set(part.path, file.print());
	}
	return changes;
}

/**
 * Moves a story or folder into another folder, which is created if needed. `''` stands for the root.
 *
 * @throws SpaceEditError if there is no such story or folder, or if its name is taken there
 */
export async function planMove(slug: string, target: string, context: EditContext): Promise<Relocation> {
	const { model } = context;
	const found = storyOrFolderOf(model, slug);
	const into = findFolder(model, target);
	const directory = directoryOf(model, target, languagesOf(model));
	const name = 'folder' in found ? found.folder.slug : found.story.draft.slug;
	const from = 'folder' in found ? found.folder.parent : found.story.folder;
	if ((from?.fullSlug ?? '') === trimSlashes(target)) return { changes: new Map() };
	if ('folder' in found && `${directory}/`.startsWith(`${found.folder.path}/`)) {
		throw new SpaceEditError(
			`The folder ${JSON.stringify(slug)} cannot be moved into itself. Choose another folder.`,
		);
	}
	return plan(slug, { directory, fullSlugOfDirectory: into?.fullSlug ?? trimSlashes(target), name }, context);
}

const destination = (folder: Folder | null, name: string): Destination => ({
	directory: folder?.path ?? '',
	fullSlugOfDirectory: folder?.fullSlug ?? '',
	name,
});

async function plan(slug: string, to: Destination, context: EditContext): Promise<Relocation> {
	checkSegment(to.name, languagesOf(context.model));
	const found = storyOrFolderOf(context.model, slug);
	const fullSlug = joinSlug(to.fullSlugOfDirectory, to.name);
	if ('folder' in found) return planFolder(found.folder, to, fullSlug, context);
	const { story } = found;
	if (story.isStartpage && story.folder) {
		throw new SpaceEditError(
			`The story ${JSON.stringify(story.draft.fullSlug)} is the start page of its folder and shares its slug. Rename or move the folder ${JSON.stringify(story.folder.fullSlug)}.`,
		);
	}
	const renamed = new Map([[trimSlashes(story.draft.fullSlug), fullSlug]]);
	const changes = new Map<string, string | null>(await followReferences(renamed, context));
	for (const [path, text] of await relocateStory(story, to, over(context, changes))) changes.set(path, text);
	await keepFolder(story.folder, changes, context);
	return { changes: new Map([...filesOfNewFolders(to.directory, context.model), ...changes]) };
}

async function planFolder(
	folder: Folder,
	to: Destination,
	fullSlug: string,
	context: EditContext,
): Promise<Relocation> {
	const renamed = await renamedIn(folder, fullSlug, context);
	const changes = new Map<string, string | null>(await followReferences(renamed, context));
	for (const [path, text] of await identifyFolder(folder, over(context, changes))) changes.set(path, text);
	const own = joinSlug(folder.path, '_folder.yaml');
	const file = openYaml(changes.get(own) ?? '');
	const statesSlug = file.has(['slug']);
	if (statesSlug) file.set(['slug'], to.name);
	changes.set(own, file.print());
	const path = joinSlug(to.directory, statesSlug ? splitLast(folder.path)[1] : to.name);
	if (path === folder.path) return { changes };
	if (context.files.exists(path)) throw taken(path);
	await keepFolder(to.directory === (folder.parent?.path ?? '') ? null : folder.parent, changes, {
		...context,
		files: {
			...context.files,
			list: async (directory) =>
				(await context.files.list(directory)).filter((name) => joinSlug(directory, name) !== folder.path),
		},
	});
	for (const [file, text] of filesOfNewFolders(to.directory, context.model)) changes.set(file, text);
	return { changes, directory: { from: folder.path, to: path } };
}

/** The folder as if these changes had been made. Directories stay as they are. */
const over = (context: EditContext, changes: ReadonlyMap<string, string | null>): EditContext => ({
	...context,
	files: { ...context.files, read: async (file) => changes.get(file) ?? context.files.read(file) },
});
