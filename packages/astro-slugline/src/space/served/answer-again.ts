import { createDelivery } from '../delivery/delivery.js';
import { json, RefusedRequest } from '../http/answers.js';
import { modelOfServed, servedToken } from './model-of-served.js';
import type { ServedSpace } from './served-space.js';

/** Answers requests from what a space has served. */
export type Again = ReturnType<typeof answerAgain>;

/**
 * Answers the requests of the delivery interface again from what a space has served, by the code that answers for an embedded
 * space. The caller must have checked with `whyNotAgain` that the answer is available.
 */
export function answerAgain(served: ServedSpace) {
	const model = modelOfServed(served);
	const delivery = createDelivery(() => model);
	return {
		/**
		 * The answer to a request of the delivery interface, as the service gives it; refusals are answers, too.
		 *
		 * @param path behind `/v2/cdn/`, percent-encoded: `stories/blog/hello`
		 * @param query parameters without token and `cv`
		 */
		answer(path: string, query: URLSearchParams): Response {
			const url = new URL(`http://space.invalid/v2/cdn/${path.replace(/^\/+/, '')}`);
			for (const [name, value] of query) url.searchParams.append(name, value);
			url.searchParams.set('version', served.version);
			url.searchParams.set('token', servedToken);
			url.searchParams.set('cv', String(served.cv));
			try {
				return delivery.answer(url);
			} catch (error) {
				if (error instanceof RefusedRequest) return json(error.status, error.body);
				throw error;
			}
		},
	};
}
