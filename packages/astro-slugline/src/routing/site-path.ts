/**
 * Paths are kept as Astro writes them to disk: decoded, `''` for the home page, no slash at either end.
 * `?`, `#` and an encoded slash stay as `%3F`, `%23` and `%2F`, which is how Astro names the file.
 */

/** Escapes that stand for themselves: decoded, they would be another path. */
const kept = /%(2f|3f|23)/gi;
/** A percent sign that was escaped any number of times: taken at once, since one layer after the other takes long. */
const escapedSign = /%(?:25)+/g;
const decodable = /(?:%(?!2f|3f|23)[0-9a-f]{2})+/gi;

function decodeRun(run: string): string {
	try {
		return decodeURIComponent(run);
	} catch {
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
		.replace(kept, (kind) => kind.toUpperCase())
		.normalize('NFC');
}

const plain = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/i;

/**
 * A slug or path of the service as the site has it: escapes decoded, slashes single and none at the ends, `.` segments,
 * control characters and the spaces around a segment gone, Unicode composed. `..` segments stay, for the caller to refuse.
 *
 * @example cleanPath('/blog//f%C3%BCr alle/') // 'blog/für alle'
 */
export function cleanPath(text: string): string {
	if (plain.test(text)) return text;
	let simple = simplify(text);
	for (let again = simplify(simple); again !== simple; again = simplify(simple)) simple = again;
	return simple
		.split('/')
		.map((segment) => segment.trim())
		.filter((segment) => segment !== '' && segment !== '.')
		.join('/');
}

/** Two path parts as one path; either may be empty. */
export const joinPath = (front: string, back: string): string =>
	front === '' ? back : back === '' ? front : `${front}/${back}`;

/** The first segment, `''` of the home page. */
export function firstSegment(path: string): string {
	const end = path.indexOf('/');
	return end === -1 ? path : path.slice(0, end);
}

/** The path less its last segment. */
export const parentPath = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** True where a segment would lead out of its folder, and so perhaps out of the site. */
export const leavesFolder = (path: string): boolean => path.split('/').includes('..');

const loneSign = /%(?!2F|3F|23)/g;
const encodedInAddresses = /[^\x21-\x7e]|["<>^`{}]/;

/**
 * The path with each percent sign as `-` where Astro cannot build it: it finds no static path for an address that has
 * both a lone `%` and a character that needs an escape.
 *
 * @example buildablePath('50% rabatt') // '50- rabatt', but buildablePath('100%-wolle') stays
 */
export function buildablePath(path: string): string {
	return path.includes('%') && encodedInAddresses.test(path) ? path.replace(loneSign, '-') : path;
}

/** The path as an address has it, without base: `/de/f%C3%BCr%20alle`. Decoding it gives the name of the file. */
export const encodePath = (path: string): string => `/${plain.test(path) ? path : encodeURI(path)}`;
