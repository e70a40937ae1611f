/** Responds to a request. Rejects only when the request's signal aborts. */
export type Handler = (request: Request) => Promise<Response>;

/** What caches may do with a response. Edges cache published content for a week, under its exact address. */
export const cacheControl = {
	published: 'max-age=0, public, s-maxage=604800, stale-if-error=3600',
	draft: 'max-age=0, private, must-revalidate',
	currentSpace: 'max-age=0, public, s-maxage=2',
	never: 'no-store',
} as const;

export function json(
	status: number,
	body: unknown,
	headers: Readonly<Record<string, string>> = {},
): Response {
	return new Response(JSON.stringify(body), {
		status,
		headers: {
			'Content-Type': 'application/json; charset=utf-8',
			'Cache-Control': cacheControl.never,
			...headers,
		},
	});
}

/** The API's 404 body is a list. */
export const notFoundBody = ['This record could not be found'];

/** Thrown for a request that the API refuses. The dispatcher responds with `status` and `body`. */
export class RefusedRequest extends Error {
	override readonly name = 'RefusedRequest';
	readonly status: number;
	readonly body: unknown;
	readonly headers: Readonly<Record<string, string>>;

	constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
		super(`The request was refused with ${status}.`);
		this.status = status;
		this.body = body;
		this.headers = headers;
	}
}

export const notFound = (): RefusedRequest => new RefusedRequest(404, notFoundBody);

export const unauthorized = (): RefusedRequest => new RefusedRequest(401, { error: 'Unauthorized' });

/** 400: the value is malformed. */
export const badRequest = (error: string): RefusedRequest => new RefusedRequest(400, { error });

/** 422: the value is out of range. */
export const unprocessable = (error: string): RefusedRequest => new RefusedRequest(422, { error });

/** 405: the address exists, but not for this method. */
export const wrongMethod = (allowed: string): RefusedRequest =>
	new RefusedRequest(405, { error: 'Method Not Allowed' }, { Allow: allowed });
