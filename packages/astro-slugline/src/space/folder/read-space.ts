import path from 'node:path';
import { once } from 'astro-keep/shared/once';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { filtersTranslatedFieldsByDefault } from '../filter/filter-query.js';
import type { Folder, SpaceModel, SpaceTokens, Story } from '../model/space-model.js';
import { readDatasource } from './datasource-file.js';
import { digestOf, idOf, numberOf } from './files/digest.js';
import { SpaceFolderError } from './files/folder-error.js';
import { editedSincePull, pullManifestFile, readPullManifest } from './files/pull-manifest.js';
import type { SourceFile } from './files/scan.js';
import { readSpaceFile, type SpaceFile } from './files/space-file.js';
import { refuseIgnored, unreadFiles } from './files/unread-files.js';
import { readFolders } from './folders.js';
import { createDating, type DateMemory, type Dating } from './stories/dates.js';
import { storyKeyOf, translationsIntoDefault, unlistedLanguages } from './stories/file-name.js';
import { makeStory } from './stories/make-story.js';
import { exposedDrafts, misspelledTypes, silentMistakes } from './stories/silent-mistakes.js';
import { slugOf } from './stories/slugs.js';
import { readStoryGroups, type StoryGroup } from './stories/story-group.js';
import { blokPlaces, codeOfMdx, writtenFiles } from './stories/written-fields.js';
import { checkUnique } from './unique.js';

/**
 * The result of reading a folder, and the state that the next reading in this process needs so that `cv` and
 * dates only increase.
 */
export interface ReadSpace {
	readonly model: SpaceModel;
	/** Digest of all names and contents. */
	readonly digest: string;
	readonly dates: DateMemory;
}

/**
 * Creates the model of a space from its files.
 *
 * @param folder names the space if `space.yaml` does not
 * @param made the generated tokens, for those that `space.yaml` does not set
 * @param before the previous result in this process
 * @param front what warnings name the folder with
 * @throws {SpaceFolderError} for the first problem
 */
export function readSpace(
	files: ReadonlyMap<string, SourceFile>,
	folder: string,
	made: SpaceTokens,
	before?: ReadSpace,
	front = '',
): ReadSpace {
	refuseIgnored(files);
	const space = readSpaceFile(files.get('space.yaml'));
	const codes = space.languages.map(({ code }) => code);
	const edited = editedSincePull(files, readPullManifest(files.get(pullManifestFile)?.text), (path) =>
		storyKeyOf(path, codes),
	);
	const dating = createDating(before?.dates);
	const sources = [...files.values()].filter(
		({ path, digest }) => path !== pullManifestFile && digest !== '',
	);
	const groups = readGroups(
		sources.filter(({ path }) => path.endsWith('.md')),
		space,
	);
	const directories = new Set(groups.map((group) => group.directory));
	const folders = readFolders(directories, files, space.languages, edited, dating);
	const stories = readStories(groups, { space, folders, edited, dating });
	const datasources = sources.filter(isDatasource).map((source) => readDatasource(source, dating));
	checkUnique(stories, folders.values(), datasources, groups);
	const bodyOf = (component: string) => space.content_types[component]?.body ?? 'body';
	const written = once(() => groups.flatMap((group) => writtenFiles(group, bodyOf)));
	const digest = digestOf('', ...sources.flatMap((file) => [file.path, file.digest]));
	const model: SpaceModel = {
		id: space.id ?? idOf(`space ${space.name ?? path.basename(folder)}`),
		name: space.name ?? path.basename(folder),
		domain: space.domain,
		createdAt: space.created_at,
		defaultLanguage: space.default_language,
		languages: space.languages,
		contentTypes: new Map(Object.entries(space.content_types)),
		webhooks: space.webhooks,
		options: optionsOf(space, stories),
		tokens: { ...made, ...space.tokens },
		cv: cvOf(digest, dating.history(), before),
		warnings: (known, defaultLanguage = space.default_language.code) => [
			...unlistedLanguages(files.keys(), codes, defaultLanguage),
			...unreadFiles(files.values(), front),
			...oddSlugs(stories, front),
			...[
				...codeOfMdx(written()),
				...folderPaths(folders.values(), files),
				...silentMistakes(written(), space.content_types, known),
				...misspelledTypes(written(), space.content_types, known),
			].map((mistake) => front + mistake),
		],
		mistakes: (known, defaultLanguage = space.default_language.code) =>
			// A pulled folder is as its space, in which a field of content may have any name.
			files.has(pullManifestFile)
				? []
				: [
						...exposedDrafts(written(), known, front),
						...translationsIntoDefault(files.keys(), codes, defaultLanguage, front),
					],
		blokPlaces: (type) => blokPlaces(written(), type).map((place) => front + place),
		stories,
		inventedDates: new Map(stories.map(({ uuid }) => [uuid, dating.memory.get(uuid)?.invented ?? []])),
		folders: [...folders.values()],
		datasources,
	};
	return { model, digest, dates: dating.memory };
}

/** What the stories of a folder are read with. */
interface StoryReading {
	readonly space: SpaceFile;
	readonly folders: ReadonlyMap<string, Folder>;
	readonly edited: ReadonlySet<string>;
	readonly dating: Dating;
}

function readStories(
	groups: readonly StoryGroup[],
	{ space, folders, edited, dating }: StoryReading,
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
			return dating.datesOf({ uuid, name, isPublished, ...digests, stated, isEdited });
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
 * A hash of the content, and of dates that no other process would give, in the form of a Unix timestamp. Within a process, it increases with every change by
 * a multiple of the hash's range, so that no two contents share one, not even across processes.
 */
function cvOf(digest: string, history: string, before: ReadSpace | undefined): number {
	if (before?.digest === digest) return before.model.cv;
	const hash = lowestCv + numberOf(`cv ${digest}${history}`, cvs);
	const turns = before ? Math.max(0, Math.floor((before.model.cv - hash) / cvs) + 1) : 0;
	return hash + turns * cvs;
}

const hasTranslatedSlugs = (stories: readonly Story[]): boolean =>
	stories.some(({ draft }) =>
		[...draft.translations.values()].some((each) => each.fullSlug !== draft.fullSlug || each.name !== null),
	);

/** @throws {SpaceFolderError} for the first problem. In a file whose language is not listed, it is that. */
function readGroups(
	sources: readonly SourceFile[],
	{ languages, default_language }: SpaceFile,
): StoryGroup[] {
	const codes = languages.map(({ code }) => code);
	try {
		return readStoryGroups(sources, codes);
	} catch (error) {
		if (!(error instanceof SpaceFolderError)) throw error;
		const { file } = error;
		const paths = sources.map(({ path }) => path);
		const [hint] = unlistedLanguages(
			paths.filter((path) => path === file || !/\.[^/.]+\.md$/.test(path)),
			codes,
			default_language.code,
		);
		if (!hint) throw error;
		throw new SpaceFolderError(file, undefined, `The front matter is not that of a story. ${hint}`, {
			cause: error,
		});
	}
}

/** A warning for each published story whose slug begins with `_`, which elsewhere hides a page, or has a space. */
const oddSlugs = (stories: readonly Story[], front: string): string[] =>
	stories.flatMap(({ file, published }) => {
		const [odd] = /(?<=^|\/)_|\s/.exec(published?.fullSlug ?? '') ?? [];
		if (odd === undefined) return [];
		const why =
			odd === '_'
				? 'A leading `_` does not hide a story: a draft has `published: false`.'
				: 'Name the file without spaces, or give it a `slug`.';
		return [`${front}${file}: It is published with the slug \`${published?.fullSlug}\`. ${why}`];
	});

/** A warning for each folder with a `path`, unless it was pulled: then the space has it. */
const folderPaths = (folders: Iterable<Folder>, files: ReadonlyMap<string, SourceFile>): string[] =>
	[...folders].flatMap(({ path: directory, realPath }) =>
		realPath === null || files.has(pullManifestFile)
			? []
			: `${directory}/_folder.yaml: \`path\` of a folder moves no page. Set \`slug\` to move all of its stories, or \`path\` in a story.`,
	);
