/**
 * Fields of stories and links that change without an effect on most pages: dates on every publish, the
 * position when other stories move, and references to translations. A page depends on them only if it reads
 * them.
 */
export const volatileFields = [
	'published_at',
	'updated_at',
	'sort_by_date',
	'position',
	'tag_list',
	'translated_slugs',
	'alternates',
] as const;

/** One of the {@link volatileFields}. */
export type VolatileField = (typeof volatileFields)[number];
