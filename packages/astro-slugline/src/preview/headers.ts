/** Headers by which pages tell caches to store them, or proxies to keep them out of frames. */
const removed = [
	...['cdn-cache-control', 'surrogate-control', 'surrogate-key', 'cache-tag', 'x-frame-options', 'etag'],
	...['netlify-cdn-cache-control', 'netlify-cache-tag', 'vercel-cdn-cache-control', 'vercel-cache-tag'],
	...['cloudflare-cdn-cache-control', 'fastly-surrogate-control', 'x-accel-expires', 'last-modified', 'age'],
	...['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'date'],
];

/**
 * The headers of a page in preview: no cache stores it, no search engine lists it, no other site learns its address, and only
 * editors frame it.
 *
 * @param editors origins that may frame the site
 * @param scriptHash of the script that is put into the page, where the page has a policy for scripts
 */
export function previewHeaders(
	page: Iterable<readonly [string, string]>,
	editors: readonly string[],
	scriptHash?: string,
): [string, string][] {
	const headers: [string, string][] = [];
	const policies: string[] = [];
	for (const [name, value] of page) {
		if (name.toLowerCase() === 'content-security-policy') policies.push(value);
		else if (!removed.includes(name.toLowerCase()) && !isOurs(name)) headers.push([name, value]);
	}
	return [
		...headers,
		['cache-control', 'private, no-store'],
		['x-robots-tag', 'noindex, nofollow'],
		['referrer-policy', 'no-referrer'],
		['x-content-type-options', 'nosniff'],
		...policies.map((policy): [string, string] => [
			'content-security-policy',
			allowScript(withoutFrames(policy), scriptHash),
		]),
		['content-security-policy', `frame-ancestors 'self' ${editors.join(' ')}`.trim()],
	];
}

const isOurs = (name: string) =>
	['cache-control', 'x-robots-tag', 'referrer-policy', 'x-content-type-options'].includes(name.toLowerCase());

/** A policy without its own word on frames, which preview decides. */
const withoutFrames = (policy: string): string =>
	policy
		.split(';')
		.filter((directive) => !/^\s*frame-ancestors\b/i.test(directive))
		.join(';');

/** A policy that lets a script run, and new styles of edited content. */
export function allowScript(policy: string, scriptHash: string | undefined): string {
	return policy
		.split(';')
		.map((directive) => {
			const [name = '', ...sources] = directive.trim().split(/\s+/);
			const allowed = sources.filter((source) => source !== "'none'");
			if (/^script-src(-elem)?$/i.test(name) && scriptHash) {
				// With 'unsafe-inline' and no hash, all inline scripts run; a hash would forbid the others.
				const isOpen =
					sources.includes("'unsafe-inline'") && !sources.some((source) => /^'(sha|nonce)/.test(source));
				return [name, ...allowed, ...(isOpen ? [] : [`'sha256-${scriptHash}'`])].join(' ');
			}
			// Hashes of styles are those of the page as it was built; content may bring others.
			if (/^style-src(-elem|-attr)?$/i.test(name)) {
				const plain = allowed.filter((source) => !/^'(sha\d+|nonce)-/.test(source));
				return [name, ...new Set([...plain, "'unsafe-inline'"])].join(' ');
			}
			return directive.trim();
		})
		.filter((directive) => directive !== '')
		.join('; ');
}
