import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BlogCopy, copyBlog } from '../support/blog-copy.js';
import { isLong } from '../support/long.js';

// `astro check` on the playground reports each mistake at its line, and nothing else.

// In a short run, types.test.ts shows the same on a small site.
const test = it.runIf(isLong);

let blog: BlogCopy;
beforeAll(async () => {
	blog = await copyBlog();
});
afterAll(() => blog?.delete());

/** Runs `astro check`: its errors as `file:line message`, sorted. */
async function check(): Promise<{ code: number; errors: string[]; output: string }> {
	const { code, output } = await blog.astro(['check']);
	const plain = stripVTControlCharacters(output);
	const errors = [...plain.matchAll(/^(\S+):(\d+):\d+ - error ts\(\d+\): (.*)$/gm)];
	return {
		code,
		errors: errors.map(([, file, line, text]) => `${file}:${line} ${text}`).sort(),
		output: plain,
	};
}

/** The position of a text, as `file:line`. */
async function placeOf(path: string, text: string): Promise<string> {
	const lines = (await readFile(join(blog.folder, path), 'utf8')).split('\n');
	return `${path}:${lines.findIndex((line) => line.includes(text)) + 1}`;
}

test('reports no error, warning, or hint on the unchanged playground', async () => {
	const { code, output } = await check();
	expect(code, output).toBe(0);
	expect(output).toContain('- 0 errors\n- 0 warnings\n- 0 hints');
});

test('reports a wrong field, a wrong prop of a blok, and a wrong filter at their lines, and nothing else', async () => {
	const built = await blog.build();
	expect(built.code, built.output).toBe(0);
	const slips = [
		['src/bloks/Quote.astro', '{blok.text}', '{blok.txet}'],
		['src/bloks/Article.astro', '<Figure blok={figure} inset />', '<Figure blok={figure} insert />'],
		['src/bloks/Crew.astro', "'content.author': uuid", "'content.writer': uuid"],
		['src/lib/pages.ts', "'content.title'", "'content.titel'"],
		['src/lib/articles.ts', 'page.data.content.title', 'page.data.content.titel'],
	] as const;
	for (const [path, from, to] of slips) await blog.change(path, from, to);
	const { code, errors, output } = await check();
	expect(code, output).toBe(1);
	// The data store of the build is left alone.
	expect(output).not.toContain('Clearing content store');
	expect(output).toContain(`- ${slips.length} errors\n- 0 warnings\n- 0 hints`);
	const places = await Promise.all(slips.map(([path, , to]) => placeOf(path, to)));
	expect(errors.map((error) => error.slice(0, error.indexOf(' '))).sort()).toEqual(places.sort());
	expect(errors.join('\n')).toMatch(
		/'txet' does not exist.*\n.*'titel' does not exist.*Did you mean 'title'/,
	);
});
