import type { Story } from '../../wire/index.js';
import type { StoryQuery } from './story-query.js';

/**
 * The check that the service did what `startsWith` and `contentType` ask for, story by story; undefined where the query has
 * neither.
 *
 * @param notice told of a parameter that a story shows to have no effect
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

export const withoutEffect = (parameter: string) =>
	`The service does not heed \`${parameter}\` on stories: all stories are listed, and the fitting ones picked from them.`;

/**
 * The slugs that a prefix may be meant for: as it stands, without its language, and in the default language. Each ends with
 * a slash, so that a folder's start page is in its folder.
 */
function slugsOf({ full_slug, lang, default_full_slug }: Story): string[] {
	const slugs = [full_slug, default_full_slug ?? full_slug];
	if (full_slug.startsWith(`${lang}/`)) slugs.push(full_slug.slice(lang.length + 1));
	return slugs.map((slug) => `${slug.replace(/^\/+|\/+$/g, '')}/`);
}
