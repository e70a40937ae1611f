import { trimSlashes } from 'astro-keep/shared/text/slashes';

/**
 * Paths have the form in which Astro writes them to disk: decoded, `''` for the home page, and no slash at
 * either end. `?`, `#`, and an encoded slash stay `%3F`, `%23`, and `%2F`, as in Astro's file names.
 */

/** Escapes that stay encoded, because decoding them would change the path. */
const reserved = /%(2f|3f|23)/gi;
/** A percent sign that was escaped any number of times. Decoding one layer at a time would be slow. */
const escapedSign = /%(?:25)+/g;
const decodable = /(?:%(?!2f|3f|23)[0-9a-f]{2})+/gi;

function decodeRun(run: string): string {
	try {
		return decodeURIComponent(run);
	} catch {
		// The escapes are not UTF-8.
		return run;
	}
}

function simplify(text: string): string {
	return text
		.replace(/[\p{Cc}\p{Cs}]/gu, '')
		.replace(escapedSign, '%')
		.replace(decodable, decodeRun)
		.replaceAll('\\', '/')
		.replaceAll('?', '%3F')
		.replaceAll('#', '%23')
		.replace(reserved, (kind) => kind.toUpperCase())
		.normalize('NFC');
}

const plain = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/i;

/**
 * Normalizes a slug or path from the API: decodes escapes, composes Unicode, and removes extra slashes, `.`
 * segments, control characters, and the spaces around segments. `..` segments stay, so that the caller can
 * refuse them.
 *
 * @example cleanPath('/blog//f%C3%BCr alle/') // 'blog/für alle'
 */
export function cleanPath(text: string): string {
	const trimmed = trimSlashes(text);
	if (plain.test(trimmed)) return trimmed;
	let simple = simplify(text);
	for (let again = simplify(simple); again !== simple; again = simplify(simple)) simple = again;
	return simple
		.split('/')
		.map((segment) => segment.trim())
		.filter((segment) => segment !== '' && segment !== '.')
		.join('/');
}

export const joinPath = (front: string, back: string): string =>
	front === '' ? back : back === '' ? front : `${front}/${back}`;

/** The part of a path below another one; undefined if it is not below it. */
export function pathBelow(path: string, start: string): string | undefined {
	if (start === '' || path === start) return path.slice(start.length);
	return path.startsWith(`${start}/`) ? path.slice(start.length + 1) : undefined;
}

/** The first segment, or `''` for the home page. */
export function firstSegment(path: string): string {
	const end = path.indexOf('/');
	return end === -1 ? path : path.slice(0, end);
}

export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** True if a segment leads out of its folder, and so possibly out of the site. */
export const leavesFolder = (path: string): boolean => path.split('/').includes('..');

const loneSign = /%(?!2F|3F|23)/g;
const encodedInAddresses = /[^\x21-\x7e]|["<>^`{}]/;

/**
 * Replaces lone percent signs with `-` in paths that Astro cannot build: it finds no static path for an
 * address that contains both a lone `%` and a character that needs escaping.
 *
 * @example
 * buildablePath('50% rabatt'); // '50- rabatt'
 * buildablePath('100%-wolle'); // '100%-wolle'
 */
export function buildablePath(path: string): string {
	return path.includes('%') && encodedInAddresses.test(path) ? path.replace(loneSign, '-') : path;
}

/**
 * Encodes a path for an address, without base. Decoded, it is the name of the file.
 *
 * @example
 * encodePath('de/für alle'); // '/de/f%C3%BCr%20alle'
 */
export const encodePath = (path: string): string => `/${plain.test(path) ? path : encodeURI(path)}`;
