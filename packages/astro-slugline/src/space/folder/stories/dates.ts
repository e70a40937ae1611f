import { isDeepStrictEqual } from 'node:util';
import type { Dates } from '../../model/space-model.js';
import { numberOf } from '../files/digest.js';

/** What the dates of a story or folder are derived from. */
export interface DateSource {
	readonly uuid: string;
	/** The name without folders, so that moving a folder does not affect its contents. */
	readonly name: string;
	readonly isPublished: boolean;
	/** Digest of the published files. */
	readonly publishedDigest: string;
	/** Digest of all files, drafts included. */
	readonly digest: string;
	/** Dates in the file. Those of a pulled file apply until it is edited, and are the lower bound after that. */
	readonly stated: { readonly [K in keyof Dates]?: Dates[K] | undefined };
	/** True if the files were pulled from a real space and edited since. */
	readonly isEdited: boolean;
}

/** The dates of one story, folder, or datasource. */
interface Dated {
	readonly publishedKey: string;
	readonly key: string;
	readonly dates: Dates;
	/** The dates of publication that no file has. An edit may make them earlier, because no clock is read. */
	readonly invented: readonly (keyof Dates)[];
}

/** What a reading of the folder has given, by uuid: the next one in the same process needs it, so that dates only increase. */
export type DateMemory = ReadonlyMap<string, Dated>;

export type Dating = ReturnType<typeof createDating>;

/** Gives dates, and remembers them for the next reading. */
export function createDating(before?: DateMemory) {
	const memory = new Map<string, Dated>();
	const later: [uuid: string, dates: Dates][] = [];
	return {
		memory,
		datesOf(source: DateSource): Dates {
			const dated = dateOf(source, before?.get(source.uuid));
			memory.set(source.uuid, dated);
			if (before && !isDeepStrictEqual(dated.dates, dateOf(source, undefined).dates))
				later.push([source.uuid, dated.dates]);
			return dated.dates;
		},
		/** The dates that another process would not give, as text: an edit has moved them past earlier ones. */
		history: () => (later.length > 0 ? ` ${JSON.stringify(later)}` : ''),
	};
}

const epoch = Date.UTC(2024, 0, 1);
const second = 1000;
const day = 24 * 3600 * second;

/**
 * The dates of a story: those in its file, or else dates derived from name and content, never from a clock. A
 * published change affects `published_at` and `updated_at`, an unpublished one only the latter.
 */
function dateOf(source: DateSource, before: Dated | undefined): Dated {
	const { uuid, name, stated, isPublished, isEdited } = source;
	const publishedKey = `${isPublished} ${name} ${source.publishedDigest}`;
	const key = `${publishedKey} ${source.digest}`;
	const created = stated.created_at ?? moment(createdOf(source));
	const first = stated.first_published_at ?? firstOf(source, created);
	const hasPublished = stated.published_at !== undefined && !(isPublished && isEdited);
	const published = hasPublished ? (stated.published_at ?? null) : isPublished ? publish() : null;
	const updated = stated.updated_at !== undefined && !isEdited ? stated.updated_at : update();
	return {
		publishedKey,
		key,
		dates: {
			created_at: created,
			first_published_at: stated.first_published_at === null ? null : first,
			published_at: published,
			updated_at: updated,
		},
		invented: [
			...(stated.first_published_at || stated.published_at ? [] : (['first_published_at'] as const)),
			...(hasPublished ? [] : (['published_at'] as const)),
		],
	};

	function publish(): string {
		const earliest = time(stated.published_at ?? first ?? created);
		const derived = earliest + span(`published ${uuid} ${publishedKey}`, 48 * day);
		return grown(derived, before?.publishedKey !== publishedKey, before?.dates.published_at);
	}

	function update(): string {
		const isAsPublished = !hasPublished && isPublished && source.publishedDigest === source.digest;
		const earliest = Math.max(time(published ?? created), time(stated.updated_at ?? created));
		const derived = earliest + (isAsPublished && !isEdited ? 0 : span(`updated ${uuid} ${key}`, 48 * day));
		return grown(derived, before?.key !== key, before?.dates.updated_at);
	}
}

const dateFields = ['created_at', 'first_published_at', 'published_at', 'updated_at'];

/** Fields that are served unchanged. Dates among them apply until someone edits the pulled file. */
export function heldFields(
	fields: Readonly<Record<string, unknown>> | undefined,
	isEdited: boolean,
): Readonly<Record<string, unknown>> {
	if (!fields || !isEdited) return fields ?? {};
	return Object.fromEntries(Object.entries(fields).filter(([name]) => !dateFields.includes(name)));
}

const time = (iso: string): number => Date.parse(iso);
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Whole seconds, at least one, because links report dates in seconds. */
const span = (name: string, length: number): number => second * (1 + numberOf(name, length / second));

/** Earlier than every date in the file. */
function createdOf({ uuid, stated }: DateSource): number {
	const times = [stated.first_published_at, stated.published_at, stated.updated_at].flatMap((date) =>
		date === null || date === undefined ? [] : [time(date)],
	);
	return times.length > 0 ? Math.min(...times) : epoch + span(`created ${uuid}`, 180 * day);
}

function firstOf({ uuid, stated, isPublished }: DateSource, created: string): string | null {
	if (!isPublished) return null;
	return stated.published_at ?? moment(time(created) + span(`first ${uuid}`, 30 * day));
}

/** A date that stays if nothing changed, and increases otherwise. */
function grown(derived: number, changed: boolean, before: string | null | undefined): string {
	if (before === null || before === undefined) return moment(derived);
	return changed ? moment(Math.max(derived, time(before) + second)) : before;
}
