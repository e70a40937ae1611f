import { warnOfParameters } from '../../shared/api/delivery-parameters.js';
import { type Parameter, requestUrl } from '../http/address.js';
import { requestsPerSecond } from '../http/rate.js';
import type { Call, ServiceConnection } from '../http/send.js';
import { SluglineServiceError, SluglineUsageError } from '../model/errors.js';

/** A version of content: the published one, or drafts, which need a preview token. */
export type Version = 'published' | 'draft';

/** What every list of a client sends its requests with. */
export type Bound = ReturnType<typeof bind>;

/** Binds a connection to an address and a token, which is the first parameter of each request. */
export function bind(
	{ send, concurrency, notice }: ServiceConnection,
	token: string,
	binding: {
		baseUrl: string;
		version: Version;
		fallbackLanguageOf?: ((language: string) => string | undefined) | undefined;
	},
	perSecond: (perPage: number) => number = requestsPerSecond,
) {
	return {
		...binding,
		/** Concurrent requests, and pages to fetch ahead. */
		concurrency,
		/** Reports a parameter that has no effect, once each. */
		notice,
		/** Requests a path. `perPage` decides on its rate; without it, that is the rate of a single item. */
		get(
			path: string,
			parameters: readonly Parameter[],
			{ perPage = 1, ...call }: Pick<Call, 'holds' | 'turn' | 'signal'> & { perPage?: number } = {},
		) {
			const url = requestUrl(binding.baseUrl, path, [['token', token], ...parameters]);
			warnOfParameters(url, notice);
			return send({ method: 'GET', url, perSecond: perSecond(perPage), ...call });
		},
	};
}

/** A valid cache version, or null. The API redirects 0 like a version that it does not have. */
export const snapshotOf = (cv: number | null | undefined): number | null =>
	cv !== null && cv !== undefined && Number.isSafeInteger(cv) && cv > 0 ? cv : null;

/** `cv` as a parameter. It is not sent with drafts. */
export function cvParameter(cv: number | undefined, version: Version): Parameter[] {
	const current = snapshotOf(cv);
	return current === null || version === 'draft' ? [] : [['cv', String(current)]];
}

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
