import { z } from 'zod';

const marksSchema = z.record(z.string(), z.number());

/** The state of the receiver that holds the lock. Only this receiver writes it, under its own token. */
export const stateSchema = z.object({
	/** For each record, the number of the last call that is built or needs no build. */
	done: marksSchema,
	/** When the last attempt ended. */
	endedAt: z.number().nullable(),
	/** When the current attempt started. If it is no longer running, its receiver was killed. */
	buildingSince: z.number().nullable(),
	/** What the last attempt left to do. */
	left: z
		.object({
			/** The calls it was for. */
			upTo: marksSchema,
			/** The number of targets. */
			of: z.number(),
			/** Which of them succeeded, by index. */
			succeeded: z.array(z.number()),
			/** The number of failures in a row; 0 if a target only has to wait for its deploy. */
			failures: z.number(),
			retryAt: z.number(),
		})
		.nullable(),
	/** The space's version when the last good build started; null if it was not read. */
	goodVersion: z.number().nullable().default(null),
	/** The version that remote targets were last called for, with the edge's snapshot if that was what had changed. */
	triggered: z.object({ version: z.number(), cv: z.number().nullable(), at: z.number() }).nullable(),
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
