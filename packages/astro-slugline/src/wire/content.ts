import { z } from 'zod';

/**
 * A story's body, and every nested blok in it: `_uid`, the content type's name in `component`, and that type's fields.
 *
 * @example { _uid: '…', component: 'article', title: 'Hello', categories: ['<uuid>'] }
 */
export const contentSchema = z.looseObject({ _uid: z.string(), component: z.string() });

export type Content = z.infer<typeof contentSchema>;
