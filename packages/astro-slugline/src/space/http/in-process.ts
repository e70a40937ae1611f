import type { Handler } from './pipeline.js';

/** As many redirects as a browser follows. */
const mostRedirects = 20;

/**
 * Makes a `fetch` that asks the handler without a network: any origin, redirects and abort signals as the platform's own has them.
 *
 * @param closing - aborts what is under way when the space closes
 */
export function createFetch(handler: Handler, closing: AbortSignal): typeof fetch {
	return async (input, init) => {
		let request = new Request(input, init);
		const signal = AbortSignal.any([request.signal, closing]);
		for (let redirects = 0; ; redirects++) {
			signal.throwIfAborted();
			const response = await unlessAborted(handler(new Request(request, { signal })), signal);
			const location =
				response.status >= 300 && response.status < 400 ? response.headers.get('Location') : null;
			if (location === null || request.redirect === 'manual') return told(request, response, redirects > 0);
			if (request.redirect === 'error' || redirects === mostRedirects) {
				throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') });
			}
			request = new Request(new URL(location, request.url), {
				method: request.method === 'HEAD' ? 'HEAD' : 'GET',
				headers: request.headers,
			});
		}
	};
}

/** A handler that does not look at the signal is not waited for. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		signal.addEventListener('abort', abort, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
	});
}

/** A response knows where it came from, and to HEAD it has no body. */
function told({ method, url }: Request, given: Response, redirected: boolean): Response {
	const response = method === 'HEAD' ? new Response(null, given) : given;
	return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } });
}
