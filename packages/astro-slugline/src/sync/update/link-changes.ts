import type { Link } from '../../wire/index.js';

/** What of a link is also in its story's JSON, or tells that the story was saved. */
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

/** What of a link is also in the JSON of the stories that share its group. */
const sharedFields = ['id', 'slug', 'name', 'published', 'parent_id'] as const satisfies (keyof Link)[];

const said = (value: unknown) => (value === undefined ? 'nothing' : JSON.stringify(value));

/** What is different about a link, in words, as far as its story is concerned; undefined if nothing is. */
export function changeOf(before: Link, after: Link): string | undefined {
	for (const field of fields) {
		const [from, to] = [before[field] ?? null, after[field] ?? null];
		if (from !== to) return `${field} went from ${said(from)} to ${said(to)}`;
	}
	for (const alternate of after.alternates) {
		const former = before.alternates.find(({ lang }) => lang === alternate.lang);
		if (!former) return `the language ${alternate.lang} is new`;
		for (const field of ['published', 'path', 'name', 'translated_slug'] as const) {
			if (former[field] !== alternate[field]) {
				return `${field} in ${alternate.lang} went from ${said(former[field])} to ${said(alternate[field])}`;
			}
		}
	}
	const gone = before.alternates.find(({ lang }) => !after.alternates.some((one) => one.lang === lang));
	return gone && `the language ${gone.lang} is gone`;
}

/** True if a link does not say when its story was saved: then nobody can tell whether it has changed. */
export const isUndated = (link: Link, version: 'published' | 'draft'): boolean =>
	!link.updated_at && (version === 'draft' || !link.published_at);

/** True if the change shows in the `alternates` of the stories of the same group. */
export const concernsGroup = (before: Link, after: Link): boolean =>
	sharedFields.some((field) => before[field] !== after[field]);
