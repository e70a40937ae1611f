import { named } from 'astro-keep/shared/text/named';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link } from '../../wire/index.js';
import { defaultLang, type RowRecord } from '../model/space-index.js';

/** Fields of a link that its story's JSON also has, or that change when the story is saved. */
const fields = [
	'slug',
	'path',
	'real_path',
	'name',
	'published',
	'parent_id',
	'is_folder',
	'is_startpage',
	'position',
	'published_at',
	'created_at',
	'updated_at',
] as const satisfies (keyof Link)[];

/** Fields of a link that are also in the JSON of stories in the same group. */
const sharedFields = ['id', 'slug', 'name', 'published', 'parent_id'] as const satisfies (keyof Link)[];

const said = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** What a changed date means. The date itself is not printed: that of a file is a hash of its text, not a moment. */
const dated: Readonly<Record<string, string>> = {
	published_at: 'it was published again',
	created_at: 'it was created again',
	updated_at: 'it was saved again',
};

/** A description of the change of a link that affects its story, which now has some languages; undefined if there is none. */
export function changeOf(before: Link, after: Link, langs: readonly string[]): string | undefined {
	for (const field of fields) {
		const [from, to] = [before[field] ?? null, after[field] ?? null];
		if (from !== to && field === 'published_at' && langs.length > 1)
			return `${dated[field]} and is published in ${named(langs)}`;
		if (from !== to) return dated[field] ?? `${field} went from ${said(from)} to ${said(to)}`;
	}
	for (const alternate of after.alternates) {
		const old = before.alternates.find(({ lang }) => lang === alternate.lang);
		if (!old) return `the language ${alternate.lang} is new`;
		for (const field of ['published', 'path', 'name', 'translated_slug'] as const) {
			if (old[field] !== alternate[field]) {
				return `${field} in ${alternate.lang} went from ${said(old[field])} to ${said(alternate[field])}`;
			}
		}
	}
	const gone = before.alternates.find(({ lang }) => !after.alternates.some((one) => one.lang === lang));
	return gone && `the language ${gone.lang} is gone`;
}

/** True if a link has no date, so that a change of its story cannot be detected. */
export const isUndated = (link: Link, version: 'published' | 'draft'): boolean =>
	!link.updated_at && (version === 'draft' || !link.published_at);

/** True if the change affects the `alternates` of stories in the same group. */
export const affectsGroup = (before: Link, after: Link): boolean =>
	sharedFields.some((field) => before[field] !== after[field]);

/** True if a story's slug matches its link. */
export function slugMatches(row: Pick<RowRecord, 'slug'>, link: Link, lang: string): boolean {
	const own = trimSlashes(link.slug);
	if (lang === defaultLang) return row.slug === own;
	const alternate = link.alternates.find((candidate) => candidate.lang === lang);
	return [own, alternate?.translated_slug, alternate?.path]
		.flatMap((slug) => (slug === null || slug === undefined ? [] : [trimSlashes(slug)]))
		.some((slug) => row.slug === slug || row.slug === trimSlashes(`${lang}/${slug}`));
}
