import { isLoopback } from '../../shared/http/from-here.js';
import type { Handler } from './answers.js';
import { json } from './answers.js';

/** A numeric address cannot be redirected to another machine by DNS, as a name can. */
const isNumeric = (host: string): boolean => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])$/i.test(host);

/**
 * Only passes on requests that name this machine, so that no web page reaches the space through a name of its
 * own that resolves here.
 *
 * @param hosts other accepted names, in lower case and without port
 */
export function onlyForHosts(handler: Handler, hosts: readonly string[]): Handler {
	return async (request) => {
		const { hostname } = new URL(request.url);
		if (isLoopback(hostname) || isNumeric(hostname) || hosts.includes(hostname)) return handler(request);
		return json(403, {
			error: `This space does not respond to the host name ${hostname}. Allow it with --allow-host or \`allowedHosts\` when you start the space.`,
		});
	};
}

/** The origin of a page on this machine, or undefined for any other origin. */
export function localOrigin(origin: string | null): string | undefined {
	const url = origin === null ? null : URL.parse(origin);
	return url && /^https?:$/.test(url.protocol) && isLoopback(url.hostname)
		? (origin ?? undefined)
		: undefined;
}
