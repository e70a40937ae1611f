import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Datasource, Folder, Story } from '../model/space-model.js';
import { type FileLine, SpaceFolderError } from './files/folder-error.js';
import type { StoryGroup } from './stories/story-group.js';

type Field = 'id' | 'uuid' | 'slug' | 'full_slug';

/**
 * Checks that ids and uuids of stories and folders, slugs of stories in each of their languages, and ids of
 * datasources are unique.
 *
 * @param groups the files of the stories, for the places at which they state fields
 * @throws {SpaceFolderError} naming both files
 */
export function checkUnique(
	stories: readonly Story[],
	folders: Iterable<Folder>,
	datasources: readonly Datasource[],
	groups: readonly StoryGroup[],
): void {
	const statedAt = (file: string, fields: readonly Field[]): FileLine | undefined => {
		const stating = groups
			.flatMap((group) => [group, ...group.translations.values()])
			.flatMap(({ main, draft }) => [main, draft])
			.find((each) => each?.file === file);
		const front: { readonly [Name in Field]?: unknown } = stating?.front ?? {};
		const stated = fields.find((field) => front[field] !== undefined);
		return stated && stating?.text.at([stated]);
	};
	const kinds = new Map<string, Map<string | number, string>>();
	const claim = (file: string, kind: string, value: string | number, ...fields: Field[]): void => {
		const owners = kinds.get(kind) ?? new Map<string | number, string>();
		kinds.set(kind, owners);
		const owner = owners.get(value);
		if (owner === undefined || owner === file) {
			owners.set(value, file);
			return;
		}
		// The file that states the field is the one to change.
		const [wrong, other] = statedAt(file, fields) || !statedAt(owner, fields) ? [file, owner] : [owner, file];
		throw new SpaceFolderError(
			wrong,
			statedAt(wrong, fields),
			`The ${kind} \`${value || '/'}\` is already used by \`${other}\`. Change one of them.`,
		);
	};
	for (const folder of folders) {
		const file = `${folder.path}/_folder.yaml`;
		claim(file, 'id', folder.id);
		claim(file, 'uuid', folder.uuid);
		claim(file, 'folder slug', folder.fullSlug);
	}
	for (const { file, id } of datasources) claim(file, 'id of a datasource', id);
	const translationsOf = new Map(groups.map(({ uuid, translations }) => [uuid, translations]));
	for (const { file, id, uuid, draft } of stories) {
		claim(file, 'id', id, 'id');
		claim(file, 'uuid', uuid, 'uuid');
		claim(file, 'slug', trimSlashes(draft.fullSlug), 'full_slug', 'slug');
		for (const [code, translation] of draft.translations) {
			const written = translationsOf.get(uuid)?.get(code);
			const place = (written?.main ?? written?.draft)?.file ?? file;
			if (translation.exists) claim(place, `slug in \`${code}\``, trimSlashes(translation.fullSlug), 'slug');
		}
	}
}
