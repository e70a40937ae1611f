import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { type RebuildEvent, tagsOf } from '../../../rebuild/index.js';
import { tagText } from '../../../wire/index.js';

/** Tags above which the tags of single stories and folders become one that covers them. */
const maxSingle = 500;

/**
 * The tag of lists of the stories in a folder, at any depth. Lists of the whole space have the tag `stories`.
 *
 * @example
 * listTag('blog/2026/'); // 'list:blog/2026'
 */
export const listTag = (folder: string): string =>
	trimSlashes(folder) === '' ? 'stories' : `list:${tagText(folder)}`;

/** The tags of the lists that a story with this full slug may be in, besides `stories`. Its first name may be a language. */
function listTagsAround(slug: string): string[] {
	const names = trimSlashes(slug).split('/');
	const folders = names.flatMap((_, at) => [names.slice(0, at + 1), names.slice(1, at + 1)]);
	return folders.map((folder) => listTag(folder.join('/')));
}

/** The tag of pages with more datasources than a host has room for. */
const anyDatasource = 'datasources';

/**
 * The tags to purge for an event: those that the event names, the lists around its stories, and everything if it is vague. Live
 * pages have the ids of stories, so one that is only named by its slug may be on any page.
 */
export function purgedBy(event: RebuildEvent): string[] {
	const { stories, assets, datasources } = event;
	const isVague = assets.length > 0 || stories.some(({ id }) => id === null);
	const lists = stories.flatMap(({ slug }) => (slug === null ? [] : listTagsAround(slug)));
	const more = [...(isVague ? ['space'] : []), ...(datasources.length > 0 ? [anyDatasource] : [])];
	return coarse([...new Set([...tagsOf(event), ...lists, ...more])]);
}

/** Characters of the tag of a page. Pages that share one are purged together. */
const maxPageTag = 200;

/** The tag of the page at a path, by which it is purged when it is gone. */
export const pageTag = (path: string): string => `page:${path.replaceAll(',', '%2C')}`.slice(0, maxPageTag);

/** Most tags of a page. Hosts refuse more; the least of their limits is 128. */
const maxOfPage = 100;

/** The tags of a page. Too many become few that are purged more often. */
export function pageTags(tags: Iterable<string>): string[] {
	const all = [...new Set(tags)].sort();
	if (all.length <= maxOfPage) return all;
	const coarser = (tag: string) => {
		if (/^(?:story|list):/.test(tag)) return 'stories';
		return tag.startsWith('datasource:') ? anyDatasource : tag;
	};
	return [...new Set(all.map(coarser))].sort();
}

/** Fewer tags that cover at least as much. */
export const coarse = (tags: readonly string[]): string[] =>
	tags.length <= maxSingle
		? [...tags]
		: [...new Set(['space', 'stories', ...tags.filter((tag) => !/^(?:story|list):/.test(tag))])];

/** Tags that one call of a host purges. */
const perCall = 100;

/** The tags of each call. */
export const callsOf = (tags: readonly string[]): string[][] =>
	Array.from({ length: Math.ceil(tags.length / perCall) }, (_, at) =>
		tags.slice(at * perCall, (at + 1) * perCall),
	);
