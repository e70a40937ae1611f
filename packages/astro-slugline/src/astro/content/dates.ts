import { record } from '../reads/record.js';
import { digestOfUnopened } from './closed.js';

/**
 * Fields of stories and links that change with every publishing, also of another language. A page depends on them only if
 * it looks at them: their entries have them as properties that say so.
 */
export const dates = ['published_at', 'updated_at'] as const;

/** Where data has the values of its dates, and the read that stands for them; not enumerable, so that no copy has it. */
const source = Symbol('slugline dates');

type Dated = Record<string, unknown> & {
	[source]: { read: string; digest: string; values: Record<string, unknown> };
};

let silent = false;

/** Runs what looks at dates without depending on them, as one who sorts by them for somebody else. */
export function unrecorded<Result>(run: () => Result): Result {
	silent = true;
	try {
		return run();
	} finally {
		silent = false;
	}
}

// The same functions for all data: objects of one shape are what engines are fast with.
const properties = dates.map((name): [string, PropertyDescriptor] => [
	name,
	{
		enumerable: true,
		configurable: true,
		get(this: Dated) {
			const { read, values } = this[source];
			if (!silent) record(read);
			return values[name];
		},
		set(this: Dated, value: unknown) {
			Object.defineProperty(this, name, { value, enumerable: true, configurable: true, writable: true });
		},
	},
]);

/**
 * Makes data tell when its dates are looked at.
 *
 * @param digest of the whole entry
 */
export function watchDates(data: object, read: string, digest: string): void {
	if (source in data) return;
	const values: Record<string, unknown> = {};
	Object.defineProperty(data, source, { value: { read, digest, values } });
	for (const [name, property] of properties) {
		if (!Object.hasOwn(data, name)) continue;
		values[name] = Reflect.get(data, name);
		Object.defineProperty(data, name, property);
	}
}

/** The dates of data, as text. */
export const datesOf = (data: object): string =>
	unrecorded(() => JSON.stringify(dates.map((name) => Reflect.get(data, name))));

/** The digest of a whole entry, dates and references included, without the page depending on it. */
export function wholeDigest(entry: { data?: unknown; digest?: number | string }): string {
	const digest = digestOfUnopened(entry);
	if (digest !== undefined) return String(digest);
	const { data } = entry;
	return isDated(data) ? data[source].digest : String(entry.digest ?? '');
}

const isDated = (data: unknown): data is Dated => typeof data === 'object' && data !== null && source in data;
