import type { Link } from '../../wire/index.js';
import { defaultLang, type SpaceIndex } from '../model/space-index.js';
import { SyncError } from '../model/sync-error.js';

const again =
	'Build again later. If the problem persists, check the permissions of the token, and proxies between this machine and the API.';

const name = (lang: string) => (lang === defaultLang ? '' : ` in ${lang}`);

/**
 * The error for a language in which all listed stories are missing; undefined if there is none. Single missing stories are only left
 * out with a warning, but if all are missing, the response is wrong.
 */
export function withoutStories(
	index: SpaceIndex,
	langs: readonly string[],
	langsOf: (link: Link) => readonly string[],
): SyncError | undefined {
	for (const lang of langs) {
		let listed = 0;
		let returned = 0;
		for (const { link, rows } of index.values()) {
			if (langsOf(link).includes(lang)) listed += 1;
			if (rows.has(lang)) returned += 1;
		}
		if (listed === 0 || returned > 0) continue;
		return new SyncError(
			`The API lists ${listed} published stories${name(lang)} but returned none of them, even when asked again. The site would lose all of them, so nothing was changed.`,
			again,
		);
	}
	return undefined;
}

export const linksWithoutStories = (count: number) =>
	new SyncError(
		`The API lists ${count} published ${count === 1 ? 'story' : 'stories'} that it returned before but does not return now, even when asked again. The site would lose what is still published, so nothing was changed.`,
		again,
	);

export const storiesWithoutLinks = (count: number, slugs: readonly string[]) =>
	new SyncError(
		`The API returned ${count} ${count === 1 ? 'story' : 'stories'} that its links do not list, even when asked again${slugs.length > 0 ? `: ${slugs.slice(0, 5).join(', ')}` : ''}. Their pages would be missing, so nothing was changed.`,
		again,
	);

export const linksDiffer = (first: number, second: number) =>
	new SyncError(
		`The API listed ${first} published stories and then ${second}, and the first list would remove most of the site. Nothing was changed.`,
		again,
	);

export const emptied = (count: number) =>
	new SyncError(
		`The space no longer lists any published story; it listed ${count} before. The site would be empty, so nothing was changed.`,
		'If all of them were unpublished on purpose, run this command once with `--force`.',
	);

export const removalNotice = ({ removed, all }: { removed: number; all: number }) =>
	`Most of the site is removed: ${removed} of ${all} stories are no longer published. The space was read twice, with the same result.`;
