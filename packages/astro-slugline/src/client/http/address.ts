import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { SluglineUsageError } from '../model/errors.js';

/** One parameter of a query string. Filters need a list, because order and repetition matter. */
export type Parameter = readonly [name: string, value: string];

/**
 * Normalizes a base address to `scheme://host[:port][/prefix]`, without a trailing slash.
 *
 * @param option name of the option, for the message
 * @throws {SluglineUsageError} if it is not an http(s) address, or contains a user, query, or fragment
 */
export function baseAddress(address: string, option: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
		throw new SluglineUsageError(
			`\`${option}\` is not a valid URL. Write it with scheme and host, such as "https://api.storyblok.com".`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new SluglineUsageError(
			`\`${option}\` contains a user, query, or fragment, which requests cannot use. Write only scheme, host, and path. The token has its own option.`,
		);
	}
	const path = trimEndSlashes(url.pathname);
	if (/\/v[12](\/cdn)?$/.test(path)) {
		throw new SluglineUsageError(
			`\`${option}\` ends with "${path.match(/\/v[12](\/cdn)?$/)?.[0]}", which every request adds itself. Remove it.`,
		);
	}
	return url.origin + path;
}

/**
 * The full address of a request. A space is encoded as `%20`, which every server decodes alike, and the brackets of filters are
 * not, as in the vendor's clients.
 */
export function requestUrl(base: string, path: string, parameters: readonly Parameter[]): string {
	const query = new URLSearchParams();
	for (const [name, value] of parameters) query.append(name, value);
	const text = query
		.toString()
		.replaceAll('+', '%20')
		.replace(/(?<=^|&)[^=&]+/g, (name) => name.replaceAll('%5B', '[').replaceAll('%5D', ']'));
	return text === '' ? base + path : `${base}${path}?${text}`;
}

/**
 * Trims and checks a token.
 *
 * @throws {SluglineUsageError} if it is empty or contains characters that tokens do not have
 */
export function checkToken(token: string, option: string): string {
	const trimmed = typeof token === 'string' ? token.trim() : '';
	if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
	throw new SluglineUsageError(
		trimmed === ''
			? `\`${option}\` is empty. Set it to an access token from the space's settings.`
			: `\`${option}\` contains a space, line break, or other character that tokens do not have. Copy the token again, without "Bearer" or quotes.`,
	);
}
