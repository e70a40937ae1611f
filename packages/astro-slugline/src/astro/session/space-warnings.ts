import { whatThereIs } from '../../shared/named.js';
import type { SyncedSpace } from '../../sync/index.js';

/**
 * Sentences for what the integration's options ask for and the space does not have. A site may be built before its content
 * is there, so these are no errors.
 */
export function spaceWarnings(
	space: Pick<SyncedSpace, 'rows' | 'links' | 'version'>,
	languages: readonly string[] | undefined,
	defaultLanguage: string | undefined,
): string[] {
	if (space.rows.length === 0) return [noStories(space)];
	const known = new Set(space.links.flatMap(({ alternates }) => alternates.map(({ lang }) => lang)));
	const built = new Set(space.rows.map(({ lang }) => lang));
	const isStandard = (code: string) => code === 'default' || code === defaultLanguage;
	return (languages ?? [])
		.filter((code) => !built.has(code) && !isStandard(code))
		.map((code) =>
			known.has(code)
				? `No story is published in the language \`${code}\`, which \`languages\` names.`
				: `The space has no language \`${code}\`, which \`languages\` names; beside the default one ${whatThereIs(known)}.`,
		);
}

const noStories = ({ version }: Pick<SyncedSpace, 'version'>): string =>
	version === 'published'
		? "No story of the space is published, so there is nothing to build from. Drafts are built with `version: 'draft'` and a preview token."
		: 'The space has no stories, so there is nothing to build from.';
