// Takes the place of `astro-slugline/loaders` in a built server, where a content config only says what its collections hold.
import type { z } from 'zod';
import { storySchema as wireSchema } from '../../wire/index.js';
import type { StoriesOptions, StoryCollectionsOptions } from '../loaders/index.js';

/** What `stories()` is in a built server. */
export interface Stories {
	options: StoriesOptions;
}

export const stories = (options: StoriesOptions = {}): Stories => ({ options });

export const storyCollections = ({ types = [], folders = [], ...shared }: StoryCollectionsOptions) =>
	Object.fromEntries([
		...types.map((contentType) => [contentType, { loader: stories({ ...shared, contentType }) }]),
		...folders.map((folder) => [folder, { loader: stories({ ...shared, startsWith: `${folder}/` }) }]),
	]);

export const storySchema = ({ content }: { content: z.ZodType }) => wireSchema.extend({ content });

const other = () => ({});

// Loaders of other content, of this package and of Astro.
export { other as datasource, other as datasources, other as file, other as glob, other as links };
