import { cacheControl } from './answers.js';

/** An edge in front of the service: keeps what is published under its exact address, whatever happens behind it. */
export interface Edge {
	find(url: URL): Response | undefined;
	/** Keeps the answer if it may be kept, and gives back one that can be sent. */
	keep(url: URL, response: Response): Promise<Response>;
}

/** The oldest answers make room. */
const capacity = 1000;

export function createEdge(): Edge {
	const kept = new Map<string, { body: string; headers: Headers }>();
	const addressOf = (url: URL) => url.pathname + url.search;
	return {
		find(url) {
			const found = kept.get(addressOf(url));
			return found && new Response(found.body, { status: 200, headers: found.headers });
		},
		async keep(url, response) {
			if (response.status !== 200 || response.headers.get('Cache-Control') !== cacheControl.published) {
				return response;
			}
			const body = await response.text();
			kept.set(addressOf(url), { body, headers: response.headers });
			const oldest = kept.keys().next();
			if (kept.size > capacity && !oldest.done) kept.delete(oldest.value);
			return new Response(body, { status: 200, headers: response.headers });
		},
	};
}
