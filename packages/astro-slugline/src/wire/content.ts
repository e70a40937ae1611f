import { z } from 'zod';
import { isDeeper } from '../shared/json.js';

/**
 * Limit of nested objects and lists. Code that walks content is recursive, and overflows the stack at some
 * thousands of levels.
 */
const maxLevels = 2200;

/**
 * The content of a story, and every nested blok in it: `_uid`, the name of its type in `component`, and the
 * fields of that type.
 *
 * @example { _uid: '…', component: 'article', title: 'Hello', categories: ['<uuid>'] }
 */
export const contentSchema = z
	.looseObject({ _uid: z.string(), component: z.string() })
	.refine((content) => !isDeeper(content, maxLevels), `it is nested more than ${maxLevels} levels deep`);

/** Content of a story or a blok: `_uid`, `component`, and the fields of that component. */
export type Content = z.infer<typeof contentSchema>;
