import { badRequest, unprocessable } from '../http/answers.js';
import { toMoment } from '../model/cast.js';
import type { Catalog, Reading } from './catalog.js';

/**
 * The query of a request, with the API's errors for invalid values. If a parameter is repeated, the last one
 * counts; a repeated token is refused.
 */
export type Parameters = ReturnType<typeof readParameters>;

/**
 * Parses a query string.
 *
 * @throws {RefusedRequest} if it contains an invalid escape, invalid UTF-8, or a null character
 */
export function readParameters(search: string) {
	checkEncoding(search);
	const all = new URLSearchParams(search);
	if (all.getAll('token').length > 1) throw badRequest('token must not be repeated');
	const text = (name: string) => {
		const value = all.getAll(name).at(-1);
		return value === undefined || value === '' ? undefined : value;
	};
	return {
		all,
		/** Removes a parameter, with whatever is in brackets. */
		drop(name: string) {
			for (const key of [...all.keys()]) if (key.split('[', 1)[0] === name) all.delete(key);
		},
		/** Undefined if the parameter is missing or empty. */
		text,
		/** The parts of a comma-separated list, without empty ones. Undefined if the parameter is missing. */
		list: (name: string): string[] | undefined =>
			all.has(name)
				? (text(name) ?? '')
						.split(',')
						.map((part) => part.trim())
						.filter((part) => part !== '')
				: undefined,
		/** A whole number. Refused with 400 if it is not a number, and with 422 if it is out of range. */
		integer(name: string, { min = Number.MIN_SAFE_INTEGER, max = Number.MAX_SAFE_INTEGER }) {
			const value = text(name);
			if (value === undefined) return undefined;
			if (!/^[-+]?\d+$/.test(value)) throw badRequest(`${name} must be an integer`);
			const number = Number(value);
			if (number < min) throw unprocessable(`${name} must be greater than or equal to ${min}`);
			if (number > max) throw unprocessable(`${name} must be less than or equal to ${max}`);
			return number;
		},
		/** `1`, `true`, `0`, `false`. */
		flag(name: string) {
			const value = text(name);
			if (value === undefined) return undefined;
			if (value === '1' || value === 'true') return true;
			if (value === '0' || value === 'false') return false;
			throw badRequest(`${name} must be 0 or 1`);
		},
		/** Milliseconds of `YYYY-MM-DD HH:MM` or an ISO time. */
		moment(name: string) {
			const value = text(name);
			if (value === undefined) return undefined;
			const moment = toMoment(value);
			if (moment === undefined) throw badRequest(`${name} must be a date of the form YYYY-MM-DD HH:MM`);
			return moment;
		},
	};
}

function checkEncoding(search: string): void {
	try {
		if (!decodeURIComponent(search.replaceAll('+', ' ')).includes('\0')) return;
	} catch {
		throw badRequest('The query is malformed');
	}
	throw badRequest('The query contains a null character');
}

/** One page of a list, and the headers with its size. */
interface PageOfList<T> {
	readonly items: readonly T[];
	readonly headers: { readonly total: string; readonly 'per-page': string };
}

/** `page` and `per_page`. Default: 1 and 25. */
interface PageRange {
	readonly page: number;
	readonly perPage: number;
}

/**
 * @throws {RefusedRequest} with 422 above `max` items per page, which is documented as an error rather than
 * reduced to `max`
 */
export const readRange = (parameters: Parameters, max: number): PageRange => ({
	page: parameters.integer('page', { min: 1 }) ?? 1,
	perPage: parameters.integer('per_page', { min: 1, max }) ?? 25,
});

/** Returns an empty list beyond the last page. */
export const pageOf = <T>(all: readonly T[], { page, perPage }: PageRange): PageOfList<T> => ({
	items: all.slice((page - 1) * perPage, page * perPage),
	headers: { total: String(all.length), 'per-page': String(perPage) },
});

/** A delivery request with a valid token and version. */
export interface DeliveryRequest {
	readonly parameters: Parameters;
	readonly version: Reading['version'];
	readonly catalog: Catalog;
}

/** The body of a response with status 200, and additional headers. */
export interface Answer {
	readonly body: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}
