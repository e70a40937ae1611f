import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { statOf } from 'astro-keep/shared/node/stat-of';
import { once } from 'astro-keep/shared/once';
import { nearest } from 'astro-keep/shared/text/named';
import { withoutFragment } from 'astro-keep/shared/text/slashes';
import { cleanPath } from '../../routing/index.js';

/** What a build made, as in `astro:build:done`. */
export interface BuiltSite {
	/** The output folder. */
	dir: URL;
	pages: readonly { pathname: string }[];
	/** The site's `base`. */
	base: string;
	/** The paths of routes that answer without a page: on demand, or with a redirect. */
	answered: readonly RegExp[];
	/** Old paths of stories that redirect, with the new ones. Content should link to these. */
	moved: ReadonlyMap<string, string>;
}

/** The path of a page, as in the routes of stories. */
export const plainPath = (pathname: string): string =>
	`/${cleanPath(pathname.replace(/(?:\/?index)?\.html$/, ''))}`;

/** True for the path of a route, whose pattern may end with a slash. */
export const isAnswered = (path: string, patterns: readonly RegExp[]): boolean =>
	patterns.some((pattern) => pattern.test(path) || pattern.test(`${path}/`));

/** Which addresses the finished site answers. */
export interface BuiltAddresses {
	/** True for an address that the site answers: with a page, a file, a redirect, or on demand. */
	has(address: string): boolean;
	/** The path below `base` of the page that was probably meant; undefined if none is near, or if a story has moved from there. */
	near(address: string): string | undefined;
	/** The path below `base` to which the story with an address has moved; undefined for any other address. */
	movedTo(address: string): string | undefined;
	/** The warning of a link, which says where the story has moved, if the link leads to its old address. */
	reworded(sentence: string, address: string): string;
}

/** The addresses of a build, when all of its files are there. */
export function builtAddresses({ dir, pages, base, answered, moved }: BuiltSite): BuiltAddresses {
	const built = once(() => new Set(pages.map(({ pathname }) => plainPath(pathname))));
	const front = plainPath(base) === '/' ? '' : plainPath(base);
	const folder = fileURLToPath(dir);
	const rules = new URL('_redirects', dir);
	const redirected = new Set(
		(existsSync(rules) ? readFileSync(rules, 'utf8') : '')
			.split('\n')
			.flatMap((line) => (line.startsWith('/') ? plainPath(line.split(/\s/, 1)[0] ?? '') : [])),
	);
	const pathOf = (address: string) => {
		const whole = plainPath(address);
		return whole.startsWith(`${front}/`) || whole === front ? whole.slice(front.length) || '/' : whole;
	};
	const movedTo = (address: string) => moved.get(pathOf(address));
	return {
		movedTo,
		has(address) {
			const whole = plainPath(address);
			if (whole !== front && !whole.startsWith(`${front}/`)) return false;
			const path = whole.slice(front.length) || '/';
			if (moved.has(path)) return false;
			return (
				built().has(path) ||
				redirected.has(whole) ||
				isAnswered(path, answered) ||
				['', '.html', '/index.html'].some((end) => isFile(join(folder, path + end)))
			);
		},
		near: (address) => (movedTo(address) ? undefined : nearPath(pathOf(address), built())),
		reworded(sentence, address) {
			const old = withoutFragment(address);
			const now = movedTo(old);
			const written = address.slice(old.length + 1);
			if (now === undefined || written === '') return sentence;
			const means = written.startsWith('/') ? '' : `, which \`${written}\` means in the folder of its story`;
			const [caller = ''] = / Called in .*/.exec(sentence) ?? [];
			return `A link leads to \`${pathOf(old)}\`${means}. That page moved to \`${now}\`, and a redirect leads there. Link to the new address.${caller}`;
		},
	};
}

const isFile = (path: string): boolean => statOf(path)?.isFile() === true;

/** The path that was probably meant by a wrong one; undefined if none is near. */
export const nearPath = (wrong: string, paths: Iterable<string>): string | undefined =>
	nearest(
		wrong,
		[...paths].filter((path) => frameOf(path) === frameOf(wrong)),
	);

/** What a misspelled path has in common with the right one: its numbers and its folders. */
const frameOf = (path: string): string => path.replace(/[^\d/]+/g, ' ');
