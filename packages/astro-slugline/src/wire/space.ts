import { z } from 'zod';
import { orNull } from './text.js';

/** The current space, as the delivery API returns it. */
export const currentSpaceSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	/** A Unix timestamp that increases with each publish. Not a `cv`, which names a snapshot of the edge. */
	version: z.number().int(),
	/**
	 * True if the version is a hash of the content, as in the embedded space. It is then only compared for
	 * equality.
	 */
	version_is_hash: z.boolean().optional(),
	/** Codes of the languages besides the default one. Not every server reports them. */
	language_codes: z.array(z.string()).nullish(),
});

/** The space of a token, as the delivery API returns it. */
export type CurrentSpace = z.infer<typeof currentSpaceSchema>;

/** The response for the current space. */
export const currentSpaceAnswerSchema = z.looseObject({ space: currentSpaceSchema });

/** A language of a space. */
const spaceLanguageSchema = z.looseObject({ code: z.string(), name: z.string() });

/** Space information, as the management API returns it. Unknown fields are dropped, because some are secret. */
export const spaceInfoSchema = z.object({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	plan_level: z.number(),
	languages: z.array(spaceLanguageSchema),
});

/** A space, as the management API returns it. */
export type SpaceInfo = z.infer<typeof spaceInfoSchema>;

/** The response for space information. */
export const spaceInfoAnswerSchema = z.object({ space: spaceInfoSchema });
