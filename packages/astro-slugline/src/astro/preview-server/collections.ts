import { type ZodType, z } from 'zod';
import type { DeliveryClient } from '../../client/index.js';
import { entryIdOf } from '../../shared/api/entry-id.js';
import { selects } from '../../shared/api/selects.js';
import { type Story, storySchema } from '../../wire/index.js';
import type { StoriesOptions } from '../loaders/index.js';
import { pathIn, type SpaceRoutes } from '../page/data/index.js';
import type { Draft } from './drafts.js';
import type { Stories } from './loaders.js';

/** A collection as the content config of the site defines it. */
interface Defined {
	loader?: unknown;
	schema?: ZodType | ((context: { image: () => ZodType }) => ZodType);
}

/** A collection that `stories()` loads. */
export interface StoryCollection {
	name: string;
	/** The drafts that the collection has, by the id of their entry. */
	select(drafts: readonly Draft[], routes: SpaceRoutes): Promise<Map<string, Draft>>;
	/** A story after the collection's schema was applied. */
	parse(id: string, story: Story): Promise<Record<string, unknown>>;
	/** True if entries have ids of their own. */
	hasIds: boolean;
}

/**
 * The collections of a space's stories.
 *
 * @param defined what the content config exports
 * @param space id of the integration
 */
export function storyCollections(
	defined: Readonly<Record<string, Defined>>,
	space: string,
	client: DeliveryClient,
): StoryCollection[] {
	return Object.entries(defined).flatMap(([name, { loader, schema }]) => {
		const { options } = isStories(loader) ? loader : {};
		if (!options || (options.space ?? 'default') !== space) return [];
		const made = typeof schema === 'function' ? schema({ image: () => z.any() }) : schema;
		const shape = made ?? (options.entry ? z.record(z.string(), z.unknown()) : storySchema);
		return [
			{
				name,
				hasIds: options.id !== undefined,
				async select(drafts, routes) {
					const matching = options.filter && (await matchingOf(client, options, drafts));
					const held = drafts.filter(
						([row]) => selects(options, row) && (!matching || matching.has(`${row.uuid} ${row.lang}`)),
					);
					return new Map(
						held.map((draft) => {
							const [row, story] = draft;
							return [options.id?.(story, pathIn(routes, row)) ?? entryIdOf(row), draft];
						}),
					);
				},
				parse: async (id, story) =>
					shape.parseAsync(options.entry ? (await options.entry(story, id)).data : story) as Promise<
						Record<string, unknown>
					>,
			},
		];
	});
}

const isStories = (loader: unknown): loader is Stories =>
	typeof loader === 'object' && loader !== null && 'options' in loader;

/** The keys of the drafts that match a collection's filter, which only the API evaluates. */
async function matchingOf(
	client: DeliveryClient,
	{ filter }: StoriesOptions,
	drafts: readonly Draft[],
): Promise<Set<string>> {
	const matching = new Set<string>();
	for (const [lang, ofLang] of Map.groupBy(drafts, ([row]) => row.lang)) {
		const byUuids = ofLang.map(([row]) => row.uuid);
		const query = {
			version: 'draft',
			language: lang === 'default' ? undefined : lang,
			filter,
			byUuids,
		} as const;
		for await (const { uuid } of client.stories.each(query)) matching.add(`${uuid} ${lang}`);
	}
	return matching;
}
