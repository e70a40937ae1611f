import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'zod';
import type { StoryOf } from '../../types/index.js';
import { storySchema } from '../../wire/index.js';
import { writeCollection } from '../content-store/index.js';
import { storiesLoader } from '../session/index.js';
import { guarded } from './guard.js';
import { loadStories } from './load-stories.js';
import type { StoriesOptions } from './stories-options.js';

const shape: z.ZodType = storySchema;

/** What `entry` returns is the author's own. A schema of the collection takes the place of this one. */
const anyData: z.ZodType = z.record(z.string(), z.unknown());

/** The data of the entries that `stories()` loads with these options. */
export type DataOf<Options> = Options extends { entry(story: never): infer Made }
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
	return {
		name: storiesLoader,
		// The generated types are for authors of pages. At run time only the shape that the API promises is checked.
		schema: (options.entry ? anyData : shape) as z.ZodType<DataOf<Options>>,
		load: (context: LoaderContext) =>
			guarded(context, () => writeCollection(context, (writer) => loadStories(context, options, writer))),
	} satisfies Loader;
}
