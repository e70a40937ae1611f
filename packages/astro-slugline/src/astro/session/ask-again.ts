import { z } from 'zod';
import type { AskAgain } from '../../sync/index.js';

const schema: z.ZodType<AskAgain> = z.object({
	stories: z.array(z.number()),
	slugs: z.array(z.string()),
	datasources: z.array(z.string()),
	everything: z.boolean(),
});

/** Where a refresh in dev carries it in the context that Astro hands on to loaders. */
export const refreshKey = 'slugline:again';

/** What a refresh in dev says to loaders, as Astro hands it on: one object for each refresh, others' refreshes included. */
export type RefreshContext = Readonly<Record<string, unknown>>;

/** What a refresh names to be asked for again; undefined for one that names nothing. */
export function againOf(refresh: RefreshContext | undefined): AskAgain | undefined {
	const parsed = schema.safeParse(refresh?.[refreshKey]);
	return parsed.success ? parsed.data : undefined;
}

/**
 * What the rebuild hook told the build that it started to ask for again; undefined for a build that somebody else started.
 * Where it cannot be read, that is everything, which is always right.
 */
export function readAskAgain(variable: string | undefined): AskAgain | undefined {
	if (!variable) return undefined;
	try {
		const parsed = schema.safeParse(JSON.parse(variable));
		if (parsed.success) return parsed.data;
	} catch {
		// No JSON: as below.
	}
	return { stories: [], slugs: [], datasources: [], everything: true };
}
