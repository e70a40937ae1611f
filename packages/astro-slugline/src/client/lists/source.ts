import type { z } from 'zod';
import type { Secrets } from '../../shared/secrets.js';
import { SluglineServiceError, SluglineUsageError } from '../errors.js';
import { type Parameter, requestUrl } from '../http/address.js';
import { requestsPerSecond } from '../http/rate.js';
import { readAnswer } from '../http/read.js';
import type { Call, Send } from '../http/send.js';
import type { Paging } from './paged.js';
import type { Fetched } from './pages.js';

/** What every list of a client asks through. */
export interface Source {
	send: Send;
	secrets: Secrets;
	baseUrl: string;
	/** Sent as the parameter `token`. */
	token: string;
	version: Version;
	/** Requests at once, and pages ahead. */
	concurrency: number;
	/** Tells once of each parameter that has no effect. */
	notice(parameter: string, sentence: string): void;
	/** The rate of a request with this page size. */
	perSecond?: ((perPage: number) => number) | undefined;
}

export type Version = 'published' | 'draft';

/**
 * Asks one page of one list and reads it by its shape.
 *
 * @param read picks the page's own parts out of the body
 */
export async function askPage<Shape extends z.ZodType, Own>(
	{ send, secrets, baseUrl, token, perSecond = requestsPerSecond }: Source,
	path: string,
	shape: Shape,
	parameters: readonly Parameter[],
	{ page, perPage, signal }: Paging,
	read: (body: z.output<Shape>) => Own & { cv: number | null },
): Promise<Fetched<Own & { cv: number | null; total: number | null; perPage: number }>> {
	const url = requestUrl(baseUrl, path, [
		['token', token],
		...parameters,
		['page', String(page)],
		['per_page', String(perPage)],
	]);
	const call: Call = { method: 'GET', url, perSecond: perSecond(perPage), signal };
	const answer = await send(call);
	const body = readAnswer(shape, answer, call, secrets);
	const total = count(answer.headers.get('total'));
	const own = read(body);
	const cv = snapshot(own.cv) ?? cvOf(answer.url);
	return { page: { ...own, cv, total, perPage }, perPage: count(answer.headers.get('per-page')) };
}

/** A cache version that is one: the service redirects 0 as it does whatever it does not hold. */
const snapshot = (cv: number | null | undefined): number | null =>
	cv !== null && cv !== undefined && Number.isSafeInteger(cv) && cv > 0 ? cv : null;

/** The cache version in an address: the edge names the current one when it redirects. */
function cvOf(url: string): number | null {
	const text = new URL(url).searchParams.get('cv');
	return text !== null && /^\d{1,15}$/.test(text) ? snapshot(Number(text)) : null;
}

/**
 * The cache version that the pages of one run are asked for: what the first page turned out to have, until then the query's.
 * So the edge redirects the first page only, and all pages are of one snapshot while the edge holds it.
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

/** `cv` as a parameter: drafts have none. */
export function cvParameter(cv: number | undefined, version: Version): Parameter[] {
	const current = snapshot(cv);
	return current === null || version === 'draft' ? [] : [['cv', String(current)]];
}

/** The error of a list that never ends. */
export function endlessList({ secrets, baseUrl }: Source, path: string): (items: number) => Error {
	return (items) => {
		const address = secrets.address(requestUrl(baseUrl, path, []));
		return new SluglineServiceError(
			`The list GET ${address} does not end: ${items} items came, and the service has more.`,
			{
				kind: 'endless',
				method: 'GET',
				address,
				words: '',
				hint: 'This is probably not the address of the service: check `region` and `baseUrl`.',
				attempts: 1,
			},
		);
	};
}

/** @throws {SluglineUsageError} if the number is not one from 1 to `most` */
export function checkCount(value: number, name: string, most = Number.MAX_SAFE_INTEGER): number {
	if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value;
	const upTo = most === Number.MAX_SAFE_INTEGER ? 'from 1 up' : `from 1 to ${most}`;
	throw new SluglineUsageError(`\`${name}\` is ${value}. It must be a whole number ${upTo}.`);
}
