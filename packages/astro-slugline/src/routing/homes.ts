import { foldCode } from 'astro-keep/shared/text/named';
import type { Link, LinkAlternate } from '../wire/index.js';
import type { LanguagePlan, PlannedLanguage } from './languages/plan.js';
import type { Home, PageStory } from './page-story.js';
import { cleanPath, firstSegment, joinPath, parentPath } from './site-path.js';
import type { RouteTableInput, StoryRouteFields } from './types.js';

export type Folders = ReturnType<typeof foldersOf>;

const given = (text: string | null | undefined): text is string =>
	typeof text === 'string' && /\S/.test(text);

export function foldersOf(links: readonly Link[]) {
	const folders = links.filter((link) => link.is_folder);
	const slugOf = new Map(folders.map(({ id, slug }) => [id, cleanPath(slug)]));
	return { slugOf, slugs: new Set(slugOf.values()) };
}

/** True if a start page's slug has one segment more than its folder's. */
function hasOwnSegment(link: Link, slug: string, folders: Folders): boolean {
	if (!link.is_startpage || slug === '' || link.slug.trimEnd().endsWith('/')) return false;
	if (link.parent_id === null || link.parent_id === 0) return !slug.includes('/');
	const folder = folders.slugOf.get(link.parent_id);
	if (folder !== undefined) return parentPath(slug) === folder && slug !== folder;
	// The folder is not among the links. A slug of one segment can only be the folder's own.
	return slug.includes('/') && !folders.slugs.has(slug);
}

/**
 * Where a story lives in the default language. The configured path comes first, then a real path that differs
 * from the slug, then the root of the site for the home page, then the slug.
 *
 * @param homePage full slug of the home page, if the site configures one
 */
export function homeOf(
	link: Link,
	story: StoryRouteFields | undefined,
	folders: Folders,
	homePage?: string,
): Home {
	const slug = cleanPath(link.slug);
	const inFolder = hasOwnSegment(link, slug, folders);
	const configured = given(link.path) ? link.path : story?.path;
	if (given(configured)) return { slug, path: cleanPath(configured), inFolder };
	if (given(link.real_path)) {
		const real = cleanPath(link.real_path);
		if (real !== slug) return { slug, path: real, inFolder };
	}
	if (homePage !== undefined && slug === cleanPath(homePage)) return { slug, path: '', inFolder };
	return { slug, path: inFolder ? parentPath(slug) : slug, inFolder };
}

/** The path without the language's own prefix, which may be repeated. */
export function withoutPrefix(path: string, language: PlannedLanguage): string {
	let rest = path;
	while (rest !== '' && language.forms.has(foldCode(firstSegment(rest)))) {
		rest = rest.slice(firstSegment(rest).length + 1);
	}
	return rest;
}

/** The translated path in a value from the API, or undefined if the value only repeats the parent's slug. */
function translation(
	value: string | null | undefined,
	slug: string,
	language: PlannedLanguage,
): string | undefined {
	if (!given(value)) return undefined;
	const path = cleanPath(value);
	if (path === slug) return undefined;
	const rest = withoutPrefix(path, language);
	return rest === slug ? undefined : rest;
}

const depth = (path: string): number => path.split('/').length;

/** Removes the segment by which a start page's slug is longer than its folder's from a translated slug. */
const atFolder = (path: string, home: Home): string =>
	home.inFolder && depth(path) >= depth(home.slug) ? parentPath(path) : path;

/** Where a variant lives, prefix included: its path, or else its translated slug, or else its parent's real path. */
function variantPath(
	home: Home,
	alternate: LinkAlternate,
	story: StoryRouteFields | undefined,
	language: PlannedLanguage,
): string {
	const own = translation(alternate.path, home.slug, language);
	const translated =
		translation(alternate.translated_slug, home.slug, language) ??
		translation(
			story?.translated_slugs?.find((slug) => foldCode(slug.lang) === foldCode(language.lang))?.path,
			home.slug,
			language,
		);
	const isSlug = own === translated || !given(alternate.translated_slug);
	if (own !== undefined) return joinPath(language.prefix, isSlug ? atFolder(own, home) : own);
	if (translated !== undefined) return joinPath(language.prefix, atFolder(translated, home));
	return joinPath(language.prefix, withoutPrefix(home.path, language));
}

type Story = Omit<PageStory, 'paths' | 'drafts' | 'folder'>;

/**
 * The languages in which a story is a page: the default language and each variant, if published. Drafts
 * include every variant.
 */
export function languagePaths(
	languages: LanguagePlan,
	{ version, isPreview }: Pick<RouteTableInput, 'version' | 'isPreview'>,
) {
	const places = new Map(languages.others.map(({ lang }, at) => [foldCode(lang), at + 1]));
	/** The variants whose links do not say whether they are published. */
	const unknownState: [story: Story, lang: string][] = [];
	const isShown = (published: boolean | null) => version === 'draft' || published === true;
	return {
		unknownState,
		/** The paths of a story, before the default language's prefix, and which are drafts. Undefined for each unpublished language. */
		of(story: Story): Pick<PageStory, 'paths' | 'drafts'> {
			const { link, home, fields } = story;
			const paths = Array<string | undefined>(languages.others.length + 1).fill(undefined);
			const drafts = [isPreview === true && link.published !== true];
			if (isShown(link.published)) paths[0] = home.path;
			for (const alternate of link.alternates) {
				const at = places.get(foldCode(alternate.lang));
				const language = at === undefined ? undefined : languages.others[at - 1];
				if (at === undefined || !language) continue;
				if (isShown(alternate.published)) paths[at] ??= variantPath(home, alternate, fields, language);
				else if (alternate.published === null && link.published) unknownState.push([story, alternate.lang]);
				drafts[at] ??= isPreview === true && alternate.published !== true;
			}
			return { paths, drafts };
		},
	};
}
