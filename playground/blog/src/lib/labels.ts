import { type CollectionEntry, getCollection } from 'astro:content';

/** The site's own words in one language. */
export type Labels = (name: string, values?: Record<string, string | number>) => string;

/**
 * The entries of the datasource `labels` in one language; a label without that language is the default one.
 * `{n}` and the like are replaced by `values`.
 *
 * @example const label = await labelsIn('de'); label('reading_time', { n: 3 }) // '3 Min. Lesezeit'
 */
export async function labelsIn(lang: string): Promise<Labels> {
	const words = valuesIn(await getCollection('labels'), lang);
	return (name, values = {}) => {
		const phrase = words.get(name);
		if (phrase === undefined) throw new Error(`The datasource "labels" has no entry "${name}".`);
		return phrase.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
	};
}

/** Names of the kinds of water in one language, by their value in stories. */
export async function watersIn(lang: string): Promise<Map<string, string>> {
	return valuesIn(await getCollection('waters'), lang);
}

function valuesIn(entries: CollectionEntry<'labels' | 'waters'>[], lang: string): Map<string, string> {
	return new Map(entries.map(({ data }) => [data.name, data.dimensions[lang] ?? data.value]));
}
