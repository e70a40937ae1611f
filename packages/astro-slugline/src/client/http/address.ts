import { SluglineUsageError } from '../errors.js';

/** One parameter of a query string. A list of them keeps order and repetition, which filters need. */
export type Parameter = readonly [name: string, value: string];

/**
 * A base address as `scheme://host[:port][/prefix]`, without a slash at the end.
 *
 * @param option the option's name, for the message
 * @throws {SluglineUsageError} if it is not an http(s) address, or has a user, query or fragment
 */
export function baseAddress(address: string, option: string): string {
	const url = URL.canParse(address) ? new URL(address) : undefined;
	if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
		throw new SluglineUsageError(
			`\`${option}\` is not an address. Write it with its scheme and host, such as "https://api.storyblok.com".`,
		);
	}
	if (url.username || url.password || url.search || url.hash) {
		throw new SluglineUsageError(
			`\`${option}\` has a user, a query or a fragment, which requests cannot keep. Write only scheme, host and path; the token has an option of its own.`,
		);
	}
	const path = url.pathname.replace(/\/+$/, '');
	if (/\/v[12](\/cdn)?$/.test(path)) {
		throw new SluglineUsageError(
			`\`${option}\` ends with "${path.match(/\/v[12](\/cdn)?$/)?.[0]}", which every request adds itself. Leave it out.`,
		);
	}
	return url.origin + path;
}

/** The full address of a request. Spaces become `%20`, which every server reads alike. */
export function requestUrl(base: string, path: string, parameters: readonly Parameter[]): string {
	const query = new URLSearchParams();
	for (const [name, value] of parameters) query.append(name, value);
	const text = query.toString().replaceAll('+', '%20');
	return text === '' ? base + path : `${base}${path}?${text}`;
}

/**
 * A token as it goes into requests.
 *
 * @throws {SluglineUsageError} if it is empty or has characters that no token has
 */
export function checkToken(token: string, option: string): string {
	const trimmed = typeof token === 'string' ? token.trim() : '';
	if (/^[\x21-\x7e]+$/.test(trimmed)) return trimmed;
	throw new SluglineUsageError(
		trimmed === ''
			? `\`${option}\` is empty. It is an access token of the space, from the space's settings.`
			: `\`${option}\` holds a space, a line break or a letter that no token has. Copy the bare token again, without "Bearer" or quotes.`,
	);
}
