import { trimSlashes } from '../../shared/text/slashes.js';
import { joinSlug } from '../folder/stories/slugs.js';
import type { Folder, SpaceModel, Story } from '../model/space-model.js';
import { SpaceEditError } from './files/edit-error.js';
import { openMarkdown, openYaml } from './files/opened-file.js';
import type { Renamed } from './references.js';

import { type EditContext, namesAt, partPath, partsOf, placeOf } from './story-files.js';

/** Where a story or folder moves to: the directory, and its name there. */
export type Destination = {
	readonly directory: string;
	readonly fullSlugOfDirectory: string;
	readonly name: string;
};

/**
 * Moves a story's files, or changes the slug that its file states. First writes down its identity (uuid, id,
 * group), which derived from the old name.
 */
export async function relocateStory(
	story: Story,
	to: Destination,
	context: EditContext,
): Promise<Map<string, string | null>> {
	const changes = new Map<string, string | null>();
	const before = placeOf(story, context.model);
	const parts = await partsOf(story, context);
	const statesSlug = parts.some(
		({ language, text }) => language === undefined && openMarkdown(text).has(['slug']),
	);
	const fullSlug = joinSlug(to.fullSlugOfDirectory, to.name);
	const base = statesSlug || before.base === 'index' ? before.base : to.name;
	const isElsewhere = to.directory !== before.directory || base !== before.base;
	if (isElsewhere && (await namesAt({ directory: to.directory, base }, context)).length > 0) {
		throw taken(joinSlug(to.directory, `${base}.md`));
	}
	for (const part of parts) {
		const path = partPath({ directory: to.directory, base }, part);
		const file = openMarkdown(part.text);
		if (part.language === undefined) {
			identify(file, story);
			if (file.has(['slug']) || before.base === 'index') file.set(['slug'], to.name);
			if (file.has(['full_slug'])) file.set(['full_slug'], fullSlug);
		}
		changes.set(part.path, null);
		changes.set(path, file.print());
	}
	return changes;
}

/** Writes down the identity of a folder and its contents before its name changes. */
export async function identifyFolder(
	folder: Folder,
	context: EditContext,
): Promise<Map<string, string | null>> {
	const changes = new Map<string, string | null>();
	for (const each of context.model.folders) {
		if (!isWithin(each, folder)) continue;
		const path = joinSlug(each.path, '_folder.yaml');
		const file = openYaml((await context.files.read(path)) ?? '');
		for (const [key, value] of [
			['uuid', each.uuid],
			['id', String(each.id)],
		] as const) {
			if (!file.has([key])) file.set([key], value);
		}
		changes.set(path, file.print());
	}
	for (const story of storiesIn(context.model, folder)) {
		for (const part of await partsOf(story, context)) {
			if (part.language !== undefined) continue;
			const file = openMarkdown(part.text);
			identify(file, story);
			changes.set(part.path, file.print());
		}
	}
	return changes;
}

/** The slugs that change with a folder's: those of its stories, unless their files state full slugs. */
export async function renamedIn(folder: Folder, fullSlug: string, context: EditContext): Promise<Renamed> {
	const renamed = new Map<string, string>();
	for (const story of storiesIn(context.model, folder)) {
		const old = trimSlashes(story.draft.fullSlug);
		const rest = old === folder.fullSlug ? '' : old.slice(folder.fullSlug.length + 1);
		if (old !== folder.fullSlug && !old.startsWith(`${folder.fullSlug}/`)) continue;
		const parts = await partsOf(story, context);
		if (parts.some(({ text }) => openMarkdown(text).has(['full_slug']))) continue;
		renamed.set(old, joinSlug(fullSlug, rest));
	}
	return renamed;
}

/** Preserves a folder when its last story leaves, by writing its identity to a file. */
export async function keepFolder(
	folder: Folder | null,
	changes: Map<string, string | null>,
	{ files }: EditContext,
): Promise<void> {
	if (!folder) return;
	const names = (await files.list(folder.path)).filter((name) => !name.startsWith('.'));
	const left = names.filter((name) => changes.get(joinSlug(folder.path, name)) !== null);
	const added = [...changes].some(([path, text]) => text !== null && path.startsWith(`${folder.path}/`));
	if (left.length > 0 || added) return;
	changes.set(joinSlug(folder.path, '_folder.yaml'), `uuid: ${folder.uuid}\nid: ${folder.id}\n`);
}

const storiesIn = (model: SpaceModel, folder: Folder): Story[] =>
	model.stories.filter((story) => story.folder !== null && isWithin(story.folder, folder));

function isWithin(folder: Folder, ancestor: Folder): boolean {
	for (let each: Folder | null = folder; each; each = each.parent)
		if (each.path === ancestor.path) return true;
	return false;
}

export const taken = (path: string) =>
	new SpaceEditError(`${JSON.stringify(path)} already exists. Rename or delete it first.`);

function identify(file: ReturnType<typeof openMarkdown>, story: Story): void {
	const identity = { uuid: story.uuid, id: String(story.id), group_id: story.groupId };
	for (const [key, value] of Object.entries(identity)) if (!file.has([key])) file.set([key], value);
}
