import type { AstroConfig } from 'astro';
import { activeRedirects, cleanPath, encodePath, type Place, type Redirect } from '../../../routing/index.js';
import type { SpaceRoutes } from '../../page/data/index.js';

/** A redirect that a site needs now. */
export interface NeededRedirect extends Redirect {
	/** True for one to the language that stands in for a missing one. It ends when the story is translated. */
	isFallback?: boolean;
}

/** Where stories are: on their pages, and in a language without them, on the page that stands in. */
export const placesOf = ({ routes, redirects = [] }: SpaceRoutes): Place[] => [
	...Object.values(routes),
	...redirects.map(({ uuid, lang, to }) => ({ uuid, lang, path: to })),
];

/**
 * The redirects that a site needs: those of its file, and from the addresses of languages without a story to the language that
 * stands in.
 *
 * @param hasPage true for the path of a page of the site
 */
export function neededRedirects(
	redirects: readonly Redirect[],
	routes: SpaceRoutes,
	hasPage: (path: string) => boolean,
): NeededRedirect[] {
	const keyOf = ({ story, lang = 'default' }: Pick<Redirect, 'story' | 'lang'>) => `${story} ${lang}`;
	const standIns = (routes.redirects ?? []).map((one) => ({ ...one, story: one.uuid }));
	const missing = new Set([
		...standIns.map(keyOf),
		...Object.values(routes.routes).flatMap(({ uuid, lang, storyLang }) =>
			storyLang === undefined ? [] : [keyOf({ story: uuid, lang })],
		),
	]);
	const moved = activeRedirects(redirects, placesOf(routes))
		.filter(({ from }) => !hasPage(from))
		.map((one): NeededRedirect => (missing.has(keyOf(one)) ? { ...one, isFallback: true } : one));
	const froms = new Set(moved.map(({ from }) => from));
	const others = standIns
		// Where pages are rendered on demand, the server redirects.
		.filter(({ from, to }) => hasPage(to) && !hasPage(from) && !froms.has(from))
		.map(({ from, to }) => ({ from, to, isFallback: true }));
	return [...moved, ...others];
}

/** The base of a site in front of a path. */
export function frontOf({ base }: Pick<AstroConfig, 'base'>): string {
	const path = cleanPath(base);
	return path === '' ? '' : encodePath(path);
}

/** Returns a function that makes the address to which a redirect leads. */
export function addressesOf(
	now: readonly { path: string; href: string }[],
	config: Pick<AstroConfig, 'base'>,
) {
	const hrefs = new Map(now.map((route) => [route.path, route.href]));
	return ({ to }: Redirect): string => {
		if (!to.startsWith('/')) return new URL(to).href;
		// An entry that is written by hand may lead to a part of a page. Paths of pages have no such signs.
		const end = to.search(/[?#]|$/);
		const path = to.slice(0, end);
		const { search, hash } = new URL(to.slice(end), 'http://site');
		return `${hrefs.get(path) ?? `${frontOf(config)}${encodePath(cleanPath(path))}`}${search}${hash}`;
	};
}
