import type { DeliveryClient, Version } from '../../client/index.js';
import type { Story } from '../../wire/index.js';

/** The largest page of stories that the API gives, which needs the fewest requests. */
const perPage = 100;

/** Stories that one request can name. */
const maxUuids = 50;

type Snapshot = number | undefined;

/** Asks a client for stories of a snapshot. */
export function createStories(client: DeliveryClient, version: Version) {
	/** Stories that are asked for together at the end of this turn, by language and snapshot. */
	const batches = new Map<string, { uuids: string[]; stories: Promise<Map<string, Story>> }>();

	const byUuid = (stories: readonly Story[]) => new Map(stories.map((story) => [story.uuid, story]));

	const named = async (lang: string, cv: Snapshot, uuids: readonly string[]) => {
		const language = lang === 'default' ? undefined : lang;
		const byUuids = [...new Set(uuids)];
		return byUuid(await client.stories.all({ version, cv, language, byUuids, perPage: maxUuids }));
	};

	return {
		/** The stories with these uuids, in a language. */
		named,
		/** One story. Those that are wanted in one turn are asked for together. */
		async one(lang: string, cv: Snapshot, uuid: string): Promise<Story | undefined> {
			const key = `${lang} ${cv}`;
			const uuids: string[] = [];
			const begin = async () => {
				await null;
				batches.delete(key);
				return named(lang, cv, uuids);
			};
			const batch = batches.get(key) ?? { uuids, stories: begin() };
			batches.set(key, batch);
			batch.uuids.push(uuid);
			return (await batch.stories).get(uuid);
		},
		/** The stories of a folder and a content type, in the default language. */
		async listed(cv: Snapshot, startsWith: string, contentType: string | undefined) {
			const query = { version, cv, startsWith: startsWith || undefined, contentType, perPage };
			return byUuid(await client.stories.all(query));
		},
	};
}
