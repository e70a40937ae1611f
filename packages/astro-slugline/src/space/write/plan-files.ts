import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link, Story } from '../../wire/index.js';
import { writeYaml } from '../folder/files/yaml.js';
import { placesOf } from './places.js';
import { planDatasource, planFolders, planSpace } from './plan-others.js';
import { planStory, type StoryContext } from './plan-story.js';
import type { PulledSpace, PulledVersion } from './pulled-space.js';

/** The fields of a file to write, before they become text. */
export type PlannedFile = { readonly path: string; readonly fields: Record<string, unknown> };

export type PlannedPair = { readonly main: PlannedFile; draft: PlannedFile | undefined };

/** The files of a story, by part, so that corrections can be added. */
export type PlannedStory = PlannedPair & {
	/** By language code. */
	readonly translations: Map<string, PlannedPair>;
};

export type PlannedSpace = {
	/** By uuid. */
	readonly stories: ReadonlyMap<string, PlannedStory>;
	/** By uuid. */
	readonly folders: ReadonlyMap<string, PlannedFile>;
	readonly others: readonly PlannedFile[];
};

/** Plans the files for a pulled space, as far as the model of a space can express it. */
export function planFiles(pulled: PulledSpace): PlannedSpace {
	const links = unionByUuid(pulled.published.links, pulled.draft?.links ?? []);
	const versions = [pulled.published, ...(pulled.draft ? [pulled.draft] : [])];
	const stories = unionByUuid(
		...versions.map((version) => version.stories),
		...versions.flatMap(({ translations }) => [...translations.values()].map(inDefault)),
	);
	const places = placesOf(pulled, links, stories);
	const folders = links.filter((link) => link.is_folder);
	const context: StoryContext = {
		languages: pulled.languages,
		links: new Map(links.map((link) => [link.uuid, link])),
		folders: new Map(folders.map((link) => [places.folders.get(link.uuid) ?? '', link])),
		published: indexOf(pulled.published),
		draft: pulled.draft && indexOf(pulled.draft),
	};
	const planned = stories.flatMap((story): [string, PlannedStory][] => {
		const place = places.stories.get(story.uuid);
		return place ? [[story.uuid, planStory(story, place, context)]] : [];
	});
	return {
		stories: new Map(planned),
		folders: planFolders(links, places),
		others: [planSpace(pulled, links), ...pulled.datasources.map(planDatasource)],
	};
}

export const fileText = ({ path, fields }: PlannedFile): string =>
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
