import { z } from 'zod';
import { isDeeper } from '../shared/is-deeper.js';

/** Levels of objects and lists. Whatever walks through content calls itself for each, and ends in an overflow at some thousands. */
const maxLevels = 2200;

/**
 * A story's body, and every nested blok in it: `_uid`, the content type's name in `component`, and that type's fields.
 *
 * @example { _uid: '…', component: 'article', title: 'Hello', categories: ['<uuid>'] }
 */
export const contentSchema = z
	.looseObject({ _uid: z.string(), component: z.string() })
	.refine((content) => !isDeeper(content, maxLevels), `it is nested more than ${maxLevels} levels deep`);

export type Content = z.infer<typeof contentSchema>;
