import type { Folder, SpaceLanguage } from '../model/space-model.js';
import { check, readAs } from './files/check.js';
import { idOf, uuidOf } from './files/digest.js';
import { SpaceFolderError } from './files/folder-error.js';
import type { SourceFile } from './files/scan.js';
import { type FolderFile, folderFileSchema } from './files/story-file.js';
import { readYaml } from './files/yaml.js';
import { type DateMemory, datesOf, heldFields } from './stories/dates.js';
import { titleOf } from './stories/slugs.js';

/**
 * Creates the folders of a space: one for every directory with stories below it or with a `_folder.yaml`.
 *
 * @param directories directories with stories
 * @param edited paths of pulled `_folder.yaml` files that were changed since
 * @param before by uuid, the previous result in this process
 * @throws {SpaceFolderError}
 */
export function readFolders(
	directories: Iterable<string>,
	files: ReadonlyMap<string, SourceFile>,
	languages: readonly SpaceLanguage[],
	edited: ReadonlySet<string>,
	before: ReadonlyMap<string, DateMemory>,
): { folders: Map<string, Folder>; memory: Map<string, DateMemory> } {
	const folders = new Map<string, Folder>();
	const memory = new Map<string, DateMemory>();
	const add = (directory: string): Folder | null => {
		if (directory === '') return null;
		const existing = folders.get(directory);
		if (existing) return existing;
		const slash = directory.lastIndexOf('/');
		const parent = add(directory.slice(0, Math.max(0, slash)));
		const [folder, dates] = makeFolder(
			directory,
			parent,
			files.get(`${directory}/_folder.yaml`),
			languages,
			edited.has(`${directory}/_folder.yaml`),
			before,
		);
		folders.set(directory, folder);
		memory.set(folder.uuid, dates);
		return folder;
	};
	for (const directory of directories) add(directory);
	for (const path of files.keys()) {
		if (path.endsWith('/_folder.yaml')) add(path.slice(0, -'/_folder.yaml'.length));
	}
	return { folders, memory };
}

function makeFolder(
	path: string,
	parent: Folder | null,
	source: SourceFile | undefined,
	languages: readonly SpaceLanguage[],
	isEdited: boolean,
	before: ReadonlyMap<string, DateMemory>,
): [Folder, DateMemory] {
	const file = source ? readFolderFile(source, languages) : {};
	const ownName = path.slice(path.lastIndexOf('/') + 1);
	const slug = file.slug ?? ownName;
	const uuid = file.uuid ?? uuidOf(`folder ${path}`);
	const dates = datesOf(
		{
			uuid,
			name: ownName,
			isPublished: false,
			publishedDigest: '',
			digest: source?.digest ?? '',
			stated: {
				created_at: file.created_at,
				published_at: file.published_at,
				first_published_at: null,
				updated_at: file.updated_at,
			},
			isEdited,
		},
		before.get(uuid),
	);
	const translations = languages.map(
		({ code }): [string, { name: string | null; slug: string; fullSlug: string }] => {
			const own = file.translated?.[code];
			const translated = own?.slug ?? slug;
			const prefix = parent?.translations.get(code)?.fullSlug;
			return [code, { name: own?.name ?? null, slug: translated, fullSlug: join(prefix, translated) }];
		},
	);
	const folder: Folder = {
		path,
		id: file.id ?? idOf(`folder ${path}`),
		uuid,
		name: file.name ?? titleOf(slug),
		slug,
		fullSlug: join(parent?.fullSlug, slug),
		realPath: file.path ?? null,
		position: file.position ?? 0,
		published: file.published ?? false,
		parent,
		dates: dates.dates,
		translations: new Map(translations),
		overrides: { story: {}, link: heldFields(file.link, isEdited) },
	};
	return [folder, dates];
}

function readFolderFile(source: SourceFile, languages: readonly SpaceLanguage[]): FolderFile {
	const yaml = readAs(source.path, () => readYaml(source.text));
	const file = check(source.path, yaml, folderFileSchema);
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

const join = (prefix: string | undefined, slug: string): string =>
	prefix === undefined ? slug : `${prefix}/${slug}`;
