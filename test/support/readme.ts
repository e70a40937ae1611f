import { readFile } from 'node:fs/promises';

/** The files that the README shows, by the path in their title. */
export async function readmeFiles(): Promise<Record<string, string>> {
	const text = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
	const blocks = text.matchAll(/^```\w+ title="([^"]+)"\n([\s\S]*?)^```/gm);
	return Object.fromEntries([...blocks].map(([, path = '', code = '']) => [path, code]));
}
