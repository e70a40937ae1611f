import type { Route } from './types.js';

/** An old path that leads to a page. Paths are decoded, without base, with a leading slash and no trailing one. */
export interface Redirect {
	from: string;
	/** Path of the page. In an entry without a story, any address. */
	to: string;
	/** Uuid of the story that was at `from`. An entry without one was written by hand. */
	story?: string | undefined;
	/** `default` or a language code. */
	lang?: string | undefined;
}

/** Where a story lives in one language. */
export type Place = Pick<Route, 'uuid' | 'lang' | 'path'>;

/**
 * Updates redirects after the moves between two states of a site. Each redirect leads to where its story
 * lives now, so no redirect leads to another. A redirect is removed when a page has its old path again, and
 * stays as it is while its story has no page, because the story may return. Entries without a story stay, and
 * follow the other redirects.
 *
 * @param before where stories lived in the previous build, possibly including stories that no longer exist
 * @param now where stories live now
 * @returns the new list, sorted by `from`; applying it again with the same `now` changes nothing
 * @see docs/routes.md
 * @example
 * followMoves([], [{ uuid, lang: 'default', path: '/old' }], [{ uuid, lang: 'default', path: '/new' }])
 * // [{ from: '/old', to: '/new', story: uuid, lang: 'default' }]
 */
export function followMoves(
	redirects: Iterable<Redirect>,
	before: Iterable<Place>,
	now: Iterable<Place>,
): Redirect[] {
	const { places, pages } = indexOf(now);
	const next = new Map([...redirects].map((redirect) => [redirect.from, redirect]));
	for (const { uuid, lang, path } of before) {
		const place = places.get(keyOf({ uuid, lang }));
		const existing = next.get(path);
		if (!place || place.path === path || (existing && existing.story === undefined)) continue;
		next.set(path, { from: path, to: place.path, story: uuid, lang });
	}
	for (const [from, redirect] of next) {
		const place = placeOf(redirect, places);
		if (redirect.story !== undefined && (pages.has(from) || redirect.to === from)) next.delete(from);
		else if (place) next.set(from, { ...redirect, to: place.path });
	}
	return [...next.values()]
		.map((redirect) => ({ ...redirect, to: endOf(redirect, next, places) }))
		.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/**
 * The redirects that a site needs now: those whose old path has no page, whose story has one, and that are
 * not part of a cycle.
 *
 * @example
 * for (const { from, to } of activeRedirects(redirects, places)) console.log(`${from} leads to ${to}`);
 */
export function activeRedirects(redirects: readonly Redirect[], now: Iterable<Place>): Redirect[] {
	const { places, pages } = indexOf(now);
	const active = redirects.filter(
		({ from, ...rest }) => !pages.has(from) && (rest.story === undefined || placeOf(rest, places)),
	);
	const froms = new Set(active.map(({ from }) => from));
	return active.filter(({ to }) => !froms.has(pathOf(to)));
}

function indexOf(now: Iterable<Place>) {
	const places = new Map([...now].map((place) => [keyOf(place), place]));
	return { places, pages: new Set([...places.values()].map(({ path }) => path)) };
}

/** An address without its query and its fragment. */
const pathOf = (to: string): string => to.replace(/[?#].*/s, '');

const keyOf = ({ uuid, lang }: Pick<Place, 'uuid' | 'lang'>): string => `${uuid} ${lang}`;

const placeOf = (
	{ story, lang = 'default' }: Pick<Redirect, 'story' | 'lang'>,
	places: ReadonlyMap<string, Place>,
): Place | undefined => (story === undefined ? undefined : places.get(keyOf({ uuid: story, lang })));

/** Where an entry without a story finally leads, or its own target if following it ends in a cycle. */
function endOf(
	{ to, story }: Redirect,
	redirects: ReadonlyMap<string, Redirect>,
	places: ReadonlyMap<string, Place>,
): string {
	if (story !== undefined) return to;
	const seen = new Set<string>();
	const path = pathOf(to);
	let end = path;
	for (let next = redirects.get(end); next && !seen.has(end); next = redirects.get(pathOf(end))) {
		if (next.story !== undefined && !placeOf(next, places)) break;
		seen.add(end);
		end = next.to;
	}
	return seen.has(end) || end === path ? to : end.replace(/^[^?#]*$/, (page) => page + to.slice(path.length));
}
