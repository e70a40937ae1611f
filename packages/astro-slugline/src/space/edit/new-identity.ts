import { idOf, uuidOf } from '../folder/files/digest.js';
import { joinSlug } from '../folder/stories/file-name.js';
import type { Folder, SpaceModel, Story } from '../model/space-model.js';
import type { OpenedYaml } from './files/opened-file.js';
import type { EditContext } from './story-files.js';

/** What ids derive from, by name of the field. */
const seeds = {
	story: { uuid: 'story', id: 'story', group_id: 'group' },
	folder: { uuid: 'folder', id: 'folder' },
};

/**
 * The ids that the file of a new story or folder must state. Usually none, because they derive from its name. But a renamed one
 * retains those of its old name, so a new one with that name needs others.
 */
export function newIdentity(
	kind: keyof typeof seeds,
	name: string,
	{ stories, folders }: SpaceModel,
): Record<string, string> {
	const used = new Set([
		...stories.flatMap(({ uuid, id, groupId }) => [uuid, String(id), groupId]),
		...folders.flatMap(({ uuid, id }) => [uuid, String(id)]),
	]);
	for (let count = 1; ; count++) {
		const ids = Object.entries(seeds[kind]).map(([field, prefix]) => {
			const seed = `${prefix} ${name}${count === 1 ? '' : ` ${count}`}`;
			return [field, field === 'id' ? String(idOf(seed)) : uuidOf(seed)] as const;
		});
		if (ids.every(([, id]) => !used.has(id))) return count === 1 ? {} : Object.fromEntries(ids);
	}
}

/** Writes `_folder.yaml` for each new directory, down to this one, whose ids a renamed folder has retained. */
export function createFolders(directory: string, { files, model }: EditContext): void {
	let path = '';
	for (const name of directory.split('/')) {
		path = joinSlug(path, name);
		if (path === '' || model.folders.some((folder) => folder.path === path)) continue;
		const lines = Object.entries(newIdentity('folder', path, model)).map(([key, id]) => `${key}: ${id}\n`);
		if (lines.length > 0) files.changes.set(`${path}/_folder.yaml`, lines.join(''));
	}
}

/** Writes down ids, which derived from the old name. */
export function identify(file: OpenedYaml, found: Story | Folder): void {
	const { uuid, id } = found;
	const identity = { uuid, id: String(id), ...('draft' in found && { group_id: found.groupId }) };
	for (const [key, value] of Object.entries(identity)) if (!file.has([key])) file.set([key], value);
}
