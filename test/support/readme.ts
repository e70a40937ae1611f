import { readdir, readFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);
const docs = new URL('playground/docs/space/', root);

/** A block of code that a page shows. */
export interface ShownBlock {
	/** The heading above it, or the empty text. */
	section: string;
	/** The language of its code, such as `sh`. */
	language: string;
	/** The path in its title: the file that a reader writes. */
	path?: string;
	code: string;
}

const readReadme = () => readFile(new URL('README.md', root), 'utf8');
const readDoc = (page: string) => readFile(new URL(page, docs), 'utf8');

/** The files that the README shows, by the path in their title. */
export async function readmeFiles(): Promise<Record<string, string>> {
	return filesIn(blocksIn(await readReadme()));
}

/** The files that the README of astro-keep, its reference, and its tour show. */
export async function engineReadmeFiles(): Promise<Record<string, string>> {
	const texts = ['README.md', 'REFERENCE.md', 'src/README.md'].map((name) =>
		readFile(new URL(`packages/astro-keep/${name}`, root), 'utf8'),
	);
	return filesIn(blocksIn((await Promise.all(texts)).join('\n')));
}

/** The files that all pages of the docs show. Each is below `docs/<page>`, and numbered if one page shows it again. */
export async function allDocFiles(): Promise<Record<string, string>> {
	const files: Record<string, string> = {};
	for (const page of (await readdir(docs)).filter((name) => name.endsWith('.md'))) {
		for (const { path, code } of blocksIn(await readDoc(page))) {
			if (path === undefined) continue;
			const name = page.slice(0, -'.md'.length);
			let folder = name;
			for (let number = 2; `docs/${folder}/${path}` in files; number++) folder = `${name}-${number}`;
			files[`docs/${folder}/${path}`] = code;
		}
	}
	return files;
}

/** The files that one page of the docs shows, by the path in their title; the first one if there are several. */
export async function docFiles(page: string): Promise<Record<string, string>> {
	return filesIn(await docBlocks(page));
}

/** Every block of code of one page of the docs, in order. */
export async function docBlocks(page: string): Promise<ShownBlock[]> {
	return blocksIn(await readDoc(page));
}

function blocksIn(text: string): ShownBlock[] {
	let section = '';
	const blocks: ShownBlock[] = [];
	const parts = /^##+ (.+)$|^```(\w*)(?: title="([^"]+)")?\n([\s\S]*?)^```/gm;
	for (const [, heading, language = '', path, code = ''] of text.matchAll(parts)) {
		if (heading !== undefined) section = heading;
		else blocks.push({ section, language, code, ...(path === undefined ? {} : { path }) });
	}
	return blocks;
}

function filesIn(blocks: readonly ShownBlock[]): Record<string, string> {
	const files: Record<string, string> = {};
	for (const { path, code } of blocks) if (path !== undefined) files[path] ??= code;
	return files;
}

/** The terminal lines of Slugline that the README shows. */
export async function readmeTerminal(): Promise<string[]> {
	const text = await readReadme();
	return text.match(/^\[astro-slugline\].*$/gm) ?? [];
}
