import { oneLine } from '../shared/text/printable.js';
import type { Link } from '../wire/index.js';
import type { FolderLanguage } from './languages.js';
import type { StoryRouteFields } from './types.js';

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
}

/** A story and language as messages name them: `'Hello' (blog/hello, de)`. */
export function named({ name, link }: Pick<PageStory, 'name' | 'link'>, language: string): string {
	return `'${oneLine(name)}' (${oneLine(link.slug) || '/'}, ${language === 'default' ? 'default language' : language})`;
}

/** How many findings of one kind a message lists. The rest are counted. */
const maxShown = 5;

export type Findings = ReturnType<typeof findings>;

/** Findings of one kind. All are counted, and the first few are recorded as sentences. */
export function findings() {
	const sentences: string[] = [];
	let count = 0;
	return {
		get count() {
			return count;
		},
		add(sentence: () => string) {
			count += 1;
			if (sentences.length < maxShown) sentences.push(sentence());
		},
		/** The recorded sentences, followed by how many more there are. */
		lines: () =>
			count > sentences.length ? [...sentences, `and ${count - sentences.length} more`] : sentences,
	};
}
