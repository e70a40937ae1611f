import { isDeepStrictEqual } from 'node:util';
import type { Fields } from 'astro-keep/shared/json';
import { linkSchema, type Story, storySchema } from '../../wire/index.js';
import { catalogOf } from '../delivery/catalog.js';
import { serveLink } from '../delivery/links.js';
import { serveStory } from '../delivery/serve-story.js';
import { partPath } from '../edit/story-files.js';
import { digestOf } from '../folder/files/digest.js';
import type { SourceFile } from '../folder/files/scan.js';
import { readSpace } from '../folder/read-space.js';
import type { SpaceModel } from '../model/space-model.js';
import { withoutMarks } from './fields.js';
import { fileText, type PlannedSpace } from './plan-files.js';
import type { PulledSpace, PulledVersion } from './pulled-space.js';

/** A correction may change what another file inherits. This many rounds settle that. */
const maxRounds = 4;

/**
 * Reads the planned files as a space. If something would be served differently from what was pulled, adds the
 * difference to the files as fields that are served unchanged.
 *
 * @returns full slugs of stories and folders that would still be served differently
 * @throws {SpaceFolderError} if the pulled space contradicts itself, such as two stories with one slug
 */
export function settle(planned: PlannedSpace, pulled: PulledSpace): string[] {
	const odd = new Set<string>();
	for (const version of ['published', 'draft'] as const) {
		const wanted = pulled[version];
		let wrong: string[] = [];
		for (let round = 0; wanted && round < maxRounds; round++) {
			wrong = correct(planned, version, wanted, readPlanned(planned));
			if (wrong.length === 0) break;
		}
		for (const slug of wrong) odd.add(slug);
	}
	return [...odd];
}

/** Reads the planned files as a space, without a folder on disk. */
function readPlanned({ files }: PlannedSpace): SpaceModel {
	const sources = [...files].map(([path, fields]): SourceFile => {
		const text = fileText(path, fields);
		return { path, text, digest: digestOf(text), stamp: '' };
	});
	sources.sort((a, b) => (a.path < b.path ? -1 : 1));
	const tokens = { public: '', preview: '', oauth: '' };
	return readSpace(new Map(sources.map((file) => [file.path, file])), '', tokens).model;
}

function correct(
	planned: PlannedSpace,
	version: 'published' | 'draft',
	wanted: PulledVersion,
	model: SpaceModel,
): string[] {
	const catalog = catalogOf(model);
	const folders = new Map(model.folders.map((folder) => [folder.uuid, folder]));
	const odd = new Set<string>();
	/** Adds to a file under `key` what it lacks for serving `pulled`. */
	const compare = (
		[key, slug]: ['extra' | 'link', slug: string],
		served: Fields | undefined,
		pulled: Fields,
		fileOf: () => Record<string, unknown> | undefined,
	) => {
		const wrong = served && differences(served, pulled);
		if (wrong && Object.keys(wrong).length === 0) return;
		odd.add(slug);
		const file = fileOf();
		if (file && wrong) file[key] = { ...Object(file[key]), ...wrong };
	};
	const compareStories = (language: string | undefined, stories: readonly Story[]) => {
		for (const story of stories) {
			const found = catalog.byUuid(story.uuid);
			const served = found && serveStory(found, { version, language, fallback: undefined }, catalog);
			compare(
				['extra', story.full_slug],
				served && comparable(storySchema.parse(served)),
				comparable(story),
				() => fileFor(planned, story.uuid, version, language),
			);
		}
	};
	compareStories(undefined, wanted.stories);
	for (const [code, translated] of wanted.translations) compareStories(code, translated);
	for (const link of wanted.links) {
		const found = folders.get(link.uuid) ?? catalog.byUuid(link.uuid);
		const served = found && serveLink(found, version, true, catalog);
		const directory = planned.places.folders.get(link.uuid);
		compare(['link', link.slug], served && linkSchema.parse(served), link, () =>
			directory === undefined
				? fileFor(planned, link.uuid, version, undefined)
				: planned.files.get(`${directory}/_folder.yaml`),
		);
	}
	return [...odd];
}

const comparable = (story: Story): Record<string, unknown> => ({
	...story,
	content: withoutMarks(story.content),
});

/** Pulled fields that would be served differently. */
function differences(served: Fields, pulled: Fields): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(pulled).filter(
			([name, value]) => value !== undefined && !isDeepStrictEqual(served[name], value),
		),
	);
}

/**
 * The file for a statement about a version and language. A draft equal to the published version gets its own
 * file. A language without a file has none, because in the default language's file the statement would apply
 * to all languages.
 */
function fileFor(
	{ files, places }: PlannedSpace,
	uuid: string,
	version: 'published' | 'draft',
	language: string | undefined,
): Record<string, unknown> | undefined {
	const place = places.stories.get(uuid);
	const main = place && files.get(partPath(place, { language, isDraft: false }));
	if (!main || version === 'published' || main['published'] === false) return main;
	const path = partPath(place, { language, isDraft: true });
	const draft = files.get(path) ?? { ...main };
	files.set(path, draft);
	return draft;
}
