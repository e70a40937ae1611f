/** An answer in place of a result, as the service gives it to a request that it does not take. */
export type Refusal = { readonly status: 400 | 422 | 500; readonly body: { readonly error: string } };

/** Either what was asked for, or the refusal to answer with. */
export type Parsed<T> =
	| { readonly ok: true; readonly value: T }
	| { readonly ok: false; readonly refusal: Refusal };

export const accept = <T>(value: T): Parsed<T> => ({ ok: true, value });

/** 400: the request cannot be read. 422: it can, and asks for what there is not. 500: what the service itself trips over. */
export const refuse = (status: Refusal['status'], error: string): Parsed<never> => ({
	ok: false,
	refusal: { status, body: { error } },
});
