import { contentTypeOf } from 'astro-keep/entries';
import { at, type Entry, entriesOf } from 'astro-keep/query';
import { insteadOf, nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { buildChannel, cachedInBuild, importerNow } from 'astro-keep/tracking';
import { isSiteLanguage } from '../../paths/index.js';
import { languageAmong } from './collection.js';
import { type AnyQuery, select } from './options.js';

/** Warnings for conditions of an empty result that no entry matches, and for the fields of an order. Every page warns, but entries are searched once. */
export const unmatchedBy = ({
	collection,
	startsWith,
	contentType,
	lang,
	where = {},
	sort = [],
}: AnyQuery): Promise<string[]> => {
	const paths = [...Object.keys(where), ...[sort].flat().map((path) => path.replace(/^-/, ''))];
	return findUnmatched(JSON.stringify({ collection, startsWith, contentType, lang, paths }));
};

const findUnmatched = cachedInBuild(async (asked: string): Promise<string[]> => {
	const { collection, startsWith, contentType, lang, paths }: AnyQuery & { paths: string[] } =
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
	for (const path of paths) {
		const meant = meantBy(path, entries);
		if (meant) sentences.push(`no entry has the field \`${path}\`. Did you mean \`${meant}\`?`);
	}
	return sentences.map((sentence) => `query() of the collection \`${collection}\`: ${sentence}`);
});

/** The field that was probably meant by a path that no entry has. An optional field that none has yet is no mistake. */
function meantBy(path: string, entries: readonly Entry[]): string | undefined {
	if (entries.some(({ data }) => at(data, path) !== undefined)) return undefined;
	const start = path.slice(0, path.lastIndexOf('.') + 1);
	const names = entries.flatMap(({ data }) =>
		Object.keys(Object(start === '' ? data : at(data, start.slice(0, -1)))),
	);
	const meant = nearest(path.slice(start.length), [...new Set(names)]);
	return meant && start + meant;
}
