import type { Filter } from '../../client/index.js';
import type { ContentTypeName, LanguageCode } from '../../types/index.js';
import type { Story } from '../../wire/index.js';
import type { StoryEntry } from './story-entry.js';

/** The stories to load. A story must match all options. Without options, all published stories are loaded in all languages. */
export interface StoriesOptions {
	/** Id of the integration, if the site has more than one space. @default 'default' */
	space?: string;
	/** Start of the full slug in the default language, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** One or more content types. @example ['article', 'author'] */
	contentType?: ContentTypeName | readonly ContentTypeName[];
	/** Codes of the languages to load besides the default one, which is always loaded. @default all that the integration builds */
	languages?: readonly LanguageCode[];
	/** A filter on content, which the API evaluates. @example filter.where('price').ltFloat(20) */
	filter?: Filter;
	/**
	 * Returns the id of an entry. Ids must be unique. `path` is that of its page in the site, without slashes at the ends; of a story
	 * without a page, the default id.
	 *
	 * @default the full slug without slashes at the ends
	 * @example (story, path) => path || 'index'
	 */
	id?: (story: Story, path: string) => string;
	/**
	 * Returns what an entry has in place of the story, so that Astro's `render(entry)` and tools such as Starlight can use it. `id` is
	 * that of the entry.
	 *
	 * @default the whole story as `data`
	 * @example (story: Story<'article'>) => ({ data: { title: story.name }, body: story.content.body })
	 */
	entry?(story: Story, id: string): StoryEntry | Promise<StoryEntry>;
}
