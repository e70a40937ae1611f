import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { joinSlug, splitLast } from '../folder/stories/file-name.js';
import type { Folder, Story } from '../model/space-model.js';
import { SpaceEditError } from './files/edit-error.js';
import { type OpenedYaml, openMarkdown, openYaml } from './files/opened-file.js';
import { createFolders, identify } from './new-identity.js';
import { followReferences } from './references.js';
import {
	checkFree,
	checkLanguage,
	checkSegment,
	findFolder,
	type ItemSlug,
	isWithin,
	storyOrFolderOf,
} from './slugs.js';
import { type EditContext, languagesOf, partPath, partsAt, partsOf, placeOf } from './story-files.js';
import { directoryOf } from './write-story.js';

/** What to rename: the slug's last segment, the displayed name, the slug in other languages, the folder, or several of them. */
export type NewNames = {
	readonly slug?: string | undefined;
	readonly name?: string | undefined;
	/** Last segments of slugs, by the codes of languages. `''` stands for the slug of the default language. */
	readonly slugs?: Readonly<Record<string, string>> | undefined;
	/** Full slug of the folder to move to, which is created if needed. `''` stands for the root. */
	readonly folder?: string | undefined;
};

/**
 * Renames a story or folder. Stories retain their uuids, and references by slug are updated.
 *
 * @throws SpaceEditError if there is no such story or folder, or if the new name is taken
 */
export function planRename(slug: ItemSlug, names: NewNames, context: EditContext): void {
	const { model } = context;
	const found = storyOrFolderOf(model, slug);
	const { name, slug: own = nameOf(found), folder: target } = names;
	if (name !== undefined) setIn(found, context, (file) => file.set(['name'], name));
	for (const [language, segment] of Object.entries(names.slugs ?? {}))
		translateSlug(found, language, segment, context);
	const parent = parentOf(found)?.fullSlug ?? '';
	const folder = target === undefined ? parent : (findFolder(model, target)?.fullSlug ?? trimSlashes(target));
	const directory = directoryOf(model, folder, languagesOf(model));
	if (folder === parent && own === nameOf(found)) return;
	if (!('draft' in found) && `${directory}/`.startsWith(`${found.path}/`)) {
		throw new SpaceEditError(
			`The folder ${JSON.stringify(found.fullSlug)} cannot be moved into itself. Choose another folder.`,
		);
	}
	relocate(found, { directory, folder, name: own }, context);
}

function translateSlug(found: Story | Folder, language: string, segment: string, context: EditContext): void {
	const { model } = context;
	checkLanguage(language, model);
	const slug = segment === '' ? undefined : checkSegment(segment, languagesOf(model));
	if ('draft' in found) setIn(found, context, (file) => file.set(['slug'], slug), language);
	else setIn(found, context, (file) => file.set(['translated', language, 'slug'], slug));
}

/** Preserves a folder when its last file leaves, by writing its identity to a file. */
export function keepFolder(folder: Folder | null, { files }: EditContext): void {
	if (!folder) return;
	const isHidden = (file: string) => file.slice(folder.path.length + 1).startsWith('.');
	if (!files.list(folder.path).every(isHidden)) return;
	files.changes.set(joinSlug(folder.path, '_folder.yaml'), `uuid: ${folder.uuid}\nid: ${folder.id}\n`);
}

const nameOf = (found: Story | Folder): string => ('draft' in found ? found.draft.slug : found.slug);
const parentOf = (found: Story | Folder): Folder | null => ('draft' in found ? found.folder : found.parent);

/** Where a story or folder moves to: directory and full slug of the folder, and its name there. */
interface Destination {
	readonly directory: string;
	readonly folder: string;
	readonly name: string;
}

function relocate(found: Story | Folder, to: Destination, context: EditContext): void {
	const name = checkSegment(to.name, languagesOf(context.model));
	checkFree(joinSlug(to.folder, name), context.model, found);
	if ('draft' in found) relocateStory(found, { ...to, name }, context);
	else relocateFolder(found, { ...to, name }, context);
	keepFolder(parentOf(found), context);
	createFolders(to.directory, context);
}

/** Moves a story's files, or changes the slug that its file states. */
function relocateStory(story: Story, to: Destination, context: EditContext): void {
	if (story.isStartpage && story.folder) {
		throw new SpaceEditError(
			`The story ${JSON.stringify(story.draft.fullSlug)} is the start page of its folder and shares its slug. Rename or move the folder ${JSON.stringify(story.folder.fullSlug)}.`,
		);
	}
	const fullSlug = joinSlug(to.folder, to.name);
	followReferences(new Map([[trimSlashes(story.draft.fullSlug), fullSlug]]), context);
	const before = placeOf(story, context.model);
	let statesSlug = before.base === 'index';
	setIn(story, context, (file) => {
		identify(file, story);
		statesSlug ||= file.has(['slug']);
		if (before.base === 'index' || file.has(['slug'])) file.set(['slug'], to.name);
		if (file.has(['full_slug'])) file.set(['full_slug'], fullSlug);
	});
	const place = { directory: to.directory, base: statesSlug ? before.base : to.name };
	if (place.directory === before.directory && place.base === before.base) return;
	if (partsAt(place, context).length > 0) throw taken(joinSlug(place.directory, `${place.base}.md`));
	for (const part of partsOf(story, context)) context.files.move(part.path, partPath(place, part));
}

function relocateFolder(folder: Folder, to: Destination, context: EditContext): void {
	const { files, model } = context;
	const stories = model.stories.filter((story) => isWithin(story.folder, folder));
	followReferences(renamedIn(folder, stories, joinSlug(to.folder, to.name), context), context);
	const inside = model.folders.filter((each) => isWithin(each, folder));
	for (const each of [...inside, ...stories]) setIn(each, context, (file) => identify(file, each));
	let statesSlug = false;
	setIn(folder, context, (file) => {
		statesSlug = file.has(['slug']);
		if (statesSlug) file.set(['slug'], to.name);
	});
	const path = joinSlug(to.directory, statesSlug ? splitLast(folder.path)[1] : to.name);
	if (path === folder.path) return;
	if (files.exists(path)) throw taken(path);
	for (const file of files.list(folder.path)) files.move(file, path + file.slice(folder.path.length));
}

/** The slugs that change with a folder's: those of its stories, unless their files state full slugs. */
function renamedIn(folder: Folder, stories: readonly Story[], fullSlug: string, context: EditContext) {
	const renamed = new Map<string, string>();
	for (const story of stories) {
		const old = trimSlashes(story.draft.fullSlug);
		if (old !== folder.fullSlug && !old.startsWith(`${folder.fullSlug}/`)) continue;
		if (partsOf(story, context).some(({ text }) => openMarkdown(text).has(['full_slug']))) continue;
		renamed.set(old, fullSlug + old.slice(folder.fullSlug.length));
	}
	return renamed;
}

const taken = (path: string) =>
	new SpaceEditError(`${JSON.stringify(path)} already exists. Rename or delete it first.`);

/** Changes the fields of a folder, or of a story in a language. */
function setIn(
	found: Story | Folder,
	context: EditContext,
	change: (file: OpenedYaml) => void,
	language?: string,
): void {
	const { files } = context;
	const open = 'draft' in found ? openMarkdown : openYaml;
	const paths =
		'draft' in found
			? partsOf(found, context).flatMap((part) => (part.language === language ? [part.path] : []))
			: [joinSlug(found.path, '_folder.yaml')];
	for (const path of paths) {
		const file = open(files.read(path) ?? '');
		change(file);
		files.changes.set(path, file.print());
	}
}
