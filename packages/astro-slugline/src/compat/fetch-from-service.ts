import { notice } from '../astro/page/data/index.js';
import { warnOfParameters } from '../shared/api/delivery-parameters.js';
import { redirectTarget } from '../shared/http/redirect.js';
import { withDistinctFilters } from './ask.js';

/** The number of redirects that browsers follow. */
const maxRedirects = 20;

/**
 * `fetch` for the vendor's client. Redirects are only followed on the API's own origin, because the address contains the token.
 * Warns once of parameters that the API does not have.
 *
 * @throws {Error} naming the other origin
 */
export const fetchFromService: typeof fetch = async (input, init) => {
	let url = withDistinctFilters(input instanceof Request ? input.url : String(input));
	warnOfParameters(url, (_, sentence) => notice(sentence));
	for (let redirects = 0; redirects <= maxRedirects; redirects++) {
		const response = await fetch(url, { ...init, redirect: 'manual' });
		const location = response.headers.get('location');
		if (response.status < 300 || response.status >= 400 || location === null) return response;
		const target = redirectTarget(url, location);
		if (target.kind === 'elsewhere') {
			throw new Error(
				`The API redirected to ${target.origin ?? 'an address that is not http or https'}. The request was not repeated there, because it contains the token.`,
			);
		}
		url = target.url;
	}
	throw new Error(`The API redirected more than ${maxRedirects} times.`);
};
