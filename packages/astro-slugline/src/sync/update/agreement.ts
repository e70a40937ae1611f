import type { Link } from '../../wire/index.js';
import type { SpaceIndex } from '../space-index.js';
import { SyncError } from '../sync-error.js';
import { defaultLang } from '../target-rows.js';

/** What links and stories say of the same space. */
export interface Answers {
	index: SpaceIndex;
	/** The languages that are built, `default` included. */
	langs: readonly string[];
	langsOf: (link: Link) => readonly string[];
}

const again =
	'Build again later. If it lasts, look at the permissions of the token and at what stands between this machine and the service.';

const name = (lang: string) => (lang === defaultLang ? '' : ` in ${lang}`);

/**
 * The error for links of which no story came in some language; undefined if there are none. Single ones are left out with a notice;
 * where all are missing, an answer is.
 */
export function withoutStories({ index, langs, langsOf }: Answers): SyncError | undefined {
	for (const lang of langs) {
		let listed = 0;
		let came = 0;
		for (const { link, rows } of index.values()) {
			if (langsOf(link).includes(lang)) listed += 1;
			if (rows.has(lang)) came += 1;
		}
		if (listed === 0 || came > 0) continue;
		return new SyncError(
			`The service lists ${listed} published stories${name(lang)} and gave none of them, also when it was asked again. The site would lose them all, so nothing was taken over.`,
			again,
		);
	}
	return undefined;
}

/** The error for stories that were there before, are still listed, and did not come. */
export const linksWithoutStories = (count: number) =>
	new SyncError(
		`The service lists ${count} published ${count === 1 ? 'story' : 'stories'} that it gave before, and does not give now, also when it was asked again. The site would lose what is still published, so nothing was taken over.`,
		again,
	);

/** The error for stories that the service gives, and lists no links of. */
export const storiesWithoutLinks = (count: number, slugs: readonly string[]) =>
	new SyncError(
		`The service gives ${count} ${count === 1 ? 'story' : 'stories'} that its links do not list, also when it was asked again${slugs.length > 0 ? `: ${slugs.slice(0, 5).join(', ')}` : ''}. Their pages would be missing, so nothing was taken over.`,
		again,
	);

/** How many rows of an index another one lacks. */
export function removedRows(before: SpaceIndex, after: SpaceIndex): { removed: number; all: number } {
	let removed = 0;
	let all = 0;
	for (const [uuid, { rows }] of before) {
		all += rows.size;
		for (const lang of rows.keys()) if (!after.get(uuid)?.rows.has(lang)) removed += 1;
	}
	return { removed, all };
}

/** The error for links that were different in two readings, of which one would remove most of the site. */
export const linksDiffer = (first: number, second: number) =>
	new SyncError(
		`The service listed ${first} published stories and then ${second}, and the first answer would remove most of the site. Nothing was taken over.`,
		again,
	);

export const mostRemoved = ({ removed, all }: { removed: number; all: number }) =>
	`Most of the site is removed: ${removed} of ${all} stories are published no more. Two readings of the space agree.`;
