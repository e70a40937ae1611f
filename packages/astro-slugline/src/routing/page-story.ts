import { oneLine } from 'astro-keep/shared/text/printable';
import type { Link } from '../wire/index.js';
import type { FolderLanguage } from './languages/plan.js';
import type { RouteTableInput, StoryRouteFields } from './types.js';

/**
 * Where a story lives in the default language, before any prefix, and what the paths of its translations
 * derive from.
 */
export interface Home {
	slug: string;
	/** Path in the default language: the real path, or else the folder of a start page, or else the slug. */
	path: string;
	/** True if the slug names the start page itself rather than its folder. */
	inFolder: boolean;
}

/** A story that is a page in at least one language, while the table is built. */
export interface PageStory {
	id: number;
	uuid: string;
	name: string;
	link: Link;
	fields: StoryRouteFields | undefined;
	home: Home;
	/** The language of its folder, if it differs from the default. */
	folder: FolderLanguage | undefined;
	/**
	 * Site paths without a leading slash: first the default language, then the others in order. Undefined if
	 * unpublished.
	 */
	paths: (string | undefined)[];
	/** True at the place of each language that only a preview shows. */
	drafts: readonly boolean[];
}

/** A story and language as messages name them: `'Hello' (blog/hello, de, space/blog/hello.de.md)`. */
export function named(
	{ name, link, uuid }: Pick<PageStory, 'name' | 'link' | 'uuid'>,
	language: string,
	fileOf?: RouteTableInput['fileOf'],
): string {
	const of = language === 'default' ? 'default language' : language;
	const where = [oneLine(link.slug) || '/', of, fileOf?.(uuid, language) ?? []].flat();
	return `'${oneLine(name)}' (${where.join(', ')})`;
}

/** How many of its items a message lists. The rest are counted. */
const maxListed = 5;

/** A message about items, with a line for each of the first few; none if there are no items. */
export function listed<Item>(what: string, items: readonly Item[], lineOf: (item: Item) => string): string[] {
	if (items.length === 0) return [];
	const lines = items.slice(0, maxListed).map(lineOf);
	const more = items.length > maxListed ? [`and ${items.length - maxListed} more`] : [];
	return [[`${what}:`, ...lines, ...more].join('\n')];
}
