import type { CollectionEntry } from 'astro:content';
import { shapeOf, trackedOf } from 'astro-keep/entries';
import { entriesOf } from 'astro-keep/query';
import { answers, cachedInBuild, missing, record } from 'astro-keep/tracking';
import { liveReads } from '../live/index.js';
import { shownIn, storyCollections } from '../paths/index.js';

/** A story, with the fields that `resolve()` reads. */
export interface StoryData {
	uuid: string;
	lang: string;
	content: Record<string, unknown>;
}

/**
 * Finds a story by its uuid, in a language or else in the nearest one that stands in for it, in the collections that `stories()`
 * loads. The story and its content are recorded as a read. Undefined if no collection has it.
 */
export async function findStory(uuid: string, lang: string): Promise<StoryData | undefined> {
	record('story', [uuid, lang]);
	const live = liveReads();
	if (live?.routes()) return live.story(uuid, lang);
	const entry = await look(uuid, lang);
	return entry && trackedOf(entry).data;
}

answers('story', async ([uuid, lang]) => {
	const entry = await look(uuid, lang);
	return entry ? [[entry.id, [entry.collection, shapeOf(entry)]]] : [[uuid, [missing]]];
});

async function look(uuid: string, lang: string) {
	const stories = await entriesByStory(undefined);
	const entry = shownIn(uuid, lang)
		.map((shown) => stories.get(`${shown.uuid} ${shown.lang}`))
		.find((found) => found !== undefined);
	return entry && isStory(entry.data) ? { ...entry, data: entry.data } : undefined;
}

const isStory = (data: unknown): data is StoryData =>
	typeof data === 'object' &&
	data !== null &&
	'uuid' in data &&
	// Only checks that the property exists, because reading the content of a packed entry opens it.
	'content' in data;

/** The first entry of each story, by uuid and language. */
const entriesByStory = cachedInBuild(async (_: undefined) => {
	const stories = new Map<string, CollectionEntry<string>>();
	for (const name of storyCollections()) {
		for (const entry of await entriesOf(name)) {
			const key = `${entry.data['uuid']} ${entry.data['lang']}`;
			if (!stories.has(key)) stories.set(key, entry);
		}
	}
	return stories;
});
