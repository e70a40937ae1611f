import { json } from './answers.js';
import type { Handler } from './pipeline.js';

/** Is it this machine, by a name or an address? */
const isLoopback = (host: string): boolean =>
	/^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(host);

/** A page of a browser cannot make an address of numbers lead to another machine, as it can a name. */
const isNumeric = (host: string): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i.test(host);

/**
 * Lets in requests that name this machine, so that no web page reaches the space under a name of its own that it points here.
 *
 * @param hosts names that are let in beside, in small letters and without a port
 */
export function onlyForHosts(handler: Handler, hosts: readonly string[]): Handler {
	return async (request) => {
		const { hostname } = new URL(request.url);
		if (isLoopback(hostname) || isNumeric(hostname) || hosts.includes(hostname)) return handler(request);
		return json(403, {
			error: `This space does not answer as ${hostname}. Allow that name where the space is started, with --allow-host or \`allowedHosts\`.`,
		});
	};
}

/** The origin if it is a page on this machine. */
export function localOrigin(origin: string | null): string | undefined {
	const url = origin === null ? null : URL.parse(origin);
	return url && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)
		? (origin ?? undefined)
		: undefined;
}
