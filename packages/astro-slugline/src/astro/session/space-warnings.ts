import { foldCode, named, nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { languagesIn } from '../../shared/api/languages-of.js';
import { readReferences, type SyncedSpace } from '../../sync/index.js';
import { ConfigError } from '../page/data/index.js';
import type { Options } from '../settings/index.js';

/**
 * Warnings for options that nothing in the space matches. Not errors, because a site may be built before its content exists.
 *
 * @param isFolder true if the space is a folder, whose drafts need no token
 * @throws {ConfigError} if the option `languages` has codes of other languages than the space
 */
export function spaceWarnings(
	space: Pick<SyncedSpace, 'rows' | 'links' | 'version'>,
	{ languages, relations }: Pick<Options, 'languages' | 'relations'>,
	defaultLanguage: string | undefined,
	isFolder = false,
): string[] {
	if (space.rows.length === 0) {
		if (space.version === 'draft') return ['The space has no stories, so there is nothing to build.'];
		const cure = isFolder
			? 'Add one to its folder, such as `index.md`, or remove `published: false` from one.'
			: "Publish one, or build drafts with `version: 'draft'` and a preview token.";
		return [`No story of the space is published, so there is nothing to build. ${cure}`];
	}
	const existing = languagesIn(space.links);
	const built = new Set(space.rows.map(({ lang }) => lang));
	const others = (languages ?? []).filter((code) => code !== 'default' && code !== defaultLanguage);
	refuseWrongLanguages(others, existing);
	const unknown = others
		.filter((code) => !built.has(code))
		.map((code) =>
			existing.has(code)
				? `The option \`languages\` names \`${code}\`, but no story is published in that language.`
				: `The option \`languages\` names \`${code}\`, but the space has no such language; besides the default one ${whatThereIs(existing)}.`,
		);
	return [...unknown, ...(relations ? misspelled(relations, space.rows) : [])];
}

/** Refuses languages of the option of which the space has none, or has one in another spelling: its pages would be missing. */
function refuseWrongLanguages(codes: readonly string[], existing: ReadonlySet<string>): void {
	const lacking = codes.filter((code) => !existing.has(code));
	const isOther = (code: string) => [...existing].some((one) => foldCode(one) === foldCode(code));
	const hasNone = lacking.length > 0 && lacking.length === codes.length && existing.size > 0;
	if (!hasNone && !lacking.some(isOther)) return;
	throw new ConfigError(
		`The option \`languages\` names ${named(lacking)}, but the space has no such language; besides the default one ${whatThereIs(existing)}.`,
		'Correct `slugline({ languages })`, or remove it to build all languages.',
	);
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
