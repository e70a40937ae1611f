import type { Entry } from 'astro-keep/query';
import { channel } from 'astro-keep/tracking';
import { languageOfLocale } from '../../paths/index.js';

const indexes = new WeakMap<Entry[], Map<unknown, Entry[]>>();

/** The entries with a uuid, from an index, because many pages query one story each. */
export function withUuid(entries: Entry[], uuid: unknown): Entry[] {
	if (typeof uuid !== 'string' || !channel()) return entries;
	const index = indexes.get(entries) ?? Map.groupBy(entries, ({ data }) => data['uuid']);
	indexes.set(entries, index);
	return index.get(uuid) ?? [];
}

/** The language of entries for a language or a locale of Astro. */
export function languageAmong(entries: Entry[], lang: string | undefined): string | undefined {
	if (lang === undefined || lang === 'default' || entries.some(({ data }) => data['lang'] === lang))
		return lang;
	return languageOfLocale(lang);
}
