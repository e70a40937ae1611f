import { idOf, uuidOf } from '../folder/files/digest.js';
import { joinSlug } from '../folder/stories/slugs.js';
import type { SpaceModel } from '../model/space-model.js';

/**
 * The ids that a new story's file must state. Usually none: uuid and ids derive from its name. But a renamed
 * story retains those of its old name, so a new story with that name needs others.
 *
 * @param place directory and base name
 */
export function identityOfNewStory(place: string, model: SpaceModel): Record<string, string> {
	const used = usedIn(model);
	return firstFree(place, (name) => {
		const uuid = uuidOf(`story ${name}`);
		const id = String(idOf(`story ${name}`));
		const group_id = uuidOf(`group ${name}`);
		return used.has(uuid) || used.has(id) || used.has(group_id) ? undefined : { uuid, id, group_id };
	});
}

/** `_folder.yaml` for each new directory, down to this one, whose ids a renamed folder has retained. */
export function filesOfNewFolders(directory: string, model: SpaceModel): Map<string, string> {
	const used = usedIn(model);
	const files = new Map<string, string>();
	let path = '';
	for (const name of directory.split('/')) {
		path = joinSlug(path, name);
		if (path === '' || model.folders.some((folder) => folder.path === path)) continue;
		const identity = firstFree(path, (seed) => {
			const uuid = uuidOf(`folder ${seed}`);
			const id = String(idOf(`folder ${seed}`));
			return used.has(uuid) || used.has(id) ? undefined : { uuid, id };
		});
		const lines = Object.entries(identity).map(([key, value]) => `${key}: ${value}\n`);
		if (lines.length > 0) files.set(`${path}/_folder.yaml`, lines.join(''));
	}
	return files;
}

/** Ids that derive from the name itself are not stated. */
function firstFree<T extends Record<string, string>>(
	name: string,
	identity: (name: string) => T | undefined,
): Record<string, string> {
	if (identity(name)) return {};
	for (let count = 2; ; count++) {
		const free = identity(`${name} ${count}`);
		if (free) return free;
	}
}

const usedIn = (model: SpaceModel): ReadonlySet<string> =>
	new Set([
		...model.stories.flatMap(({ uuid, id, groupId }) => [uuid, String(id), groupId]),
		...model.folders.flatMap(({ uuid, id }) => [uuid, String(id)]),
	]);
