import type { Folder, SpaceLanguage } from '../model/space-model.js';
import { readYamlFile } from './files/check.js';
import { SpaceFolderError } from './files/folder-error.js';
import { identities } from './files/identity.js';
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
	const described = new Map<string, FolderFile>();
	for (const source of files.values())
		if (source.path.endsWith('/_folder.yaml'))
			described.set(splitLast(source.path)[0], readFolderFile(source, languages));
	const identityOf = identities('folder', described.values());
	const add = (directory: string): Folder | null => {
		if (directory === '') return null;
		const existing = folders.get(directory);
		if (existing) return existing;
		const path = `${directory}/_folder.yaml`;
		const [parent] = splitLast(directory);
		const file = described.get(directory) ?? {};
		const folder = makeFolder(directory, add(parent), {
			...{ file, identity: identityOf(directory, file), digest: files.get(path)?.digest ?? '' },
			...{ languages, isEdited: edited.has(path), dating },
		});
		folders.set(directory, folder);
		return folder;
	};
	for (const directory of [...directories, ...described.keys()]) add(directory);
	return folders;
}

interface FolderSource {
	readonly file: FolderFile;
	readonly identity: Pick<Folder, 'uuid' | 'id'>;
	readonly digest: string;
	readonly languages: readonly SpaceLanguage[];
	readonly isEdited: boolean;
	readonly dating: Dating;
}

function makeFolder(
	path: string,
	parent: Folder | null,
	{ file, identity, digest, languages, isEdited, dating }: FolderSource,
): Folder {
	const [, name] = splitLast(path);
	const slug = file.slug ?? name;
	const { uuid } = identity;
	const dates = dating.datesOf({
		...{ uuid, name, isEdited, isPublished: false, publishedDigest: '', digest },
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
		...identity,
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
