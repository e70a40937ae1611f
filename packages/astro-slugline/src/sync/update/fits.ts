import { trimSlashes } from '../../shared/slashes.js';
import { smallHash } from '../../shared/small-hash.js';
import type { Link, Story } from '../../wire/index.js';
import type { RowRecord } from '../space-index.js';
import { defaultLang } from '../target-rows.js';

interface Member {
	id: number;
	name: string;
	slug: string;
	published: boolean | null;
}

interface Own {
	name: string;
	parent_id: number | null;
	position: number;
	is_startpage: boolean;
}

/**
 * A hash of the facts in a story's JSON that its link and the links of its group also have. If the two hashes differ, content and
 * links are from different moments, which dates do not always show: a folder was renamed, or a member was published.
 */
export function signOfStory(story: Story, lang: string): number {
	const members = story.alternates.map(({ id, name, full_slug, published }) => ({
		id,
		name,
		slug: full_slug,
		published,
	}));
	return sign(lang, story, members);
}

/** The same hash from the links. */
export const signOfLinks = (link: Link, lang: string, members: readonly Link[]): number =>
	sign(lang, link, members);

function sign(lang: string, own: Own, members: readonly Member[]): number {
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

/** True if a story's slug matches its link. */
export function slugFits(row: Pick<RowRecord, 'slug'>, link: Link, lang: string): boolean {
	const own = trimSlashes(link.slug);
	if (lang === defaultLang) return row.slug === own;
	const alternate = link.alternates.find((candidate) => candidate.lang === lang);
	return [own, alternate?.translated_slug, alternate?.path]
		.flatMap((slug) => (slug === null || slug === undefined ? [] : [trimSlashes(slug)]))
		.some((slug) => row.slug === slug || row.slug === trimSlashes(`${lang}/${slug}`));
}
