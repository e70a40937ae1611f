import path from 'node:path';
import { trimSlashes } from '../../shared/text/slashes.js';
import { filtersTranslatedFieldsByDefault } from '../filter/filter-query.js';
import type { Datasource, Folder, SpaceModel, SpaceTokens, Story } from '../model/space-model.js';
import { readDatasource } from './datasource-file.js';
import { digestOf, idOf, numberOf } from './files/digest.js';
import { type FileLine, SpaceFolderError } from './files/folder-error.js';
import { editedSincePull, pullManifestFile, readPullManifest } from './files/pull-manifest.js';
import type { SourceFile } from './files/scan.js';
import { readSpaceFile, type SpaceFile, tokensOf } from './files/space-file.js';
import { readFolders } from './folders.js';
import { type DateMemory, datesOf } from './stories/dates.js';
import { storyKeyOf, unlistedLanguages } from './stories/file-name.js';
import { makeStory } from './stories/make-story.js';
import { slugOf } from './stories/slugs.js';
import { readStoryGroups, type StoryGroup } from './stories/story-group.js';
import { checkUnique } from './unique.js';

/**
 * The result of reading a folder, and the state that the next reading in this process needs so that `cv` and
 * dates only increase.
 */
export interface ReadSpace {
	readonly model: SpaceModel;
	/** Digest of all names and contents. */
	readonly digest: string;
	readonly dates: ReadonlyMap<string, DateMemory>;
}

/**
 * Creates the model of a space from its files.
 *
 * @param folder names the space if `space.yaml` does not
 * @param made the generated tokens, for those that `space.yaml` does not set
 * @param before the previous result in this process
 * @throws {SpaceFolderError} for the first problem
 */
export function readSpace(
	files: ReadonlyMap<string, SourceFile>,
	folder: string,
	made: SpaceTokens,
	before?: ReadSpace,
): ReadSpace {
	const space = readSpaceFile(files.get('space.yaml'));
	refuseYml(files);
	const codes = space.languages.map(({ code }) => code);
	const edited = editedSincePull(files, readPullManifest(files.get(pullManifestFile)?.text), (path) =>
		storyKeyOf(path, codes),
	);
	const earlier = before?.dates ?? new Map<string, DateMemory>();
	const groups = readStoryGroups(
		[...files.values()].filter((file) => file.path.endsWith('.md')),
		codes,
	);
	const directories = new Set(groups.map((group) => group.directory));
	const { folders, memory } = readFolders(directories, files, space.languages, edited, earlier);
	const dates = new Map(memory);
	const stories = readStories(groups, { space, folders, edited, earlier, dates });
	const datasources = [...files.values()].filter(isDatasource).map((source): Datasource => {
		const read = readDatasource(source, earlier.get(source.path));
		dates.set(source.path, read.memory);
		return read.datasource;
	});
	checkUnique(stories, folders.values(), datasources, statedIn(groups));
	const others = [...files.values()].filter(({ path }) => path !== pullManifestFile);
	const digest = digestOf('', ...others.flatMap((file) => [file.path, file.digest]));
	const model: SpaceModel = {
		id: space.id ?? idOf(`space ${space.name ?? path.basename(folder)}`),
		name: space.name ?? path.basename(folder),
		domain: space.domain,
		createdAt: space.created_at,
		defaultLanguage: space.default_language,
		languages: space.languages,
		webhooks: space.webhooks,
		options: optionsOf(space, stories),
		tokens: tokensOf(space, made),
		cv: cvOf(digest, before),
		warnings: unlistedLanguages(files.keys(), codes),
		stories,
		inventedDates: new Map(stories.map(({ uuid }) => [uuid, dates.get(uuid)?.invented ?? []])),
		folders: [...folders.values()],
		datasources,
	};
	return { model, digest, dates };
}

/** What the stories of a folder are read with. */
interface StoryReading {
	readonly space: SpaceFile;
	readonly folders: ReadonlyMap<string, Folder>;
	readonly edited: ReadonlySet<string>;
	/** The dates of the previous reading. */
	readonly earlier: ReadonlyMap<string, DateMemory>;
	/** Takes the dates of this reading. */
	readonly dates: Map<string, DateMemory>;
}

function readStories(
	groups: readonly StoryGroup[],
	{ space, folders, edited, earlier, dates }: StoryReading,
): Story[] {
	const folderOf = ({ directory }: StoryGroup) => folders.get(directory) ?? null;
	const bySlug = new Map(
		groups.map((group) => [trimSlashes(slugOf(group, folderOf(group)).fullSlug), group.uuid]),
	);
	const uuids = new Set(groups.map(({ uuid }) => uuid));
	return groups.map((group) => {
		const { uuid, base: name, isPublished, publishedDigest, digest } = group;
		const stated = { ...group.draft?.front, ...group.first.front };
		const isEdited = edited.has(group.key);
		const datesWith = (taken: string) => {
			const digests = { publishedDigest: publishedDigest + taken, digest: digest + taken };
			const dated = datesOf({ uuid, name, isPublished, ...digests, stated, isEdited }, earlier.get(uuid));
			dates.set(uuid, dated);
			return dated.dates;
		};
		return makeStory(group, folderOf(group), datesWith, { space, bySlug, uuids, edited });
	});
}

const optionsOf = (space: SpaceFile, stories: readonly Story[]): SpaceModel['options'] => ({
	publishesLanguagesIndependently: space.publish_languages_independently,
	filtersTranslatedFields:
		space.use_filter_query_in_translated_stories ?? filtersTranslatedFieldsByDefault(space.created_at),
	translatesSlugs: space.translatable_slugs ?? hasTranslatedSlugs(stories),
	paginatesLinks: Date.parse(space.created_at) >= Date.UTC(2023, 4, 9),
});

const isDatasource = ({ path }: SourceFile): boolean =>
	/^datasources\/[^/]+\.yaml$/.test(path) && !path.endsWith('/_folder.yaml');

const lowestCv = 1_600_000_000;
const cvs = 160_000_000;

/**
 * A hash of the content in the form of a Unix timestamp. Within a process, it increases with every change by
 * a multiple of the hash's range, so that no two contents share one, not even across processes.
 */
function cvOf(digest: string, before: ReadSpace | undefined): number {
	if (before?.digest === digest) return before.model.cv;
	const hash = lowestCv + numberOf(`cv ${digest}`, cvs);
	const turns = before ? Math.max(0, Math.floor((before.model.cv - hash) / cvs) + 1) : 0;
	return hash + turns * cvs;
}

const hasTranslatedSlugs = (stories: readonly Story[]): boolean =>
	stories.some(({ draft }) =>
		[...draft.translations.values()].some((each) => each.fullSlug !== draft.fullSlug || each.name !== null),
	);

/** Finds the place at which a story's file states a field. */
function statedIn(groups: readonly StoryGroup[]) {
	const files = new Map(
		groups.flatMap((group) => [group.main, group.draft].flatMap((file) => (file ? [[file.file, file]] : []))),
	);
	return (path: string, field: 'id' | 'uuid' | 'slug' | 'full_slug'): FileLine | undefined => {
		const file = files.get(path);
		return file?.front[field] === undefined ? undefined : file.text.at([field]);
	};
}

/** Refuses `.yml`, because such a file would silently be ignored. */
function refuseYml(files: ReadonlyMap<string, SourceFile>): void {
	for (const path of files.keys()) {
		if (!/^(?:space|datasources\/[^/]+|(?:.*\/)?_folder)\.yml$/.test(path)) continue;
		throw new SpaceFolderError(
			path,
			undefined,
			'YAML files of a space must end in `.yaml`. Rename this one.',
		);
	}
}
