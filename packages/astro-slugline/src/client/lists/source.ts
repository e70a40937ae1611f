import type { z } from 'zod';
import { warnOfParameters } from '../../shared/api/delivery-parameters.js';
import { type Parameter, requestUrl } from '../http/address.js';
import type { Turn } from '../http/exchange.js';
import { requestsPerSecond } from '../http/rate.js';
import type { Answer, Call, ServiceConnection } from '../http/send.js';
import { SluglineServiceError, SluglineUsageError } from '../model/errors.js';
import type { Fetched } from './pages.js';

/** What every list of a client sends its requests with: the connection, bound to an address and a token. */
export interface Bound extends Binding {
	/** Requests a path. `perPage` decides on its rate; without it, that is the rate of a single item. */
	get(
		path: string,
		parameters: readonly Parameter[],
		call?: Pick<Call, 'holds' | 'turn' | 'signal'> & { perPage?: number },
	): Promise<Answer>;
	/** Concurrent requests, and pages to fetch ahead. */
	concurrency: number;
	/** Reports a parameter that has no effect, once each. */
	notice(parameter: string, sentence: string): void;
}

interface Binding {
	baseUrl: string;
	version: Version;
}

/** A version of content: the published one, or drafts, which need a preview token. */
export type Version = 'published' | 'draft';

/** Binds a connection to an address and a token, which is the first parameter of each request. */
export function bind(
	{ send, concurrency, notice }: ServiceConnection,
	token: string,
	binding: Binding,
	perSecond: (perPage: number) => number = requestsPerSecond,
): Bound {
	return {
		...binding,
		concurrency,
		notice,
		get(path, parameters, { perPage = 1, ...call } = {}) {
			const url = requestUrl(binding.baseUrl, path, [['token', token], ...parameters]);
			warnOfParameters(url, notice);
			return send({ method: 'GET', url, perSecond: perSecond(perPage), ...call });
		},
	};
}

/** Which page to request. */
export interface Paging {
	page: number;
	perPage: number;
	signal: AbortSignal | undefined;
	turn?: Turn | undefined;
}

/**
 * Requests one page of one list and parses it.
 *
 * @param read selects the page's parts from the body
 */
export async function askPage<Shape extends z.ZodType, Own>(
	{ get }: Bound,
	path: string,
	shape: Shape,
	parameters: readonly Parameter[],
	{ page, perPage, signal, turn }: Paging,
	read: (body: z.output<Shape>) => Own & { cv: number | null },
): Promise<Fetched<Own & { cv: number | null; total: number | null; perPage: number }>> {
	const paged: Parameter[] = [...parameters, ['page', String(page)], ['per_page', String(perPage)]];
	const answer = await get(path, paged, { perPage, holds: true, turn, signal });
	const { bytes, headers, release } = answer;
	try {
		const own = read(answer.read(shape));
		const cv = snapshot(own.cv) ?? cvOf(answer.url);
		const page = { ...own, cv, total: count(headers.get('total')), perPage };
		return { page, perPage: count(headers.get('per-page')), bytes, release };
	} catch (error) {
		release();
		throw error;
	}
}

/** A valid cache version, or null. The API redirects 0 like a version that it does not have. */
const snapshot = (cv: number | null | undefined): number | null =>
	cv !== null && cv !== undefined && Number.isSafeInteger(cv) && cv > 0 ? cv : null;

/** The cache version in an address. The edge adds the current one when it redirects. */
function cvOf(url: string): number | null {
	const text = new URL(url).searchParams.get('cv');
	return text !== null && /^\d{1,15}$/.test(text) ? snapshot(Number(text)) : null;
}

/**
 * The cache version that a run requests: the query's, and once the first page is there, the version of that
 * page. So the edge redirects at max the first page, and all pages belong to one snapshot while the edge has
 * it.
 */
export function runCv(cv: number | undefined) {
	let current = cv;
	let learned = false;
	return {
		get: () => current,
		/** @returns the page, for chaining */
		learn<P extends { page: { cv: number | null } }>(fetched: P): P {
			if (!learned) current = fetched.page.cv ?? current;
			learned = true;
			return fetched;
		},
	};
}

const count = (header: string | null) =>
	header !== null && /^\d{1,15}$/.test(header.trim()) ? Number(header) : null;

/** `cv` as a parameter. It is not sent with drafts. */
export function cvParameter(cv: number | undefined, version: Version): Parameter[] {
	const current = snapshot(cv);
	return current === null || version === 'draft' ? [] : [['cv', String(current)]];
}

/** Creates the error for a list without an end. */
export function endlessList({ baseUrl }: Bound, path: string): (came: string) => Error {
	return (came) => {
		const address = baseUrl + path;
		return new SluglineServiceError(
			`The list GET ${address} does not end: the API returned ${came} and has more.`,
			{
				kind: 'endless',
				method: 'GET',
				address,
				words: '',
				hint: 'This is probably not the address of the API: check `region` and `baseUrl`.',
				attempts: 1,
			},
		);
	};
}

/** @throws {SluglineUsageError} if the value is not a whole number from 1 to `max` */
export function checkCount(value: number, name: string, max = Number.MAX_SAFE_INTEGER): number {
	if (Number.isSafeInteger(value) && value >= 1 && value <= max) return value;
	const upTo = max === Number.MAX_SAFE_INTEGER ? 'from 1 up' : `from 1 to ${max}`;
	throw new SluglineUsageError(`\`${name}\` is ${value}. It must be a whole number ${upTo}.`);
}
