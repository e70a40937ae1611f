/** `elsewhere` has no origin where the address is none of the web. */
export type RedirectTarget =
	| { kind: 'here'; url: string }
	| { kind: 'elsewhere'; origin: string | undefined };

/**
 * Where a redirect leads. On the same origin: its address, with what it leaves out of the query put back, the token above
 * all; the usual one names the same list with the current `cv`. On another origin the token has no business.
 *
 * @param url the address that was asked
 * @param location the answer's `Location`
 */
export function redirectTarget(url: string, location: string): RedirectTarget {
	const from = new URL(url);
	if (!URL.canParse(location, url)) return { kind: 'elsewhere', origin: undefined };
	const to = new URL(location, url);
	if (!to.protocol.startsWith('http')) return { kind: 'elsewhere', origin: undefined };
	if (to.origin !== from.origin) return { kind: 'elsewhere', origin: to.origin };
	to.username = '';
	to.password = '';
	to.hash = '';
	const named = new Set(to.searchParams.keys());
	for (const [name, value] of from.searchParams) {
		if (!named.has(name)) to.searchParams.append(name, value);
	}
	return { kind: 'here', url: to.href };
}
