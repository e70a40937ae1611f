import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Folder } from '../../model/space-model.js';
import { splitLast } from './file-name.js';
import type { StoryGroup } from './story-group.js';

/** The slug of a story: its last segment, and the whole. */
export interface Slug {
	readonly slug: string;
	/** A start page's ends with a slash. */
	readonly fullSlug: string;
}

/** True for `index.md` of the root, the home page. The API does not call it a start page. */
export const isHome = ({ base, directory }: StoryGroup): boolean => base === 'index' && directory === '';

/** True if a story is the start page of its folder: `index.md`, or a file that says so. */
export const isStartpage = (group: StoryGroup): boolean =>
	group.first.front.is_startpage ?? (group.base === 'index' && !isHome(group));

/** The slug of a story in the default language. That of the space's start page is `home`. */
export function slugOf(group: StoryGroup, folder: Folder | null): Slug {
	const { full_slug, slug } = group.first.front;
	if (full_slug !== undefined)
		return { slug: slug ?? (splitLast(trimSlashes(full_slug))[1] || full_slug), fullSlug: full_slug };
	if (isStartpage(group) && folder) return { slug: slug ?? folder.slug, fullSlug: `${folder.fullSlug}/` };
	const own = slug ?? (isHome(group) ? 'home' : group.base);
	return { slug: own, fullSlug: folder ? `${folder.fullSlug}/${own}` : own };
}

/**
 * The slug of a story in another language, without prefix. Folders are translated, too. A start page is at
 * its folder's slug, unless the language has its own.
 */
export function translatedSlugOf(
	group: StoryGroup,
	folder: Folder | null,
	inDefault: Slug,
	code: string,
	own: string | undefined,
): Slug {
	const isElsewhere = group.first.front.full_slug !== undefined;
	const translatedFolder = folder?.translations.get(code);
	if (isStartpage(group) && folder && translatedFolder && !isElsewhere) {
		const slug = own ?? (group.first.front.slug === undefined ? translatedFolder.slug : inDefault.slug);
		const fullSlug =
			own === undefined ? translatedFolder.fullSlug : replaceLast(translatedFolder.fullSlug, own);
		return { slug, fullSlug: `${fullSlug}/` };
	}
	const slug = own ?? inDefault.slug;
	if (isElsewhere) {
		return { slug, fullSlug: own === undefined ? inDefault.fullSlug : replaceLast(inDefault.fullSlug, own) };
	}
	return { slug, fullSlug: translatedFolder ? `${translatedFolder.fullSlug}/${slug}` : slug };
}

function replaceLast(fullSlug: string, slug: string): string {
	const parts = fullSlug.split('/');
	const last = parts.findLastIndex((part) => part !== '');
	return parts.map((part, index) => (index === last ? slug : part)).join('/');
}

/** A name for something that only has a slug: `hello-world` becomes `Hello world`. */
export function titleOf(slug: string): string {
	const words = slug.replace(/[-_]+/g, ' ').trim();
	return words === '' ? slug : words.charAt(0).toUpperCase() + words.slice(1);
}
