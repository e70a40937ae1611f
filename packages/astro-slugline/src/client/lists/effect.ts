import { trimSlashes } from '../../shared/slashes.js';
import type { Story } from '../../wire/index.js';
import type { StoryQuery } from './story-query.js';

/**
 * Creates a check, for each story, that the API applied `startsWith` and `contentType`. Undefined if the
 * query has neither.
 *
 * @param notice called with each parameter that the API turns out to ignore
 */
export function effectCheck(
	{ startsWith, contentType }: StoryQuery,
	notice: (parameter: string, sentence: string) => void,
): ((story: Story) => boolean) | undefined {
	if (!startsWith && !contentType) return undefined;
	const prefix = (startsWith ?? '').replace(/^\[default\]\//, '').replace(/^\/+/, '');
	return (story) => {
		const inFolder = slugsOf(story).some((slug) => slug.startsWith(prefix));
		const ofType = !contentType || story.content.component === contentType;
		if (!inFolder) notice('starts_with', withoutEffect('starts_with'));
		if (!ofType) notice('content_type', withoutEffect('content_type'));
		return inFolder && ofType;
	};
}

/** The notice about a parameter that the API ignored. */
export const withoutEffect = (parameter: string) =>
	`The API ignored \`${parameter}\` on stories; filtering locally.`;

/**
 * The slugs that a prefix may refer to: the full slug, the slug without its language, and the slug in the
 * default language. Each ends with a slash, so that a folder's start page belongs to its folder.
 */
function slugsOf({ full_slug, lang, default_full_slug }: Story): string[] {
	const slugs = [full_slug, default_full_slug ?? full_slug];
	if (full_slug.startsWith(`${lang}/`)) slugs.push(full_slug.slice(lang.length + 1));
	return slugs.map((slug) => `${trimSlashes(slug)}/`);
}
