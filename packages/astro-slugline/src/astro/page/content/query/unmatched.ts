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
		const advice = entries.some(({ data }) => at(data, path) !== undefined) ? '' : adviceOn(path, entries);
		if (advice) sentences.push(`no entry has the field \`${path}\`. ${advice}`);
	}
	return sentences.map((sentence) => `query() of the collection \`${collection}\`: ${sentence}`);
});

/**
 * What to do about a path that no entry has; empty for an optional field that none has yet. The fields of a story besides its content
 * are known.
 */
function adviceOn(path: string, entries: readonly Entry[]): string {
	const start = path.slice(0, path.lastIndexOf('.') + 1);
	const namesIn = (start: string) =>
		new Set(entries.flatMap(({ data }) => Object.keys(Object(start === '' ? data : at(data, start)))));
	const wrong = path.slice(start.length);
	const meant = nearest(wrong, [...namesIn(start.slice(0, -1))]);
	if (meant !== undefined) return `Did you mean \`${start}${meant}\`?`;
	const areStories = entries.every(({ data }) => 'full_slug' in data && contentTypeOf(data) !== undefined);
	if (start !== '' || !areStories) return '';
	const inContent = nearest(wrong, [...namesIn('content')]);
	if (inContent !== undefined) return `Did you mean \`content.${inContent}\`?`;
	return `A field of the content begins with \`content.\`, as in \`content.${wrong}\`.`;
}
