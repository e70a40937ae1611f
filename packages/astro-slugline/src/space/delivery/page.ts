import type { Parameters } from './parameters.js';

/** One page of a list, and the headers with its size. */
export interface Page<T> {
	readonly items: readonly T[];
	readonly headers: { readonly total: string; readonly 'per-page': string };
}

/** `page` and `per_page`. Default: 1 and 25. */
export interface PageRange {
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
export const pageOf = <T>(all: readonly T[], { page, perPage }: PageRange): Page<T> => ({
	items: all.slice((page - 1) * perPage, page * perPage),
	headers: { total: String(all.length), 'per-page': String(perPage) },
});
