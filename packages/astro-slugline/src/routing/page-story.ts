import { oneLine } from '../shared/printable.js';
import type { Link } from '../wire/index.js';
import type { Home } from './homes.js';
import type { FolderLanguage } from './languages.js';
import type { StoryRouteFields } from './types.js';

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
}

/** A story and language as messages name them: `'Hello' (blog/hello, de)`. */
export function named({ name, link }: Pick<PageStory, 'name' | 'link'>, language: string): string {
	return `'${oneLine(name)}' (${oneLine(link.slug) || '/'}, ${language === 'default' ? 'default language' : language})`;
}
