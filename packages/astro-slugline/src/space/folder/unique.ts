import type { Folder, Story } from '../model.js';
import { SpaceFolderError } from './folder-error.js';
import { trimSlashes } from './make-story.js';

/**
 * Makes sure that no two stories or folders share an id or uuid, and no two stories a slug in any language that they have.
 *
 * @throws {SpaceFolderError} naming both
 */
export function checkUnique(stories: readonly Story[], folders: Iterable<Folder>): void {
	const owners = new Map<string, string>();
	const claim = (file: string, kind: string, value: string | number): void => {
		const key = `${kind} ${value}`;
		const owner = owners.get(key);
		if (owner !== undefined && owner !== file) {
			throw new SpaceFolderError(
				file,
				undefined,
				`The ${kind} \`${value}\` is also that of \`${owner}\`. Change one of the two.`,
			);
		}
		owners.set(key, file);
	};
	for (const folder of folders) {
		claim(`${folder.path}/_folder.yaml`, 'id', folder.id);
		claim(`${folder.path}/_folder.yaml`, 'uuid', folder.uuid);
		claim(`${folder.path}/_folder.yaml`, 'folder slug', folder.fullSlug);
	}
	for (const story of stories) {
		claim(story.file, 'id', story.id);
		claim(story.file, 'uuid', story.uuid);
		claim(story.file, 'slug', trimSlashes(story.draft.fullSlug));
		for (const [code, translation] of story.draft.translations) {
			if (translation.exists) claim(story.file, `slug in \`${code}\``, trimSlashes(translation.fullSlug));
		}
	}
}
