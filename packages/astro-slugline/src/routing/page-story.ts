import { oneLine } from '../shared/printable.js';
import type { Link } from '../wire/index.js';
import type { Home } from './homes.js';
import type { FolderLanguage } from './languages.js';
import type { StoryRouteFields } from './types.js';

/** A story that is a page in at least one language, on its way through the table. */
export interface PageStory {
	id: number;
	uuid: string;
	name: string;
	link: Link;
	fields: StoryRouteFields | undefined;
	home: Home;
	/** The language of the folder it stands in, where that is another than the default. */
	folder: FolderLanguage | undefined;
	/** Site paths without a leading slash: the default language first, then as the languages; undefined where unpublished. */
	paths: (string | undefined)[];
}

/** A story in a language, in words: `'Hello' (blog/hello, de)`. */
export function named({ name, link }: Pick<PageStory, 'name' | 'link'>, language: string): string {
	return `'${oneLine(name)}' (${oneLine(link.slug)}, ${language === 'default' ? 'default language' : language})`;
}
