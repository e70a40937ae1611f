import type { Parameters } from './parameters.js';

/** One page of a list, and the headers that tell how much there is. */
export interface Page<T> {
	readonly items: readonly T[];
	readonly headers: { readonly total: string; readonly 'per-page': string };
}

/** `page` and `per_page`, 1 and 25 by default. */
export interface PageRange {
	readonly page: number;
	readonly perPage: number;
}

/** @throws {RefusedRequest} with 422 beyond `max` a page: what the interface names as the maximum is not quietly lowered to */
export const readRange = (parameters: Parameters, max: number): PageRange => ({
	page: parameters.integer('page', { min: 1 }) ?? 1,
	perPage: parameters.integer('per_page', { min: 1, max }) ?? 25,
});

/** Past the last page there is nothing. */
export const pageOf = <T>(all: readonly T[], { page, perPage }: PageRange): Page<T> => ({
	items: all.slice((page - 1) * perPage, page * perPage),
	headers: { total: String(all.length), 'per-page': String(perPage) },
});
