/** The API's error response to a request. */
export type Refusal = { readonly status: 400 | 422 | 500; readonly body: { readonly error: string } };

/** Either the result, or the refusal to respond with. */
export type Parsed<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly refusal: Refusal };

export const accept = <T>(value: T): Parsed<T> => ({ ok: true, value });

/**
 * 400: the request is malformed. 422: it refers to something that does not exist. 500: a case in which the
 * API itself fails.
 */
export const refuse = (status: Refusal['status'], error: string): Parsed<never> => ({
	ok: false,
	refusal: { status, body: { error } },
});
