import { isDeepStrictEqual } from 'node:util';
import { type Link, linkSchema, type Story, storySchema } from '../../wire/index.js';
import { createCatalog } from '../delivery/catalog.js';
import { serveLink } from '../delivery/links.js';
import { serveStory } from '../delivery/serve-story.js';
import { digestOf } from '../folder/files/digest.js';
import type { SourceFile } from '../folder/files/scan.js';
import { readSpace } from '../folder/read-space.js';
import type { SpaceModel } from '../model/space-model.js';
import { withoutMarks } from './fields.js';
import { fileText, type PlannedFile, type PlannedSpace, type PlannedStory } from './plan-files.js';
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

export function filesOf(planned: PlannedSpace): PlannedFile[] {
	const stories = [...planned.stories.values()].flatMap(({ main, draft, translations }) => [
		main,
		...(draft ? [draft] : []),
		...[...translations.values()].flatMap((each) => [each.main, ...(each.draft ? [each.draft] : [])]),
	]);
	return [...planned.others, ...planned.folders.values(), ...stories];
}

/** Reads the planned files as a space, without a folder on disk. */
function readPlanned(planned: PlannedSpace): SpaceModel {
	const files = filesOf(planned).map((file): SourceFile => {
		const text = fileText(file);
		return { path: file.path, text, digest: digestOf(text), stamp: '' };
	});
	files.sort((a, b) => (a.path < b.path ? -1 : 1));
	return readSpace(new Map(files.map((file) => [file.path, file])), '', {
		public: '',
		preview: '',
		oauth: '',
	}).model;
}

function correct(
	planned: PlannedSpace,
	version: 'published' | 'draft',
	wanted: PulledVersion,
	model: SpaceModel,
): string[] {
	const catalog = createCatalog(model);
	const folders = new Map(model.folders.map((folder) => [folder.uuid, folder]));
	const odd = new Set<string>();

	const correctStories = (language: string | undefined, stories: readonly Story[]) => {
		for (const story of stories) {
			const plan = planned.stories.get(story.uuid);
			const found = catalog.byUuid(story.uuid);
			const served = found && serveStory(found, { version, language, fallback: undefined }, catalog);
			const wrong = served && differences(comparable(storySchema.parse(served)), comparable(story));
			if (wrong && Object.keys(wrong).length === 0) continue;
			odd.add(story.full_slug);
			const file = plan && fileFor(plan, version, language);
			if (file && wrong) put(file, 'extra', wrong);
		}
	};
	const correctLinks = (links: readonly Link[]) => {
		for (const link of links) {
			const plan = planned.stories.get(link.uuid);
			const found = folders.get(link.uuid) ?? catalog.byUuid(link.uuid);
			const served = found && serveLink(found, version, true, catalog);
			const wrong = served && differences(linkSchema.parse(served), link);
			if (wrong && Object.keys(wrong).length === 0) continue;
			odd.add(link.slug);
			const file = planned.folders.get(link.uuid) ?? (plan && fileFor(plan, version, undefined));
			if (file && wrong) put(file, 'link', wrong);
		}
	};
	correctStories(undefined, wanted.stories);
	for (const [code, translated] of wanted.translations) correctStories(code, translated);
	correctLinks(wanted.links);
	return [...odd];
}

const comparable = (story: Story): Record<string, unknown> => ({
	...story,
	content: withoutMarks(story.content),
});

/** Pulled fields that would be served differently. */
function differences(
	served: Readonly<Record<string, unknown>>,
	pulled: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
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
	plan: PlannedStory,
	version: 'published' | 'draft',
	language: string | undefined,
): PlannedFile | undefined {
	const files = language === undefined ? plan : plan.translations.get(language);
	if (!files) return undefined;
	if (version === 'published' || files.main.fields['published'] === false) return files.main;
	files.draft ??= {
		path: files.main.path.replace(/\.md$/, '.draft.md'),
		fields: { ...files.main.fields },
	};
	return files.draft;
}

function put(file: PlannedFile, key: 'extra' | 'link', fields: Record<string, unknown>): void {
	const before = file.fields[key];
	file.fields[key] = { ...(typeof before === 'object' ? before : {}), ...fields };
}
