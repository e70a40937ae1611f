import { whatThereIs } from 'astro-keep/shared/text/named';
import { languagesIn } from '../../shared/api/languages-of.js';
import type { SyncedSpace } from '../../sync/index.js';

/** Warnings for options that nothing in the space matches. Not errors, because a site may be built before its content exists. */
export function spaceWarnings(
	space: Pick<SyncedSpace, 'rows' | 'links' | 'version'>,
	languages: readonly string[] | undefined,
	defaultLanguage: string | undefined,
): string[] {
	if (space.rows.length === 0)
		return [
			space.version === 'published'
				? "No story of the space is published, so there is nothing to build. To build drafts, use `version: 'draft'` and a preview token."
				: 'The space has no stories, so there is nothing to build.',
		];
	const existing = languagesIn(space.links);
	const built = new Set(space.rows.map(({ lang }) => lang));
	const isStandard = (code: string) => code === 'default' || code === defaultLanguage;
	return (languages ?? [])
		.filter((code) => !built.has(code) && !isStandard(code))
		.map((code) =>
			existing.has(code)
				? `The option \`languages\` names \`${code}\`, but no story is published in that language.`
				: `The option \`languages\` names \`${code}\`, but the space has no such language; besides the default one ${whatThereIs(existing)}.`,
		);
}
