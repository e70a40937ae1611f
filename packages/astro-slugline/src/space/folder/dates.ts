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
	const isPublished = source.isPublished;
	const created = stated.created_at === undefined ? createdOf(source) : time(stated.created_at);
	const firstStated = stated.first_published_at;
	const publishedStated = stated.published_at;
	const first =
		firstStated === undefined && isPublished
			? timeOf(publishedStated, created + span(`first ${uuid}`, 30 * day))
			: timeOf(firstStated, created);
	const published = isPublished
		? grown(
				first + span(`published ${uuid} ${publishedKey}`, 48 * day),
				before?.publishedKey !== publishedKey,
				before?.dates.published_at,
			)
		: created;
	const isAsPublished =
		publishedStated === undefined && isPublished && source.publishedDigest === source.digest;
	const edited =
		timeOf(publishedStated, published) + (isAsPublished ? 0 : span(`updated ${uuid} ${key}`, 48 * day));
	const updated = grown(edited, before?.key !== key, before?.dates.updated_at);
	return {
		publishedKey,
		key,
		dates: {
			created_at: stated.created_at ?? moment(created),
			first_published_at: firstStated === undefined ? (isPublished ? moment(first) : null) : firstStated,
			published_at:
				publishedStated === undefined ? (isPublished ? moment(published) : null) : publishedStated,
			updated_at: stated.updated_at ?? moment(updated),
		},
	};
}

const time = (iso: string): number => Date.parse(iso);
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Whole seconds, at least one: links tell dates to the second. */
const span = (name: string, length: number): number => second * (1 + numberOf(name, length / second));

/** Before everything that is stated. */
function createdOf({ uuid, stated }: DateSource): number {
	const times = [stated.first_published_at, stated.published_at, stated.updated_at].flatMap((date) =>
		date === null || date === undefined ? [] : [time(date)],
	);
	return times.length > 0 ? Math.min(...times) : epoch + span(`created ${uuid}`, 180 * day);
}

const timeOf = (iso: string | null | undefined, otherwise: number): number =>
	iso === null || iso === undefined ? otherwise : time(iso);

/** A time that stays while nothing changed and is later than before when something did. */
function grown(derived: number, changed: boolean, before: string | null | undefined): number {
	if (before === null || before === undefined) return derived;
	return changed ? Math.max(derived, time(before) + second) : time(before);
}
