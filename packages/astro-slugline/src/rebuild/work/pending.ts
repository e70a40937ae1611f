import { z } from 'zod';
import { triggers } from '../../wire/index.js';
import type { WebhookEvent } from '../call/classify.js';
import type { Cause, OwnCause, RebuildEvent } from '../model/event.js';

/** Number of different things that a record names before it only says that there were more. */
const maxNames = 500;

const happeningSchema = z.object({
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

type Happening = z.infer<typeof happeningSchema>;

/**
 * The calls of one receiver. Only this receiver writes the record; the builder stores elsewhere up to which `seq` it is done. So
 * neither can overwrite the other's data.
 */
export const recordSchema = z.object({
	/** Number of the last call. */
	seq: z.number(),
	/** When it arrived: milliseconds since 1970. */
	last: z.number(),
	/** True if the record is never written again, so that it can be deleted once it is done. */
	closed: z.boolean().optional(),
	happenings: z.array(happeningSchema),
});

export type PendingRecord = z.infer<typeof recordSchema>;

/** For each record the number of the last call that is done. */
export type Marks = Record<string, number>;

/** The calls of all receivers that are not built yet. */
export interface Batch {
	/** The last call of each record in the batch. */
	upTo: Marks;
	happenings: Happening[];
	/** When the first and the last call arrived. */
	first: number;
	last: number;
}

export const emptyRecord = (now: number): PendingRecord => ({ seq: 0, last: now, happenings: [] });

/** The record with one more call. Calls that report the same are stored as one. */
export function withCall(record: PendingRecord, event: WebhookEvent | OwnCause, now: number): PendingRecord {
	const seq = record.seq + 1;
	const named = namedBy(event);
	const full = record.happenings.length >= maxNames;
	const found = find(record, named);
	const said = found || !full ? named : { cause: named.cause };
	const old = found ?? find(record, said);
	const happening = old
		? { ...old, seq, calls: old.calls + 1, last: now }
		: { ...said, seq, calls: 1, first: now, last: now };
	return {
		...record,
		seq,
		last: now,
		happenings: [...record.happenings.filter((each) => each !== old), happening],
	};
}

/** The record without the calls that are done. */
export function withoutDone(record: PendingRecord, done: number): PendingRecord {
	return { ...record, happenings: record.happenings.filter(({ seq }) => seq > done) };
}

/** The calls that are not done yet; null if there are none. */
export function pendingOf(records: ReadonlyMap<string, PendingRecord>, done: Marks): Batch | null {
	const upTo: Marks = {};
	const happenings: Happening[] = [];
	for (const [id, record] of records) {
		const left = withoutDone(record, done[id] ?? 0).happenings;
		if (left.length === 0) continue;
		upTo[id] = record.seq;
		happenings.push(...left);
	}
	if (happenings.length === 0) return null;
	happenings.sort((a, b) => a.first - b.first);
	return {
		upTo,
		happenings,
		first: Math.min(...happenings.map(({ first }) => first)),
		last: Math.max(...happenings.map(({ last }) => last)),
	};
}

export const sameMarks = (a: Marks, b: Marks): boolean =>
	Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([id, seq]) => b[id] === seq);

/** Causes after which more may be stale than calls named: the old path of a moved story, the content of a release. */
const broad: readonly Cause[] = ['story.moved', 'pipeline.deployed', 'release.merged', 'poll', 'unreadable'];

export function eventOf(
	{ happenings }: Pick<Batch, 'happenings'>,
	spaceVersion: number | null,
	attempt: number,
): RebuildEvent {
	const stories = new Map<string, { id: number | null; slug: string | null }>();
	for (const { storyId = null, slug = null } of happenings) {
		if (storyId !== null || slug !== null) stories.set(`${storyId} ${slug}`, { id: storyId, slug });
	}
	return {
		triggers: [...new Set(happenings.map(({ cause }) => cause))],
		stories: [...stories.values()],
		datasources: [...new Set(happenings.flatMap(({ datasource }) => datasource ?? []))],
		assets: [...new Set(happenings.flatMap(({ assetId }) => assetId ?? []))],
		more: happenings.some((happening) => broad.includes(happening.cause) || isNameless(happening)),
		calls: happenings.reduce((sum, { calls }) => sum + calls, 0),
		spaceVersion,
		attempt,
	};
}

type Named = Pick<Happening, 'cause' | 'storyId' | 'slug' | 'datasource' | 'assetId'>;

function namedBy(event: WebhookEvent | OwnCause): Named {
	if (typeof event === 'string') return { cause: event };
	const { trigger: cause, ...names } = event;
	return { cause, ...names };
}

const names = ['storyId', 'slug', 'datasource', 'assetId'] as const;

const isNameless = (named: Named) => names.every((name) => named[name] === undefined);

const find = ({ happenings }: PendingRecord, named: Named): Happening | undefined =>
	happenings.find((each) => each.cause === named.cause && names.every((name) => each[name] === named[name]));
