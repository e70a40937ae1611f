/**
 * What went wrong: `status`: the service answered with an error; `network`: no connection, or it broke; `timeout`: no
 * complete answer in time; `cut`: the answer ended early; `too-large`: it is larger than any real one; `not-json`: something
 * else than JSON; `redirect`: a redirect that must not be followed; `shape`: JSON of an unexpected shape; `endless`: a list
 * that does not end.
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

export interface ServiceErrorDetails {
	kind: ServiceErrorKind;
	/** HTTP status; undefined where there was no answer. */
	status?: number | undefined;
	method: string;
	/** The address that was asked, without the token. */
	address: string;
	/** The service's own words, `''` where it had none. */
	words: string;
	/** What usually causes this, and what to do. */
	hint: string;
	/** How often it was tried. */
	attempts: number;
}

/**
 * A request to the service failed for good. `message` says what happened and what to do, in sentences; no token stands in
 * the message, the address, the words or the cause.
 */
export class SluglineServiceError extends Error {
	override readonly name = 'SluglineServiceError';
	readonly kind: ServiceErrorKind;
	readonly status: number | undefined;
	readonly method: string;
	readonly address: string;
	readonly words: string;
	readonly hint: string;
	readonly attempts: number;

	/** @param what the first part of the message: what happened. The hint follows it. */
	constructor(what: string, details: ServiceErrorDetails, options?: ErrorOptions) {
		super(`${what} ${details.hint}`, options);
		this.kind = details.kind;
		this.status = details.status;
		this.method = details.method;
		this.address = details.address;
		this.words = details.words;
		this.hint = details.hint;
		this.attempts = details.attempts;
	}
}

/** An option, query or filter is not right. Nothing was sent. */
export class SluglineUsageError extends Error {
	override readonly name = 'SluglineUsageError';
}

/**
 * True for an error of a failed request, also where another copy of this package made it (Astro loads three).
 *
 * @example try { await client.currentSpace() } catch (error) { if (isServiceError(error)) console.error(error.status) }
 */
export function isServiceError(error: unknown): error is SluglineServiceError {
	return error instanceof Error && error.name === 'SluglineServiceError';
}

/** True for a wrong option, query or filter; see {@link isServiceError}. */
export function isUsageError(error: unknown): error is SluglineUsageError {
	return error instanceof Error && error.name === 'SluglineUsageError';
}
