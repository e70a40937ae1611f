import { nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { languagesIn } from '../../shared/api/languages-of.js';
import { readReferences, type SyncedSpace } from '../../sync/index.js';
import type { Options } from '../settings/index.js';

/** Warnings for options that nothing in the space matches. Not errors, because a site may be built before its content exists. */
export function spaceWarnings(
	space: Pick<SyncedSpace, 'rows' | 'links' | 'version'>,
	{ languages, relations }: Pick<Options, 'languages' | 'relations'>,
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
	const unknown = (languages ?? [])
		.filter((code) => !built.has(code) && !isStandard(code))
		.map((code) =>
			existing.has(code)
				? `The option \`languages\` names \`${code}\`, but no story is published in that language.`
				: `The option \`languages\` names \`${code}\`, but the space has no such language; besides the default one ${whatThereIs(existing)}.`,
		);
	const translated = space.rows
		.filter(({ lang, slug }) => lang === 'default' && slug.endsWith(`.${defaultLanguage}`))
		.map(
			({ slug }) =>
				`The story \`${slug}\` looks like a translation into \`${defaultLanguage}\`, which is the default language. Its fields belong in the file without \`.${defaultLanguage}\`.`,
		);
	return [...unknown, ...translated, ...(relations ? misspelled(relations, space.rows) : [])];
}

/** A field may have no reference yet, so only one that looks misspelled is named. */
function misspelled(relations: readonly string[], rows: SyncedSpace['rows']): string[] {
	const fields = new Set(rows.flatMap(({ references }) => Object.keys(readReferences(references).relations)));
	return relations.flatMap((field) => {
		const meant = fields.has(field) ? undefined : nearest(field, [...fields]);
		if (meant === undefined) return [];
		return `The option \`relations\` names \`${field}\`, but no story refers to another in that field. Did you mean \`${meant}\`?`;
	});
}
