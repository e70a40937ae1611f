import { contentTypeOf } from '../../../../keep/entries/index.js';
import { cachedInBuild } from '../../../../keep/tracking/index.js';
import { whatThereIs } from '../../../../shared/text/named.js';
import { isSiteLanguage } from '../../paths/index.js';
import { entriesOf, languageAmong } from './collection.js';
import { type AnyQuery, type Entry, select } from './options.js';

/** Warnings for conditions of an empty result that no entry matches. Every page warns, but entries are searched once. */
export const unmatchedBy = ({ collection, startsWith, contentType, lang }: AnyQuery): Promise<string[]> =>
	findUnmatched(JSON.stringify({ collection, startsWith, contentType, lang }));

const findUnmatched = cachedInBuild(async (asked: string): Promise<string[]> => {
	const { collection, startsWith, contentType, lang }: AnyQuery = JSON.parse(asked);
	const entries = await entriesOf(collection);
	if (entries.length === 0) return [];
	const isLacking = (asked: Partial<AnyQuery>) => select(entries, { collection, ...asked }).length === 0;
	const among = (nameOf: (data: Entry['data']) => unknown) =>
		whatThereIs(entries.map(({ data }) => String(nameOf(data))));
	const language = languageAmong(entries, lang);
	const sentences: string[] = [];
	// A language of the site may not have been translated into yet.
	if (language !== undefined && !isSiteLanguage(language) && isLacking({ lang: language }))
		sentences.push(`no entry has the language \`${lang}\`; ${among((data) => data['lang'])}.`);
	if (startsWith !== undefined && isLacking({ startsWith }))
		sentences.push(`no entry has a full slug that starts with \`${startsWith}\`.`);
	for (const type of [contentType ?? []].flat())
		if (isLacking({ contentType: type }))
			sentences.push(`no entry has the content type \`${type}\`; ${among(contentTypeOf)}.`);
	return sentences.map((sentence) => `query() of the collection \`${collection}\`: ${sentence}`);
});
