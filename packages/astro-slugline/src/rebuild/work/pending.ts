import { z } from 'zod';
import { triggers } from '../../wire/index.js';
import type { WebhookEvent } from '../call/classify.js';
import type { Cause, OwnCause, RebuildEvent } from '../model/event.js';

/** Number of different things that a record names before it only says that there were more. */
const maxNames = 500;

const eventSchema = z.object({
	cause: z.enum([...triggers, 'poll', 'unreadable']),
	storyId: z.number().optional(),
	slug: z.string().optional(),
	datasource: z.string().optional(),
	assetId: z.number().optional(),
	/** Number of its last call in the record, from 1. */
	seq: z.number(),
	/** How many calls reported it. */
	calls: z.number(),
	/** When the first and the last call arrived: milliseconds since 1970. */
	first: z.number(),
	last: z.number(),
});

/** Something that calls reported. */
type PendingEvent = z.infer<typeof eventSchema>;

/**
 * The version of stored records and states. Receivers with different versions of the package may share a storage, so stored names
 * stay the same, whatever the code calls them. Those without a number are of version 1, too; a later one is unreadable here.
 */
export const storedVersion = z.literal(1).default(1);

/**
 * The calls of one receiver. Only this receiver writes the record; the builder stores elsewhere up to which `seq` it has handled
 * them. So neither can overwrite the other's data.
 */
export const recordSchema = z
	.object({
		version: storedVersion,
		/** Number of the last call. */
		seq: z.number(),
		/** When it arrived: milliseconds since 1970. */
		last: z.number(),
		/** True if the record is never written again, so that it can be deleted once it is handled. */
		closed: z.boolean().optional(),
		happenings: z.array(eventSchema),
	})
	.transform(({ version: _, happenings: events, ...rest }) => ({ ...rest, events }));

export type PendingRecord = z.output<typeof recordSchema>;

/** The record as it is stored. */
export const storedRecord = ({ events, ...rest }: PendingRecord): z.input<typeof recordSchema> => ({
	...{ version: 1, ...rest, happenings: events },
});

/** For each record the number of its last call that is handled, or that a batch contains. */
export type Offsets = Record<string, number>;

/** The calls of all receivers that are not built yet. */
export interface Batch {
	/** The last call of each record in the batch. */
	endOffsets: Offsets;
	events: PendingEvent[];
	/** When the first and the last call arrived. */
	first: number;
	last: number;
}

export const emptyRecord = (now: number): PendingRecord => ({ seq: 0, last: now, events: [] });

/** The record with one more call. Calls that report the same are stored as one. */
export function withCall(record: PendingRecord, event: WebhookEvent | OwnCause, now: number): PendingRecord {
	const seq = record.seq + 1;
	const named = namedBy(event);
	const full = record.events.length >= maxNames;
	const found = find(record, named);
	const said = found || !full ? named : { cause: named.cause };
	const old = found ?? find(record, said);
	const pending = old
		? { ...old, seq, calls: old.calls + 1, last: now }
		: { ...said, seq, calls: 1, first: now, last: now };
	return {
		...record,
		seq,
		last: now,
		events: [...record.events.filter((each) => each !== old), pending],
	};
}

/** The record without the calls that are handled. */
export function withoutCommitted(record: PendingRecord, committed: number): PendingRecord {
	return { ...record, events: record.events.filter(({ seq }) => seq > committed) };
}

/** The calls that are not handled yet; null if there are none. */
export function pendingOf(records: ReadonlyMap<string, PendingRecord>, committed: Offsets): Batch | null {
	const endOffsets: Offsets = {};
	const events: PendingEvent[] = [];
	for (const [id, record] of records) {
		const open = withoutCommitted(record, committed[id] ?? 0).events;
		if (open.length === 0) continue;
		endOffsets[id] = record.seq;
		events.push(...open);
	}
	if (events.length === 0) return null;
	events.sort((a, b) => a.first - b.first);
	return {
		endOffsets,
		events,
		first: Math.min(...events.map(({ first }) => first)),
		last: Math.max(...events.map(({ last }) => last)),
	};
}

export const sameOffsets = (a: Offsets, b: Offsets): boolean =>
	Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seq]) => b[id] === seq);

/** Causes after which more may be stale than calls named: the old path of a moved story, the content of a release. */
const broad: readonly Cause[] = ['story.moved', 'pipeline.deployed', 'release.merged', 'poll', 'unreadable'];

export function eventOf(
	{ events }: Pick<Batch, 'events'>,
	spaceVersion: number | null,
	attempt: number,
): RebuildEvent {
	const stories = new Map<string, { id: number | null; slug: string | null }>();
	for (const { storyId = null, slug = null } of events) {
		if (storyId !== null || slug !== null) stories.set(`${storyId} ${slug}`, { id: storyId, slug });
	}
	return {
		triggers: [...new Set(events.map(({ cause }) => cause))],
		stories: [...stories.values()],
		datasources: [...new Set(events.flatMap(({ datasource }) => datasource ?? []))],
		assets: [...new Set(events.flatMap(({ assetId }) => assetId ?? []))],
		more: events.some((event) => broad.includes(event.cause) || isNameless(event)),
		calls: events.reduce((sum, { calls }) => sum + calls, 0),
		spaceVersion,
		attempt,
	};
}

type Named = Pick<PendingEvent, 'cause' | 'storyId' | 'slug' | 'datasource' | 'assetId'>;

function namedBy(event: WebhookEvent | OwnCause): Named {
	if (typeof event === 'string') return { cause: event };
	const { trigger: cause, ...names } = event;
	return { cause, ...names };
}

const names = ['storyId', 'slug', 'datasource', 'assetId'] as const;

const isNameless = (named: Named) => names.every((name) => named[name] === undefined);

const find = ({ events }: PendingRecord, named: Named): PendingEvent | undefined =>
	events.find((each) => each.cause === named.cause && names.every((name) => each[name] === named[name]));
