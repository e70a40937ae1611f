import { isDeeper } from 'astro-keep/shared/json';
import { z } from 'zod';

/** Limit of nested objects and lists in a story. Astro's store and pages walk content recursively, up to about 1,500 levels. */
const maxLevels = 1000;

/** The content type of a story without its content, because that is nested too deep. */
const tooDeep = 'nested too deep';

/**
 * The content of a story, and every nested blok in it: `_uid`, the name of its type in `component`, and the
 * fields of that type. Content that is nested more than 1,000 levels deep is left out: see `isTooDeep()`.
 *
 * @example { _uid: '…', component: 'article', title: 'Hello', categories: ['<uuid>'] }
 */
export const contentSchema = z
	.looseObject({ _uid: z.string(), component: z.string() })
	.transform((content): typeof content =>
		isDeeper(content, maxLevels - 1) ? { _uid: content._uid, component: tooDeep } : content,
	);

/** Content of a story or a blok: `_uid`, `component`, and the fields of that component. */
export type Content = z.infer<typeof contentSchema>;

/** True for a story, or its row, whose content was left out. Nothing shows it. @example isTooDeep(story.content) */
export const isTooDeep = ({ component }: { component: string }): boolean => component === tooDeep;

/** Why a story is left out, and what to do. @example tooDeepSentence('blog/hello') */
export const tooDeepSentence = (slug: string): string =>
	`The story \`${slug}\` is left out, because it is nested more than 1,000 levels deep. Check its rich text and its bloks in the editor: content this deep is usually damaged, or was written by a program.`;
