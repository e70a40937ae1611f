import type { z } from 'zod';
import { storySchema as wireStorySchema } from '../../wire/index.js';

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
