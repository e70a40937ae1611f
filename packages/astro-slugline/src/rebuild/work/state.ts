import { z } from 'zod';

const marksSchema = z.record(z.string(), z.number());

/** What the receiver that holds the lock knows. Only it writes this, under its own token. */
export const stateSchema = z.object({
	/** For each record the number of the last call that is built or needs no build. */
	done: marksSchema,
	/** When the last try ended. */
	endedAt: z.number().nullable(),
	/** When the try that runs now began; if it no longer runs, its receiver was killed. */
	buildingSince: z.number().nullable(),
	/** The last try left something to do. */
	left: z
		.object({
			/** Which calls it was for. */
			upTo: marksSchema,
			/** How many targets there were. */
			of: z.number(),
			/** Which of them succeeded, by index. */
			succeeded: z.array(z.number()),
			/** How often it failed in a row; 0 if a target was only held back. */
			failures: z.number(),
			retryAt: z.number(),
		})
		.nullable(),
	/** The space's version when the last good build began; null if it was not asked. */
	goodVersion: z.number().nullable().default(null),
	/** What remote targets were called for last: the space's version, and the edge's snapshot where that was what had moved. */
	triggered: z
		.object({ version: z.number(), cv: z.number().nullable(), at: z.number() })
		.nullable()
		// What an earlier version of this package wrote here had other units.
		.catch(null),
});

export type State = z.infer<typeof stateSchema>;

export const emptyState: State = {
	done: {},
	endedAt: null,
	buildingSince: null,
	left: null,
	goodVersion: null,
	triggered: null,
};
