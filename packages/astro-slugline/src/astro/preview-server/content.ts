import { hashOf } from 'astro-keep/shared/node/hash';
import type { DeliveryClient } from '../../client/index.js';
import type { Content, PreviewCollection } from '../../preview/index.js';
import { entryIdOf } from '../../shared/api/entry-id.js';
import type { Overlay } from '../../shared/overlay.js';
import type { StoryRow } from '../../sync/index.js';
import type { RoutesModule, SpaceRoutes } from '../page/data/index.js';
import { pageRoutes } from '../page/data/index.js';
import { routesOf } from '../session/routes/routes-of.js';
import { type BuiltSite, rowsOf } from './built.js';
import type { StoryCollection } from './collections.js';
import { type Draft, type Drafts, draftsOf } from './drafts.js';

/** What a built server has of a space. */
export interface BuiltContent {
	built: BuiltSite;
	routes: RoutesModule;
	/** The ids of a collection's stored entries. */
	storedIds(collection: string): { has(id: string): boolean };
	collections: readonly StoryCollection[];
	client: DeliveryClient;
	/** Takes a sentence about a draft that is left as it was built. */
	warn(sentence: string): void;
}

/**
 * The content of a space with its drafts: what was built, and what has changed since.
 *
 * @throws {RouteError} if two drafts have one path
 */
export async function contentOf(site: BuiltContent, drafts: Drafts): Promise<Content> {
	const { built, collections, client } = site;
	const { id, languages } = built;
	const changed = [...drafts.changed.values()].flat();
	const rows = [...drafts.asBuilt, ...changed.map(([row]) => row)];
	const { links } = drafts;
	const table = routesOf({ links, rows, version: 'draft', languages }, built, built.version === 'published');
	const spaceRoutes = pageRoutes(rows, table, (text) => hashOf(text).slice(0, 16));
	const kept = new Set(drafts.asBuilt.map(entryIdOf));
	const gone = rowsOf(built)
		.map(entryIdOf)
		.filter((entry) => !kept.has(entry));
	const made = await Promise.all(
		collections.map((one) => collectionOf(site, one, changed, gone, spaceRoutes)),
	);
	const byName = new Map(made.map((one) => [one.name, one]));
	const saved: Overlay = {
		data: (name, entry) => byName.get(name)?.data.get(entry),
		added: new Map(made.map(({ name, data }) => [name, new Set(data.keys())])),
		removed: new Map(made.map(({ name, removed }) => [name, removed])),
		routes: {
			...site.routes,
			spaces: { ...site.routes.spaces, [id]: spaceRoutes },
			collections: {
				...site.routes.collections,
				...Object.fromEntries(made.map(({ name, ids }) => [name, { space: id, ids }])),
			},
		} satisfies RoutesModule,
	};
	const known = new Map(changed.map((draft) => [draft[0], draft]));
	const askFor = async ({ uuid, lang }: StoryRow): Promise<Draft | undefined> => {
		const link = links.filter((one) => one.uuid === uuid);
		return (await draftsOf(client, link, [lang])).get(uuid)?.[0];
	};
	return {
		collections: byName,
		routes: () => spaceRoutes.routes,
		saved,
		space: {
			...{ space: { id: built.spaceId }, links, rows },
			async *stories(wanted) {
				for (const row of wanted) {
					const draft = known.get(row) ?? (await askFor(row));
					if (!draft) continue;
					known.set(row, draft);
					yield [row, draft[1]];
				}
			},
		},
	};
}

interface MadeCollection extends PreviewCollection {
	name: string;
	/** The data of drafts by the id of their entry. */
	data: ReadonlyMap<string, Record<string, unknown>>;
	removed: ReadonlySet<string>;
}

async function collectionOf(
	{ routes, storedIds, warn }: BuiltContent,
	{ name, select, parse, hasIds }: StoryCollection,
	changed: readonly Draft[],
	gone: readonly string[],
	spaceRoutes: SpaceRoutes,
): Promise<MadeCollection> {
	const stored = storedIds(name);
	const builtIds = routes.collections[name]?.ids ?? {};
	const ownIds = new Map(Object.entries(builtIds).map(([own, usual]) => [usual, own]));
	const removed = new Set(gone.map((usual) => (hasIds ? (ownIds.get(usual) ?? usual) : usual)));
	const data = new Map<string, Record<string, unknown>>();
	const held = await select(changed, spaceRoutes);
	for (const [id, [{ slug }, story]] of held) {
		try {
			data.set(id, await parse(id, story));
		} catch (error) {
			// Editors save what is not complete yet. It stays as it was built, and as in a build that fails, nothing else changes.
			if (stored.has(id)) removed.delete(id);
			const reason = error instanceof Error ? error.message : String(error);
			warn(`The draft of ${slug} does not fit the schema of the collection \`${name}\`: ${reason}`);
		}
	}
	const usualIds = [...held].map(([id, [row]]): [string, string] => [id, entryIdOf(row)]);
	const ids = hasIds ? { ...builtIds, ...Object.fromEntries(usualIds) } : undefined;
	const holds = (id: string) => held.has(id) || (stored.has(id) && !removed.has(id));
	return { name, data, removed, ids, holds, parse };
}
