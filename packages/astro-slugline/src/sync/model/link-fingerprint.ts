import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { smallHash } from 'astro-keep/shared/text/small-hash';
import type { Link, Story } from '../../wire/index.js';
import { defaultLang } from './space-index.js';

/**
 * A hash of the facts in a story's JSON that its link and the links of its group also have. If it differs from `fingerprintOfLinks`, content and
 * links are from different moments, which dates do not always show: a folder was renamed, or a member was published.
 */
export function fingerprintOfStory(story: Story, lang: string): number {
	const members = story.alternates.map((member) => ({ ...member, slug: member.full_slug }));
	return fingerprintOfLinks(story, lang, members);
}

/** The same hash from the links. */
export function fingerprintOfLinks(
	own: Pick<Link, 'name' | 'parent_id' | 'position' | 'is_startpage'>,
	lang: string,
	members: readonly Pick<Link, 'id' | 'name' | 'slug' | 'published'>[],
): number {
	const { name, parent_id, position, is_startpage } = own;
	// A translation may have its own name.
	const self = [lang === defaultLang ? name : '', parent_id ?? 0, position, is_startpage];
	const others = members
		.map((member) =>
			JSON.stringify([member.id, member.name, trimSlashes(member.slug), member.published === true]),
		)
		.sort();
	return smallHash(JSON.stringify([self, others]));
}

/**
 * Parses a date of the API to whole seconds since 1970: stories have milliseconds and links do not, and links may have a time zone
 * without a colon. Null if there is no valid date.
 */
export function parseTimestamp(text: string | null | undefined): number | null {
	if (!text) return null;
	const seconds = Math.floor(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) / 1000);
	return Number.isNaN(seconds) ? null : seconds;
}
