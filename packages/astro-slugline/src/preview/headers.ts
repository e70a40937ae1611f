import type { PreviewSettings } from './protocol.js';

/** What a page may tell the browser. All other headers are left out: among them are those by which caches store a page, and by which browsers report its URL. */
const kept =
	/^(?:content-(?:type|language|disposition)|location|set-cookie|link|permissions-policy|cross-origin-.*|origin-agent-cluster|strict-transport-security)$/i;

/** Directives that stop preview, or that make browsers report a page's URL to others. */
const removedDirectives = [
	...['frame-ancestors', 'require-trusted-types-for', 'trusted-types', 'report-uri', 'report-to'],
];

/**
 * The headers of a page in preview: caches do not store it, search engines do not list it, other sites do not learn its URL,
 * and only editors can frame it.
 *
 * @param editors origins that may frame the site
 * @param scripts sources of a policy that allow the injected scripts
 */
export function previewHeaders(
	page: Iterable<readonly [string, string]>,
	editors: readonly string[],
	scripts: readonly string[] = [],
): [string, string][] {
	const headers: [string, string][] = [];
	const policies: string[] = [];
	for (const [name, value] of page) {
		if (name.toLowerCase() === 'content-security-policy') policies.push(value);
		else if (kept.test(name)) headers.push([name, value]);
	}
	return [
		...headers,
		['cache-control', 'private, no-store'],
		['x-robots-tag', 'noindex, nofollow'],
		['referrer-policy', 'no-referrer'],
		['x-content-type-options', 'nosniff'],
		...policies.map((policy): [string, string] => ['content-security-policy', openPolicy(policy, scripts)]),
		['content-security-policy', `frame-ancestors ${editors.join(' ') || "'none'"}`],
	];
}

type Directive = [name: string, ...sources: string[]];

/**
 * Changes a content security policy so that preview works: its scripts, its requests, and the styles of edited content are
 * allowed. Scripts of the page are allowed or blocked as before.
 *
 * @param scripts sources that allow the scripts of preview. @example ["'sha256-…'", "'nonce-…'"]
 */
export const openPolicy = (policies: string, scripts: readonly string[]): string =>
	policies
		.split(',')
		.map((policy) => openOne(readPolicy(policy), scripts))
		.map((directives) => directives.map((directive) => directive.join(' ')).join('; '))
		.join(', ');

const readPolicy = (policy: string): Directive[] =>
	policy
		.split(';')
		.map((directive): Directive => {
			const [name = '', ...sources] = directive.trim().split(/\s+/);
			return [name.toLowerCase(), ...sources];
		})
		.filter(([name]) => name !== '' && !removedDirectives.includes(name));

function openOne(directives: readonly Directive[], scripts: readonly string[]): Directive[] {
	const names = directives.map(([name]) => name);
	const [, ...usual] = directives.find(([name]) => name === 'default-src') ?? [];
	// Without a directive of their own, these follow the default one, which stays as it is.
	const missing = names.includes('default-src')
		? ['script-src', 'style-src', 'connect-src'].filter((name) => !names.includes(name))
		: [];
	return [...directives, ...missing.map((name): Directive => [name, ...usual])].map(
		([name, ...sources]): Directive => {
			const allowed = sources.filter((source) => source !== "'none'");
			if (/^script-src(-elem)?$/.test(name)) return [name, ...withScripts(allowed, scripts)];
			if (/^style-src(-elem|-attr)?$/.test(name)) return [name, ...withStyles(allowed)];
			if (name === 'connect-src') return [name, ...new Set([...allowed, "'self'"])];
			return [name, ...sources];
		},
	);
}

function withScripts(sources: readonly string[], scripts: readonly string[]): string[] {
	// With 'unsafe-inline' alone, all inline scripts are allowed. Adding a hash or a nonce would block the others.
	const isOpen =
		sources.includes("'unsafe-inline'") &&
		!sources.some((source) => /^'(sha\d+-|nonce-|strict-dynamic')/i.test(source));
	return [...new Set([...sources, ...(isOpen ? ["'self'"] : scripts)])];
}

/** What policies say of scripts and styles that are added to a page. */
export const readPolicies = (policies: readonly string[]): Pick<PreviewSettings, 'nonces' | 'isStrict'> => ({
	nonces: [...new Set([...policies.join().matchAll(/'nonce-([^']+)'/gi)].map(([, nonce = '']) => nonce))],
	isStrict: policies.some((policy) => /'strict-dynamic'/i.test(policy)),
});

/** Hashes and nonces cover only the styles of the built page. Edited content may add others. */
const withStyles = (sources: readonly string[]): string[] => [
	...new Set([...sources.filter((source) => !/^'(sha\d+|nonce)-/i.test(source)), "'unsafe-inline'"]),
];
