/** Headers that make caches store a page or forbid frames, and headers that no longer match the changed page. */
const removed = [
	...['cdn-cache-control', 'surrogate-control', 'surrogate-key', 'cache-tag', 'x-frame-options', 'etag'],
	...['netlify-cdn-cache-control', 'netlify-cache-tag', 'vercel-cdn-cache-control', 'vercel-cache-tag'],
	...['cloudflare-cdn-cache-control', 'fastly-surrogate-control', 'x-accel-expires', 'last-modified', 'age'],
	...['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'keep-alive', 'date'],
];

/**
 * The headers of a page in preview: caches do not store it, search engines do not list it, other sites do not learn its URL,
 * and only editors can frame it.
 *
 * @param editors origins that may frame the site
 * @param scriptHash SHA-256 of the injected script in base64, for pages with a policy for scripts
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

/** A policy without `frame-ancestors`, which preview sets itself. */
const withoutFrames = (policy: string): string =>
	policy
		.split(';')
		.filter((directive) => !/^\s*frame-ancestors\b/i.test(directive))
		.join(';');

/** Changes a policy so that the script of preview and the styles of edited content are allowed. */
export function allowScript(policy: string, scriptHash: string | undefined): string {
	return policy
		.split(';')
		.map((directive) => {
			const [name = '', ...sources] = directive.trim().split(/\s+/);
			const allowed = sources.filter((source) => source !== "'none'");
			if (/^script-src(-elem)?$/i.test(name) && scriptHash) {
				// With 'unsafe-inline' and no hash, all inline scripts are allowed. Adding a hash would block the others.
				const isOpen =
					sources.includes("'unsafe-inline'") && !sources.some((source) => /^'(sha|nonce)/.test(source));
				return [name, ...allowed, ...(isOpen ? [] : [`'sha256-${scriptHash}'`])].join(' ');
			}
			// Hashes cover only the styles of the built page. Edited content may add others.
			if (/^style-src(-elem|-attr)?$/i.test(name)) {
				const plain = allowed.filter((source) => !/^'(sha\d+|nonce)-/.test(source));
				return [name, ...new Set([...plain, "'unsafe-inline'"])].join(' ');
			}
			return directive.trim();
		})
		.filter((directive) => directive !== '')
		.join('; ');
}
