import live from 'virtual:astro-slugline/live';
import { commonStart, trimSlashes } from 'astro-keep/shared/text/slashes';
import type { DeliveryClient, Version } from '../../../client/index.js';
import { fallbackLanguageOf } from '../../../routing/index.js';
import { mergedEntries } from '../../../shared/api/merged-entries.js';
import { isTooDeep, type Story } from '../../../wire/index.js';
import { openClient } from '../host/environment.js';
import { keyOf, type LiveSpace, liveSpaceOf, type Row } from './live-space.js';
import { createSnapshots } from './snapshots.js';

export type Reader = ReturnType<typeof createReader>;

/** What links do not say of stories, by uuid: those that the build knows, and those that were found since. */
const facts = new Map(Object.entries(live.facts));

/**
 * Reads the space with the token of the server's environment, each snapshot once.
 *
 * @param onStale called for each read that gets an older answer because the service failed
 */
export function createReader(onStale: (error: unknown) => void) {
	const client = openClient((language) => fallbackLanguageOf(language, live.settings));
	const { version } = live.settings;
	const { read, renew, end } = createSnapshots(
		async () => (await client.stories.page({ version, perPage: 1 })).cv,
		onStale,
	);
	const stories = createStories(client, version);

	const space = () =>
		read('links', async (cv): Promise<LiveSpace> => {
			const links = await client.links.all({ version, cv });
			const unknown = links.flatMap(({ is_folder, uuid }) => (is_folder || facts.has(uuid) ? [] : [uuid]));
			for (const [uuid, { content, group_id }] of await stories.named('default', cv, unknown))
				if (!isTooDeep(content)) facts.set(uuid, [content.component, group_id]);
			return liveSpaceOf(links, facts);
		});

	const story = (uuid: string, lang: string): Promise<Story | undefined> =>
		read(`story ${keyOf(uuid, lang)}`, (cv) => stories.one(lang, cv, uuid));

	return {
		...{ renew, end, space, story },
		/** The space as the token opens it, whatever its snapshot. */
		current: () => client.currentSpace(),
		/**
		 * The stories of a folder and a content type in one language, by their rows. The service gives at least those that match. It is
		 * asked for what the rows have, and not in the words of a page, which may be those of its visitor.
		 */
		async list(lang: string, folder = '', contentType?: string): Promise<(readonly [Row, Story])[]> {
			const within = trimSlashes(folder);
			const rows = [...(await space()).byKey.values()].filter(
				(row) => row.lang === lang && row.defaultSlug.startsWith(within),
			);
			const startsWith = commonStart(rows.map(({ defaultSlug }) => defaultSlug));
			const type = rows.some(({ uuid }) => facts.get(uuid)?.[0] === contentType) ? contentType : undefined;
			const key = `list ${JSON.stringify([startsWith, type])}`;
			// Prefixes of translated slugs are of another language, so translations are named.
			const listed =
				lang === 'default' &&
				rows.length > 0 &&
				(await read(key, (cv) => stories.listed(cv, startsWith, type)));
			const found = await Promise.all(
				rows.map((row) => (listed ? listed.get(row.uuid) : story(row.uuid, row.lang))),
			);
			return rows.flatMap((row, at) => (found[at] ? [[row, found[at]] as const] : []));
		},
		/** The entries of a datasource, with their values in all dimensions; undefined if it does not exist. */
		datasource: (slug: string) => read(`datasource ${slug}`, (cv) => datasourceOf(client, slug, cv)),
	};
}

async function datasourceOf(client: DeliveryClient, slug: string, cv: number | undefined) {
	const found = (await client.datasources.all({ cv })).find((one) => one.slug === slug);
	if (!found) return undefined;
	return mergedEntries(found.dimensions, (dimension) =>
		client.datasourceEntries.all({ cv, datasource: slug, dimension }),
	);
}

/** The largest page of stories that the API gives, which needs the fewest requests. */
const perPage = 100;

/** Stories that one request can name. */
const maxUuids = 50;

type Snapshot = number | undefined;

/** Asks a client for stories of a snapshot. */
function createStories(client: DeliveryClient, version: Version) {
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
