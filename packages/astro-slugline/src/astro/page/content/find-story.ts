import { getCollection } from 'astro:content';
import { type Stored, shapeOf, trackedOf } from '../entries/index.js';
import { storyCollections } from '../paths/index.js';
import { answers, channel, liveReads, record, watchEntries } from '../tracking/index.js';

/** A story, with the fields that `resolve()` reads. */
export interface StoryData {
	uuid: string;
	lang: string;
	content: Record<string, unknown>;
}

interface StoryEntry extends Stored {
	data: Record<string, unknown>;
}

/**
 * Finds a story by its uuid, in a language or else in the default one, in the collections that `stories()` loads. The story and
 * its content are recorded as a read. Undefined if no collection has it.
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
	return entry ? `${entry.collection} ${shapeOf(entry)}` : 'missing';
});

async function look(uuid: string, lang: string) {
	const stories = await index();
	const entry = stories.get(`${uuid} ${lang}`) ?? stories.get(`${uuid} default`);
	return entry && isStory(entry.data) ? { ...entry, data: entry.data } : undefined;
}

const isStory = (data: unknown): data is StoryData =>
	typeof data === 'object' &&
	data !== null &&
	'uuid' in data &&
	// Only checks that the property exists, because reading the content of a packed entry opens it.
	'content' in data;

let made: Promise<Map<string, StoryEntry>> | undefined;

/** Stories by uuid and language. Cached in a build, whose collections do not change, but not in dev and on a server. */
function index(): Promise<Map<string, StoryEntry>> {
	if (!channel()) return makeIndex();
	made ??= makeIndex();
	return made;
}

async function makeIndex(): Promise<Map<string, StoryEntry>> {
	const stories = new Map<string, StoryEntry>();
	for (const name of storyCollections()) {
		await watchEntries(name, () => getCollection(name));
		const entries: StoryEntry[] = await getCollection(name);
		for (const entry of entries) {
			const key = `${entry.data['uuid']} ${entry.data['lang']}`;
			if (!stories.has(key)) stories.set(key, entry);
		}
	}
	return stories;
}
