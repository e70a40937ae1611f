import { z } from 'zod';
import type { StoryOf } from '../../types/index.js';
import { storySchema as wireStorySchema } from '../../wire/index.js';
import { storiesLoader } from '../session/index.js';
import { loadStories } from './load-stories.js';
import { loaderOf } from './loader.js';
import type { StoriesOptions } from './stories-options.js';

const shape: z.ZodType = wireStorySchema;

const optionNames = ['space', 'startsWith', 'contentType', 'languages', 'filter', 'id', 'entry'];

/** What `entry` returns is the author's own. A schema of the collection takes the place of this one. */
const anyData: z.ZodType = z.record(z.string(), z.unknown());

/** The data of the entries that `stories()` loads with these options. */
export type DataOf<Options> = Options extends { entry(story: never, id: string): infer Made }
	? Awaited<Made> extends { data: infer Data }
		? Data
		: never
	: StoryOf<Options>;

/**
 * Loads stories: one entry for each story and language in which it is published. `id` is the full slug (`home`, `blog/hello`,
 * `de/blog/hallo`); `data` is the whole story, or what the option `entry` makes of it.
 *
 * @throws {AstroError} when loading: if the sync fails, if two stories have the same id, or if a language is not built
 * @example
 * const blog = defineCollection({ loader: stories({ startsWith: 'blog/' }) });
 */
export function stories<const Options extends StoriesOptions>(options: Options = {} as Options) {
	// The generated types are for authors of pages. At run time only the shape that the API promises is checked.
	const schema = (options.entry ? anyData : shape) as z.ZodType<DataOf<Options>>;
	return loaderOf(storiesLoader, schema, options, ['stories()', optionNames], (load) =>
		loadStories(load, options),
	);
}

/**
 * The schema of a story whose content has a schema of yours, for the `schema` of a collection.
 *
 * @param shape `content` is the schema of the stories' content
 * @example
 * defineCollection({
 *   loader: stories({ contentType: 'article' }),
 *   schema: storySchema({ content: z.looseObject({ title: z.string() }) }),
 * });
 */
export function storySchema<Content extends z.ZodType>(shape: { content: Content }) {
	return wireStorySchema.extend({ content: shape.content });
}
