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
	/** The service's cache version when the last good build began; null if it was not asked. */
	goodCv: z.number().nullable(),
	/** The cache version for which remote targets were called last. */
	triggered: z.object({ cv: z.number(), at: z.number() }).nullable(),
});

export type State = z.infer<typeof stateSchema>;

export const emptyState: State = {
	done: {},
	endedAt: null,
	buildingSince: null,
	left: null,
	goodCv: null,
	triggered: null,
};
