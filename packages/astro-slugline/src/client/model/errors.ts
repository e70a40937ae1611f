import { ExpectedError } from '../../shared/hinted-error.js';
/**
 * What went wrong:
 * - `status`: the API responded with an error status
 * - `network`: the connection failed
 * - `timeout`: no complete response in time
 * - `cut`: the response ended early
 * - `too-large`: the response is larger than any valid one
 * - `not-json`: the response is not JSON
 * - `redirect`: a redirect that must not be followed
 * - `shape`: JSON of an unexpected shape
 * - `endless`: a list without an end
 */
export type ServiceErrorKind =
	| 'status'
	| 'network'
	| 'timeout'
	| 'cut'
	| 'too-large'
	| 'not-json'
	| 'redirect'
	| 'shape'
	| 'endless';

/** The facts of a {@link SluglineServiceError}. */
export interface ServiceErrorDetails {
	kind: ServiceErrorKind;
	/** HTTP status. Undefined if there was no response. */
	status?: number | undefined;
	method: string;
	/** The requested address, without the token. */
	address: string;
	/** The message in the API's response, or `''`. */
	words: string;
	/** What usually causes this, and what to do. */
	hint: string;
	/** Number of attempts. */
	attempts: number;
}

/**
 * A request to the API failed for good. `message` says what happened and what to do. Neither message,
 * address, words, nor cause contains a token.
 */
export class SluglineServiceError extends ExpectedError {
	override readonly name = 'SluglineServiceError';
	declare readonly kind: ServiceErrorKind;
	declare readonly status: number | undefined;
	declare readonly method: string;
	declare readonly address: string;
	declare readonly words: string;
	declare readonly hint: string;
	declare readonly attempts: number;

	/** @param what what happened: the first part of the message, followed by the hint */
	constructor(what: string, details: ServiceErrorDetails, options?: ErrorOptions) {
		super(`${what} ${details.hint}`, options);
		Object.assign(this, details);
	}
}

/** An option, query, or filter is invalid. Nothing was sent. */
export class SluglineUsageError extends ExpectedError {
	override readonly name = 'SluglineUsageError';
}

/**
 * True for a {@link SluglineServiceError}, even one from another copy of this package. Astro loads up to
 * three copies.
 *
 * @example
 * try {
 *   await client.currentSpace();
 * } catch (error) {
 *   if (isServiceError(error)) console.error(error.status);
 * }
 */
export function isServiceError(error: unknown): error is SluglineServiceError {
	return error instanceof Error && error.name === 'SluglineServiceError';
}

/**
 * True for a {@link SluglineUsageError}, like {@link isServiceError}.
 *
 * @example
 * if (isUsageError(error)) console.error(error.message);
 */
export function isUsageError(error: unknown): error is SluglineUsageError {
	return error instanceof Error && error.name === 'SluglineUsageError';
}
