import { contentTypeOf } from 'astro-keep/entries';
import { at, type Entry, entriesOf } from 'astro-keep/query';
import { insteadOf, nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { uuidForm } from 'astro-keep/shared/text/printable';
import { buildChannel, cachedInBuild, importerNow } from 'astro-keep/tracking';
import { isSiteLanguage } from '../../paths/index.js';
import { languageAmong } from './collection.js';
import { type AnyQuery, select } from './options.js';

/**
 * Warnings for conditions of an empty result that no entry matches, and for the fields of an order or of entries. Every page warns, but
 * entries are searched once.
 */
export const unmatchedBy = ({
	collection,
	startsWith,
	contentType,
	lang,
	where = {},
	sort = [],
	fields = [],
}: AnyQuery): Promise<string[]> => {
	const paths = Object.keys(where);
	const texts = paths.filter((path) => [where[path]].flat().some(isNoUuid));
	const shown = [...[sort].flat().map((path) => path.replace(/^-/, '')), ...fields];
	return findUnmatched(JSON.stringify({ collection, startsWith, contentType, lang, paths, texts, shown }));
};

/** The paths of conditions, those of them that ask for a text that is no uuid, and the paths of an order or of the fields of entries. */
type Paths = Record<'paths' | 'texts' | 'shown', string[]>;

const isUuid = (value: unknown): boolean => typeof value === 'string' && uuidForm.test(value);
const isNoUuid = (value: unknown): boolean => typeof value === 'string' && value !== '' && !isUuid(value);

const findUnmatched = cachedInBuild(async (asked: string): Promise<string[]> => {
	const { collection, startsWith, contentType, lang, paths, texts, shown }: AnyQuery & Paths =
		JSON.parse(asked);
	const entries = await entriesOf(collection);
	if (entries.length === 0) {
		buildChannel().emptyCollections?.set(collection, importerNow());
		return [];
	}
	const isLacking = (asked: Partial<AnyQuery>) => select(entries, { collection, ...asked }).length === 0;
	const namesBy = (nameOf: (data: Entry['data']) => unknown) =>
		new Set(entries.map(({ data }) => String(nameOf(data))));
	const language = languageAmong(entries, lang);
	const sentences: string[] = [];
	// A language of the site may not have been translated into yet.
	if (language !== undefined && !isSiteLanguage(language) && isLacking({ lang: language }))
		sentences.push(`no entry has the language \`${lang}\`; ${whatThereIs(namesBy((data) => data['lang']))}.`);
	if (startsWith !== undefined && isLacking({ startsWith }))
		sentences.push(`no entry has a full slug that starts with \`${startsWith}\`.`);
	for (const type of [contentType ?? []].flat())
		if (isLacking({ contentType: type }))
			sentences.push(`no entry has the content type \`${type}\`${insteadOf(type, namesBy(contentTypeOf))}`);
	const held = (path: string) => entries.flatMap(({ data }) => at(data, path) ?? []);
	for (const path of texts)
		if (held(path).some(isUuid) && !held(path).some(isNoUuid))
			sentences.push(
				`\`${path}\` has the uuid of a story, not its slug. Write \`where: { '${path}': (await storyBySlug('…', { collection: '${collection}' }))?.data.uuid }\`.`,
			);
	for (const path of [...paths, ...shown]) {
		const isThere = entries.some(({ data }) => at(data, path) !== undefined);
		const advice = isThere ? '' : adviceOn(path, entries, shown.includes(path));
		if (advice) sentences.push(`no entry has the field \`${path}\`${advice}`);
	}
	return sentences.map((sentence) => `query() of the collection \`${collection}\`: ${sentence}`);
});

/**
 * What to do about a path that no entry has; empty for an optional field that none has yet, unless stories are shown or sorted by it. The
 * fields of a story besides its content are known.
 */
function adviceOn(path: string, entries: readonly Entry[], isShown: boolean): string {
	const [, field, order = ''] = /^([\w.-]+)[\s:]+(asc|desc)$/i.exec(path) ?? [];
	if (field !== undefined) return `. Write \`sort: '${/^d/i.test(order) ? '-' : ''}${field}'\`.`;
	const start = path.slice(0, path.lastIndexOf('.') + 1);
	const namesIn = (start: string) =>
		new Set(entries.flatMap(({ data }) => Object.keys(Object(start === '' ? data : at(data, start)))));
	const wrong = path.slice(start.length);
	const names = [...namesIn(start.slice(0, -1))];
	const meant = nearest(wrong, names);
	if (meant !== undefined) return `. Did you mean \`${start}${meant}\`?`;
	const areStories = entries.every(({ data }) => 'full_slug' in data && contentTypeOf(data) !== undefined);
	if (!areStories) return '';
	if (start !== '')
		return isShown && names.length > 0 ? `; ${whatThereIs(names.map((name) => start + name))}.` : '';
	const inContent = nearest(wrong, [...namesIn('content')]);
	if (inContent !== undefined) return `. Did you mean \`content.${inContent}\`?`;
	return `. A field of the content begins with \`content.\`, as in \`content.${wrong}\`.`;
}
