import { getCollection } from 'astro:content';
import { inLanguage } from './languages.js';

/** An author in a language, or in the default one. */
export async function authorIn(uuid: string, lang: string) {
	return inLanguage(await getCollection('authors'), uuid, lang);
}

/** All authors in their order. */
export async function authorsIn(lang: string) {
	const authors = await getCollection('authors');
	return authors
		.filter((author) => author.data.lang === 'default')
		.sort((a, b) => a.data.position - b.data.position)
		.map((author) => inLanguage(authors, author.data.uuid, lang) ?? author);
}
