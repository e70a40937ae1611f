import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { find, isStoryCollection, sitePathOf } from './find.js';
import { languageOfPath, pathOf, spokenOn } from './languages.js';
import type { LinkOptions } from './link.js';
import { type LiveStoryEntry, questionOf, type StoryEntry, type StoryLike } from './paths.js';

/**
 * The language of a page: the requested one, or else that of its route, or else `locale`, or else that of its address.
 *
 * @param written the address in the link, whose language counts if nothing else says one: it is that of the text
 */
export function languageOf({ lang, from, locale }: LinkOptions, written = ''): string {
	const page = lang === undefined && from ? pageOf(from) : undefined;
	return lang ?? (page && spokenOn(page)) ?? locale ?? languageAt(from) ?? languageIn(written);
}

/** The language of the page that shows a story, or else that of the story. */
export function languageOfStory(story: LiveStoryEntry | StoryLike): string {
	const data = 'data' in story ? story.data : story;
	const { lang = 'default' } = data;
	// Entries of other loaders have no routes, but their stories may.
	const route = find(questionOf(isStoryEntry(story) ? story : data))?.route;
	return route && (route.storyLang ?? route.lang) === lang ? spokenOn(route) : lang;
}

const isStoryEntry = (story: object): story is StoryEntry =>
	'collection' in story && typeof story.collection === 'string' && isStoryCollection(story.collection);

/** The language of the address of a page without a story. */
function languageAt(from: LinkOptions['from']): string | undefined {
	const path = from instanceof URL ? from.pathname : from;
	return typeof path === 'string' ? languageOfPath(sitePathOf(path)) : undefined;
}

/** The language of an address: that of its story, or else its first segment, for a story that has moved. */
function languageIn(written: string): string {
	const [segment = ''] = trimSlashes(written).split('/', 1);
	if (segment === '' || !isPath(written)) return 'default';
	const found = find({ by: 'address', address: written, lang: 'default' });
	return found ? spokenOn(found.route) : segment;
}

/** The route of a page. */
export function pageOf(from: NonNullable<LinkOptions['from']>) {
	if (typeof from === 'string') return find({ by: 'path', path: from })?.route;
	if (from instanceof URL) return find({ by: 'path', path: pathOf(from) })?.route;
	return find(questionOf(from))?.route;
}

/** The page's name in warnings; the id of an entry without a page. */
export function nameOf(from: LinkOptions['from']): string | undefined {
	if (from === undefined || typeof from === 'string') return from;
	if (from instanceof URL) return from.pathname;
	return pageOf(from)?.href ?? ('id' in from ? from.id : undefined);
}

/** True for a path in the site; false for an anchor, and for an address with a host or scheme. */
export const isPath = (address: string): boolean => !/^(?:#|\/\/|[a-z][a-z\d+.-]*:)/i.test(address);
