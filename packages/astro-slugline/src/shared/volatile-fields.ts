/**
 * Fields of stories and links that change where hardly a page shows it: dates with every publishing, the position with every
 * story that is put between others, and what a story says of its translations. A page depends on them only if it looks at
 * them.
 */
export const quietFields = [
	'published_at',
	'updated_at',
	'sort_by_date',
	'position',
	'tag_list',
	'translated_slugs',
	'alternates',
] as const;

export type QuietField = (typeof quietFields)[number];
