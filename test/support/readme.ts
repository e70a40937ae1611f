import { readFile } from 'node:fs/promises';

const readReadme = () => readFile(new URL('../../README.md', import.meta.url), 'utf8');

/** The files that the README shows, by the path in their title. */
export async function readmeFiles(): Promise<Record<string, string>> {
	const text = await readReadme();
	const blocks = text.matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?)^```/gm);
	return Object.fromEntries([...blocks].map(([, path = '', code = '']) => [path, code]));
}

/** What the README says that the terminal says of our own. */
export async function readmeTerminal(): Promise<string[]> {
	const text = await readReadme();
	return text.match(/^\[astro-slugline\].*$/gm) ?? [];
}
