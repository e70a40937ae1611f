import type { Dates } from '../model.js';
import { numberOf } from './digest.js';

/** What is known of a story's or folder's dates before any is made up. */
export interface DateSource {
	readonly uuid: string;
	/** Own name, without the folders: to move a folder does not touch what is in it. */
	readonly name: string;
	readonly isPublished: boolean;
	/** Digest of the files that are published. */
	readonly publishedDigest: string;
	/** Digest of all files, drafts included. */
	readonly digest: string;
	readonly stated: { readonly [K in keyof Dates]?: Dates[K] | undefined };
}

/** What a later reading of the same folder in the same process needs, so that dates only grow. */
export interface DateMemory {
	readonly publishedKey: string;
	readonly key: string;
	readonly dates: Dates;
}

const epoch = Date.UTC(2024, 0, 1);
const second = 1000;
const day = 24 * 3600 * second;

/**
 * The dates of a story: those that its file states, the others made up from its name and content, never from a clock. What changes the
 * content changes `published_at` and `updated_at`; a change that is not published only the latter.
 */
export function datesOf(source: DateSource, before?: DateMemory): DateMemory {
	const { uuid, name, stated } = source;
	const publishedKey = `${source.isPublished} ${name} ${source.publishedDigest}`;
	const key = `${publishedKey} ${source.digest}`;
	const earliest = earliestOf(stated.first_published_at, stated.published_at, stated.updated_at);
	const created = stated.created_at ?? moment(earliest ?? epoch + span(`created ${uuid}`, 180 * day));
	const first =
		stated.first_published_at === undefined && source.isPublished
			? (stated.published_at ?? moment(time(created) + span(`first ${uuid}`, 30 * day)))
			: (stated.first_published_at ?? null);
	const published =
		stated.published_at === undefined && source.isPublished
			? grown(time(first ?? created) + span(`published ${uuid} ${publishedKey}`, 48 * day), {
					changed: before?.publishedKey !== publishedKey,
					before: before?.dates.published_at,
				})
			: (stated.published_at ?? null);
	const isAsPublished =
		stated.published_at === undefined && source.isPublished && source.publishedDigest === source.digest;
	const edited = time(published ?? created) + (isAsPublished ? 0 : span(`updated ${uuid} ${key}`, 48 * day));
	const updated =
		stated.updated_at ?? grown(edited, { changed: before?.key !== key, before: before?.dates.updated_at });
	return {
		publishedKey,
		key,
		dates: { created_at: created, first_published_at: first, published_at: published, updated_at: updated },
	};
}

const time = (iso: string): number => Date.parse(iso);
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Whole seconds, at least one: links tell dates to the second. */
const span = (name: string, length: number): number => second * (1 + numberOf(name, length / second));

function earliestOf(...dates: readonly (string | null | undefined)[]): number | undefined {
	const times = dates.flatMap((date) => (date === null || date === undefined ? [] : [time(date)]));
	return times.length === 0 ? undefined : Math.min(...times);
}

/** A date that stays while nothing changed and is later than before when something did. */
function grown(
	derived: number,
	{ changed, before }: { changed: boolean; before: string | null | undefined },
): string {
	if (before === null || before === undefined) return moment(derived);
	return changed ? moment(Math.max(derived, time(before) + second)) : before;
}
