import { parsedJson } from 'astro-keep/shared/json';
import { z } from 'zod';
import type { AskAgain } from '../../sync/index.js';

const schema: z.ZodType<AskAgain> = z.object({
	stories: z.array(z.number()),
	slugs: z.array(z.string()),
	datasources: z.array(z.string()),
	everything: z.boolean(),
});

/** The key, in the context of a refresh in dev, of what to fetch again. */
export const refreshKey = 'slugline:again';

/** The context that Astro passes to loaders for a refresh in dev: one object per refresh, of any origin. */
export type RefreshContext = Readonly<Record<string, unknown> & { [refreshKey]?: AskAgain | undefined }>;

/**
 * What the rebuild hook says to fetch again, in a build that it started; undefined in other builds. An invalid value means
 * everything, which is always correct.
 */
export function readAskAgain(variable: string | undefined): AskAgain | undefined {
	if (!variable) return undefined;
	const { data } = schema.safeParse(parsedJson(variable));
	return data ?? { stories: [], slugs: [], datasources: [], everything: true };
}
