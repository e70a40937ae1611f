import type { z } from 'zod';
import { storySchema as wireStorySchema } from '../../wire/index.js';

/**
 * The shape of a story with the content that you say, for a collection's `schema`.
 *
 * @param shape `content`: what the stories' content must be
 * @example
 * defineCollection({
 *   loader: stories({ contentType: 'article' }),
 *   schema: storySchema({ content: z.looseObject({ title: z.string() }) }),
 * });
 */
export function storySchema<Content extends z.ZodType>(shape: { content: Content }) {
	return wireStorySchema.extend({ content: shape.content });
}
