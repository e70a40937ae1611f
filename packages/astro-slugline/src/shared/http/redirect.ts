/** `elsewhere` has no origin if the target is not an http(s) address. */
export type RedirectTarget =
	| { kind: 'here'; url: string }
	| { kind: 'elsewhere'; origin: string | undefined };

/**
 * Resolves a redirect. On the same origin, parameters that the target omits are added again, above all the
 * token. The usual redirect leads to the same list with the current `cv`. The token is never sent to another
 * origin.
 *
 * @param url the requested address
 * @param location the response's `Location`
 */
export function redirectTarget(url: string, location: string): RedirectTarget {
	const from = new URL(url);
	const to = URL.parse(location, url);
	if (!to?.protocol.startsWith('http')) return { kind: 'elsewhere', origin: undefined };
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
