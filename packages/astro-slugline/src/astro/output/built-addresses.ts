import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanPath } from '../../routing/index.js';
import { once } from '../../shared/once.js';

/** What a build made, as in `astro:build:done`. */
export interface BuiltSite {
	/** The output folder. */
	dir: URL;
	pages: readonly { pathname: string }[];
	/** The site's `base`. */
	base: string;
	/** The paths of routes that answer without a page: on demand, or with a redirect. */
	answered: readonly RegExp[];
}

/** The path of a page, as in the routes of stories. */
export const plainPath = (pathname: string): string =>
	`/${cleanPath(pathname.replace(/(?:\/?index)?\.html$/, ''))}`;

/** Returns true for an address that the finished site answers: with a page, a file, a redirect, or on demand. */
export function builtAddresses({ dir, pages, base, answered }: BuiltSite): (address: string) => boolean {
	const built = once(() => new Set(pages.map(({ pathname }) => plainPath(pathname))));
	const front = plainPath(base) === '/' ? '' : plainPath(base);
	const folder = fileURLToPath(dir);
	const rules = new URL('_redirects', dir);
	const redirected = new Set(
		(existsSync(rules) ? readFileSync(rules, 'utf8') : '')
			.split('\n')
			.map((line) => plainPath(line.split(/\s/, 1)[0] ?? '')),
	);
	return (address) => {
		const whole = plainPath(address);
		if (whole !== front && !whole.startsWith(`${front}/`)) return false;
		const path = whole.slice(front.length) || '/';
		return (
			built().has(path) ||
			redirected.has(whole) ||
			answered.some((pattern) => pattern.test(path)) ||
			existsSync(join(folder, path)) ||
			existsSync(join(folder, `${path}.html`))
		);
	};
}
