import { readdir, readFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);
const docs = new URL('playground/docs/space/', root);

const readReadme = () => readFile(new URL('README.md', root), 'utf8');

/**
 * The files that the README and the docs show, by the path in their title. Where two show one path, the README's counts. A page
 * with a configuration of its own shows another site, and is left out.
 */
export async function readmeFiles(): Promise<Record<string, string>> {
	const pages = (await readdir(docs)).filter((name) => name.endsWith('.md')).sort();
	const texts = await Promise.all(pages.map((page) => readFile(new URL(page, docs), 'utf8')));
	return filesIn([await readReadme(), ...texts.filter((text) => !text.includes('title="astro.config.mjs"'))]);
}

/** The files that one page of the docs shows, by the path in their title. */
export async function docFiles(page: string): Promise<Record<string, string>> {
	return filesIn([await readFile(new URL(page, docs), 'utf8')]);
}

function filesIn(texts: readonly string[]): Record<string, string> {
	const files: Record<string, string> = {};
	for (const text of texts) {
		for (const [, path = '', code = ''] of text.matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?)^```/gm)) {
			files[path] ??= code;
		}
	}
	return files;
}

/** What the README says that the terminal says of our own. */
export async function readmeTerminal(): Promise<string[]> {
	const text = await readReadme();
	return text.match(/^\[astro-slugline\].*$/gm) ?? [];
}
