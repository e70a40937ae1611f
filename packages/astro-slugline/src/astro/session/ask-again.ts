import { z } from 'zod';
import { parsedJson } from '../../shared/json.js';
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
export type RefreshContext = Readonly<Record<string, unknown>>;

/** What a refresh says to fetch again; undefined if it says nothing. */
export function againOf(refresh: RefreshContext | undefined): AskAgain | undefined {
	const parsed = schema.safeParse(refresh?.[refreshKey]);
	return parsed.success ? parsed.data : undefined;
}

/**
 * What the rebuild hook says to fetch again, in a build that it started; undefined in other builds. An invalid value means
 * everything, which is always correct.
 */
export function readAskAgain(variable: string | undefined): AskAgain | undefined {
	if (!variable) return undefined;
	const parsed = schema.safeParse(parsedJson(variable));
	if (parsed.success) return parsed.data;
	return { stories: [], slugs: [], datasources: [], everything: true };
}
