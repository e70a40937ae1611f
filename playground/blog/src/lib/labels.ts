import { query } from 'astro-slugline/content';
import { inLanguage } from './languages.js';

/**
 * Some of the site's own words in one language; those without it are in the default one. `{n}` and the like are replaced by
 * `values`. A page depends on the words that it asks for, and on no others.
 *
 * @example const label = await labelsIn('de', 'reading_time'); label('reading_time', { n: 3 }) // '3 Min. Lesezeit'
 */
export async function labelsIn<const Name extends string>(lang: string, ...names: Name[]) {
	const phrases = await Promise.all(names.map((name) => wordIn('labels', name, lang)));
	return (name: Name, values: Record<string, string | number> = {}): string => {
		const phrase = phrases[names.indexOf(name)];
		if (phrase === undefined) throw new Error(`The datasource "labels" has no entry "${name}".`);
		return phrase.replace(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole));
	};
}

/** The value of an entry of a datasource in one language, else in the default one. */
export async function wordIn(
	collection: 'labels' | 'waters',
	name: string,
	lang: string,
): Promise<string | undefined> {
	return inLanguage(lang, async (one) => {
		const [entry] = await query({
			...{ collection, where: { name } },
			fields: [one === 'default' ? 'value' : `dimensions.${one}`],
		});
		const word = one === 'default' ? entry?.data.value : entry?.data.dimensions?.[one];
		return word ? [word] : [];
	});
}
