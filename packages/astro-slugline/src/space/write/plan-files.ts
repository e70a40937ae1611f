import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link, Story } from '../../wire/index.js';
import { writeYaml } from '../folder/files/yaml.js';
import { type Places, placesOf } from './places.js';
import { planDatasource, planFolder, planSpace } from './plan-others.js';
import { planStory, type StoryContext } from './plan-story.js';
import type { PulledSpace, PulledVersion } from './pulled-space.js';

/** The fields of files to write, before they become text, by path. */
export type PlannedFiles = Map<string, Record<string, unknown>>;

export interface PlannedSpace {
	readonly files: PlannedFiles;
	readonly places: Places;
}

/** Plans the files for a pulled space, as far as the model of a space can express it. */
export function planFiles(pulled: PulledSpace): PlannedSpace {
	const versions = [pulled.published, ...(pulled.draft ? [pulled.draft] : [])];
	const links = unionByUuid(...versions.map((version) => version.links));
	const stories = unionByUuid(
		...versions.map((version) => version.stories),
		...versions.flatMap(({ translations }) => [...translations.values()].map(inDefault)),
	);
	const places = placesOf(pulled.languages, links, stories);
	const folders = links.flatMap((link): [string, Link][] => {
		const directory = places.folders.get(link.uuid);
		return directory === undefined ? [] : [[directory, link]];
	});
	const files: PlannedFiles = new Map([
		['space.yaml', planSpace(pulled, links)],
		...pulled.datasources.map(planDatasource),
		...folders.map(([directory, link]) => planFolder(directory, link)),
	]);
	const context: StoryContext = {
		files,
		languages: pulled.languages,
		links: new Map(links.map((link) => [link.uuid, link])),
		folders: new Map(folders),
		published: indexOf(pulled.published),
		draft: pulled.draft && indexOf(pulled.draft),
	};
	for (const story of stories) {
		const place = places.stories.get(story.uuid);
		if (place) planStory(story, place, context);
	}
	return { files, places };
}

export const fileText = (path: string, fields: Readonly<Record<string, unknown>>): string =>
	path.endsWith('.md') ? `---\n${writeYaml(fields)}---\n` : writeYaml(fields);

const byUuid = (stories: readonly Story[]) => new Map(stories.map((story) => [story.uuid, story]));

const indexOf = ({ stories, translations }: PulledVersion) => ({
	stories: byUuid(stories),
	translations: new Map([...translations].map(([code, translated]) => [code, byUuid(translated)])),
});

function unionByUuid<T extends Link | Story>(...lists: readonly (readonly T[])[]): T[] {
	const found = new Map<string, T>();
	for (const item of lists.flat()) if (!found.has(item.uuid)) found.set(item.uuid, item);
	return [...found.values()];
}

/** Stories that exist only in another language, with their slugs in the default language. */
const inDefault = (stories: readonly Story[]): Story[] =>
	stories.map((story) => {
		const prefix = `${story.lang}/`;
		const own = trimSlashes(story.full_slug);
		const slug = own.startsWith(prefix) ? own.slice(prefix.length) : own;
		return { ...story, full_slug: story.default_full_slug ?? slug };
	});
