import { whatThereIs } from '../../../../shared/text/named.js';
import { contentTypeOf } from '../../data/index.js';
import { channel } from '../../tracking/index.js';
import { entriesOf, languageAmong } from './collection.js';
import { type AnyQuery, type Entry, select } from './options.js';

const warnings = new Map<string, Promise<string[]>>();

/** Warnings for conditions of an empty result that no entry matches. Every page warns, but entries are searched once. */
export function unmatchedBy({ collection, startsWith, contentType, lang }: AnyQuery): Promise<string[]> {
	const key = JSON.stringify([collection, startsWith, contentType, lang]);
	const cached = channel() ? warnings.get(key) : undefined;
	const found = cached ?? findUnmatched({ collection, startsWith, contentType, lang });
	warnings.set(key, found);
	return found;
}

type Conditions = Pick<AnyQuery, 'collection'> & {
	[Name in 'startsWith' | 'contentType' | 'lang']: AnyQuery[Name];
};

async function findUnmatched({ collection, startsWith, contentType, lang }: Conditions): Promise<string[]> {
	const entries = await entriesOf(collection);
	if (entries.length === 0) return [];
	const isLacking = (asked: Partial<AnyQuery>) => select(entries, { collection, ...asked }).length === 0;
	const among = (nameOf: (data: Entry['data']) => unknown) =>
		whatThereIs(entries.map(({ data }) => String(nameOf(data))));
	const language = languageAmong(entries, lang);
	const sentences: string[] = [];
	if (language !== undefined && isLacking({ lang: language }))
		sentences.push(`no entry has the language \`${lang}\`; ${among((data) => data['lang'])}.`);
	if (startsWith !== undefined && isLacking({ startsWith }))
		sentences.push(`no entry has a full slug that starts with \`${startsWith}\`.`);
	for (const type of [contentType ?? []].flat())
		if (isLacking({ contentType: type }))
			sentences.push(`no entry has the content type \`${type}\`; ${among(contentTypeOf)}.`);
	return sentences.map((sentence) => `query() of the collection \`${collection}\`: ${sentence}`);
}
