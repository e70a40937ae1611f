import { defineCollection } from 'astro/content/config';
import { unknownOptions } from 'astro-keep/shared/text/named';
import type { ContentTypeName } from '../../types/index.js';
import { CollectionError } from '../page/data/index.js';
import { stories } from './stories.js';
import type { StoriesOptions } from './stories-options.js';

/** The collections to define: one for each of `types` and `folders`. The other options apply to all of them. */
export interface StoryCollectionsOptions
	extends Pick<StoriesOptions, 'space' | 'languages' | 'filter' | 'id'> {
	/** Names of content types. Each becomes a collection of that name. */
	types?: readonly ContentTypeName[];
	/** Folders, without slashes at the ends. Each becomes a collection of that name. */
	folders?: readonly string[];
}

const optionNames = ['types', 'folders', 'space', 'languages', 'filter', 'id'];

type Collection<Options extends StoriesOptions> = ReturnType<typeof collectionOf<Options>>;

type Names<List> = List extends readonly (infer Name extends string)[] ? Name : never;

type SpaceIn<Options> = Options extends { space: infer Id extends string } ? { space: Id } : unknown;

/** Collections by name, each with the stories of its type or folder. */
export type StoryCollections<Options extends StoryCollectionsOptions> = {
	[Name in Names<Options['types']>]: Collection<{ contentType: Name } & SpaceIn<Options>>;
} & {
	[Name in Names<Options['folders']>]: Collection<{ startsWith: `${Name}/` } & SpaceIn<Options>>;
};

/**
 * Defines a collection for each content type and folder that you name. Entries have the types of their stories.
 *
 * @throws {CollectionError} if a content type and a folder have the same name
 * @example
 * export const collections = {
 *   ...storyCollections({ types: ['article', 'author'], folders: ['docs'] }),
 *   labels: defineCollection({ loader: datasource('labels') }),
 * };
 */
export function storyCollections<const Options extends StoryCollectionsOptions>(
	options: Options,
): StoryCollections<Options> {
	const { types = [], folders = [], space, languages, filter, id } = options;
	const shared = { space, languages, filter, id };
	const [unknown] = unknownOptions('storyCollections()', options, optionNames);
	if (unknown !== undefined) console.warn(`[astro-slugline] ${unknown}`);
	const twice = folders.find((folder) => types.includes(folder));
	if (twice !== undefined) {
		throw new CollectionError(
			// Dev prints no hint of an error that the content config throws.
			`storyCollections() would define two collections named \`${twice}\`: one for the content type and one for the folder. Define one of them under another name: \`${twice}_folder: defineCollection({ loader: stories({ startsWith: '${twice}/' }) })\`.`,
		);
	}
	const collections: Record<string, unknown> = {};
	for (const type of types) collections[type] = collectionOf({ ...shared, contentType: type });
	for (const folder of folders) collections[folder] = collectionOf({ ...shared, startsWith: `${folder}/` });
	return collections as StoryCollections<Options>;
}

const collectionOf = <const Options extends StoriesOptions>(options: Options) =>
	defineCollection({ loader: stories(options) });
