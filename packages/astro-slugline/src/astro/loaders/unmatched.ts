import { insteadOf, named, nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { isIn } from 'astro-keep/shared/text/slashes';
import { selects } from '../../shared/api/selects.js';
import type { StoryRow } from '../../sync/index.js';
import type { StoriesOptions } from './stories-options.js';

/** The warning for a collection without entries, although the space has stories. */
export const noEntries = 'No story matches its options, so it is empty.';

/**
 * Warnings for options that no story matches. Not errors, because an empty collection may be intended, unless stories have no page by
 * that.
 *
 * @example unmatched(rows, { contentType: 'Article' })
 * // ['No story has the content type `Article`. Did you mean `article`?']
 */
export function unmatched(
	rows: readonly Pick<StoryRow, 'component' | 'defaultSlug'>[],
	{ startsWith, contentType }: Pick<StoriesOptions, 'startsWith' | 'contentType'>,
): string[] {
	// A space without stories has its own warning.
	if (rows.length === 0) return [];
	const components = new Set(rows.map(({ component }) => component));
	const types = contentType === undefined ? [] : [contentType].flat();
	const lacking = types.filter((type) => !components.has(type));
	const sentences = lacking.map(
		(type) => `No story has the content type \`${type}\`${insteadOf(type, components)}`,
	);
	if (startsWith === undefined) return sentences;
	const inside = rows.filter(({ defaultSlug }) => isIn(defaultSlug, startsWith));
	if (inside.length === 0) return [...sentences, noStoryIn(startsWith, rows)];
	const found = new Set(inside.map(({ component }) => component));
	if (types.length > lacking.length && !types.some((type) => found.has(type)))
		sentences.push(
			`No story whose full slug starts with \`${startsWith}\` has the content type ${named(types)}; ${whatThereIs(found)}.`,
		);
	return sentences;
}

/**
 * The stories that options miss because a name is misspelled, by their uuids: those in the nearest folder, or of the nearest content
 * type.
 */
export function missed(
	rows: readonly Pick<StoryRow, 'uuid' | 'lang' | 'component' | 'defaultSlug'>[],
	{ startsWith, contentType }: Pick<StoriesOptions, 'startsWith' | 'contentType'>,
): ReadonlySet<string> {
	const components = [...new Set(rows.map(({ component }) => component))];
	const isEmpty = startsWith !== undefined && !rows.some(({ defaultSlug }) => isIn(defaultSlug, startsWith));
	const meant = {
		startsWith: isEmpty ? (nearest(startsWith, [...foldersOf(rows)]) ?? startsWith) : startsWith,
		contentType:
			contentType === undefined
				? undefined
				: [contentType]
						.flat()
						.map((type) => (components.includes(type) ? type : (nearest(type, components) ?? type))),
	};
	const isMissed = (row: (typeof rows)[number]) =>
		selects(meant, row) && !selects({ startsWith, contentType }, row);
	return new Set(rows.flatMap((row) => (isMissed(row) ? row.uuid : [])));
}

/** The folders at the top of a space, each with a slash at its end. */
function foldersOf(rows: readonly Pick<StoryRow, 'defaultSlug'>[]): Set<string> {
	const folders = new Set<string>();
	for (const { defaultSlug } of rows) {
		const [first, ...rest] = defaultSlug.split('/');
		if (first && rest.length > 0) folders.add(`${first}/`);
	}
	return folders;
}

function noStoryIn(startsWith: string, rows: readonly Pick<StoryRow, 'defaultSlug'>[]): string {
	const folders = foldersOf(rows);
	const meant = nearest(startsWith, [...folders]);
	if (meant) return `No story has a full slug that starts with \`${startsWith}\`. Did you mean \`${meant}\`?`;
	const what = folders.size > 0 ? `the folders are ${named(folders)}` : 'no story is in a folder';
	return `No story has a full slug that starts with \`${startsWith}\`; ${what}.`;
}
