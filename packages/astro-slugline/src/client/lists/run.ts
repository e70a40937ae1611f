import type { z } from 'zod';
import type { Parameter } from '../http/address.js';
import type { ListQuery, Page } from './listing.js';
import type { Run } from './pages.js';
import { type Bound, checkCount, endlessList, snapshotOf } from './source.js';

/** What is particular to one list of the API. */
export interface ListKind<Item, Query, Shape extends z.ZodType, Own extends Parts<Item>> {
	path: string;
	shape: Shape;
	/** Selects a page's parts from a body. */
	read(body: z.output<Shape>): Own;
	keyOf(item: Item): string | number;
	/** The parameters of a request, without `token`, `page`, and `per_page`. */
	parametersOf(query: Query): Parameter[];
	perPage: number;
	maxPerPage: number;
	maxBytes: number;
}

interface Parts<Item> {
	items: Item[];
	cv: number | null;
}

/** One run over a list. Runs that share `cv` read one snapshot. */
export function runOf<
	Item,
	Query extends ListQuery & { cv?: number | undefined; expected?: number | undefined },
	Shape extends z.ZodType,
	Own extends Parts<Item>,
>(
	source: Bound,
	{ path, shape, read, keyOf, parametersOf, ...kind }: ListKind<Item, Query, Shape, Own>,
	query: Query,
	{
		cv = runCv(query.cv),
		...own
	}: Pick<Run<Item, Own & Page<Item>>, 'keep' | 'hold' | 'turn'> & { cv?: SharedCv } = {},
): Run<Item, Own & Page<Item>> {
	const perPage = checkCount(query.perPage ?? kind.perPage, 'perPage', kind.maxPerPage);
	// An invalid query is reported before anything is sent.
	parametersOf(query);
	return {
		...own,
		async ask(page, signal, turn) {
			const paging: Parameter[] = [
				['page', String(page)],
				['per_page', String(perPage)],
			];
			const parameters = [...parametersOf({ ...query, cv: cv.get() }), ...paging];
			const answer = await source.get(path, parameters, { perPage, holds: true, turn, signal });
			const { bytes, headers, release } = answer;
			try {
				const parts = read(answer.read(shape));
				const snapshot = snapshotOf(parts.cv) ?? cvOf(answer.url);
				cv.learn(snapshot);
				const total = count(headers.get('total'));
				const fetched = { ...parts, cv: snapshot, total, perPage };
				return { page: fetched, bytes, release };
			} catch (error) {
				release();
				throw error;
			}
		},
		keyOf,
		perPage,
		expected: query.expected,
		width: source.concurrency,
		maxBytes: kind.maxBytes,
		signal: query.signal,
		endless: endlessList(source, path),
	};
}

export async function onePage<Item, P extends Page<Item>>(run: Run<Item, P>, number: number): Promise<P> {
	const { page, release } = await run.ask(checkCount(number, 'page'), run.signal, undefined);
	release();
	return page;
}

/** The cache version in an address. The edge adds the current one when it redirects. */
const cvOf = (url: string): number | null => snapshotOf(count(new URL(url).searchParams.get('cv')));

const count = (text: string | null): number | null =>
	text !== null && /^\d{1,15}$/.test(text.trim()) ? Number(text) : null;

export type SharedCv = ReturnType<typeof runCv>;

/**
 * The cache version that a run requests: the query's, and once the first page is there, the version of that
 * page. So the edge redirects at most the first page, and all pages belong to one snapshot while the edge has
 * it.
 */
export function runCv(cv: number | undefined) {
	let current = cv;
	let learned = false;
	return {
		get: () => current,
		learn(snapshot: number | null) {
			if (!learned) current = snapshot ?? current;
			learned = true;
		},
	};
}
