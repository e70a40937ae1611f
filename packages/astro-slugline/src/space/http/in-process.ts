import { orAborted } from '../../shared/http/abort.js';
import type { Handler } from './answers.js';

/** The number of redirects that browsers follow. */
const maxRedirects = 20;

/**
 * Creates a `fetch` that calls the handler without a network. Any origin works, and redirects and abort
 * signals behave as in the platform's own `fetch`.
 *
 * @param closing aborts everything in progress when the space closes
 */
export function createFetch(handler: Handler, closing: AbortSignal): typeof fetch {
	return async (input, init) => {
		let request = new Request(input, init);
		const signal = AbortSignal.any([request.signal, closing]);
		for (let redirects = 0; ; redirects++) {
			signal.throwIfAborted();
			const response = await orAborted(handler(new Request(request, { signal })), signal);
			const location =
				response.status >= 300 && response.status < 400 ? response.headers.get('Location') : null;
			if (location === null || request.redirect === 'manual')
				return withAddress(request, response, redirects > 0);
			if (request.redirect === 'error' || redirects === maxRedirects) {
				throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
			}
			request = new Request(new URL(location, request.url), {
				method: request.method === 'HEAD' ? 'HEAD' : 'GET',
				headers: request.headers,
			});
		}
	};
}

/** Sets the response's URL, and removes its body for HEAD. */
function withAddress({ method, url }: Request, given: Response, redirected: boolean): Response {
	const response = method === 'HEAD' ? new Response(null, given) : given;
	return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
}
