import type { Folder, SpaceLanguage } from '../model/space-model.js';
import { readYamlFile } from './files/check.js';
import { idOf, uuidOf } from './files/digest.js';
import { SpaceFolderError } from './files/folder-error.js';
import type { SourceFile } from './files/scan.js';
import { type FolderFile, folderFileSchema } from './files/story-file.js';
import { type Dating, heldFields } from './stories/dates.js';
import { joinSlug, splitLast } from './stories/file-name.js';
import { titleOf } from './stories/slugs.js';

/**
 * Creates the folders of a space: one for every directory with stories below it or with a `_folder.yaml`.
 *
 * @param directories directories with stories
 * @param edited paths of pulled `_folder.yaml` files that were changed since
 * @throws {SpaceFolderError}
 */
export function readFolders(
	directories: Iterable<string>,
	files: ReadonlyMap<string, SourceFile>,
	languages: readonly SpaceLanguage[],
	edited: ReadonlySet<string>,
	dating: Dating,
): Map<string, Folder> {
	const folders = new Map<string, Folder>();
	const add = (directory: string): Folder | null => {
		if (directory === '') return null;
		const existing = folders.get(directory);
		if (existing) return existing;
		const path = `${directory}/_folder.yaml`;
		const [parent] = splitLast(directory);
		const source = { source: files.get(path), languages, isEdited: edited.has(path), dating };
		const folder = makeFolder(directory, add(parent), source);
		folders.set(directory, folder);
		return folder;
	};
	const described = [...files.keys()].filter((path) => path.endsWith('/_folder.yaml'));
	for (const directory of [...directories, ...described.map((path) => splitLast(path)[0])]) add(directory);
	return folders;
}

interface FolderSource {
	readonly source: SourceFile | undefined;
	readonly languages: readonly SpaceLanguage[];
	readonly isEdited: boolean;
	readonly dating: Dating;
}

function makeFolder(
	path: string,
	parent: Folder | null,
	{ source, languages, isEdited, dating }: FolderSource,
): Folder {
	const file = source ? readFolderFile(source, languages) : {};
	const [, name] = splitLast(path);
	const slug = file.slug ?? name;
	const uuid = file.uuid ?? uuidOf(`folder ${path}`);
	const dates = dating.datesOf({
		...{ uuid, name, isEdited, isPublished: false, publishedDigest: '', digest: source?.digest ?? '' },
		stated: { ...file, first_published_at: null },
	});
	const translations = languages.map(({ code }) => {
		const own = file.translated?.[code];
		const translated = own?.slug ?? slug;
		const fullSlug = joinSlug(parent?.translations.get(code)?.fullSlug ?? '', translated);
		return [code, { name: own?.name ?? null, slug: translated, fullSlug }] as const;
	});
	return {
		path,
		id: file.id ?? idOf(`folder ${path}`),
		uuid,
		name: file.name ?? titleOf(slug),
		slug,
		fullSlug: joinSlug(parent?.fullSlug ?? '', slug),
		realPath: file.path ?? null,
		position: file.position ?? 0,
		published: file.published ?? false,
		parent,
		dates,
		translations: new Map(translations),
		overrides: { story: {}, link: heldFields(file.link, isEdited) },
	};
}

function readFolderFile(source: SourceFile, languages: readonly SpaceLanguage[]): FolderFile {
	const { yaml, fields: file } = readYamlFile(source, folderFileSchema);
	const unknown = Object.keys(file.translated ?? {}).find(
		(code) => !languages.some((each) => each.code === code),
	);
	if (unknown !== undefined) {
		throw new SpaceFolderError(
			source.path,
			yaml.at(['translated', unknown]),
			`\`${unknown}\` is not a language of the space. Add it to \`languages\` in space.yaml, or remove it here.`,
		);
	}
	return file;
}
