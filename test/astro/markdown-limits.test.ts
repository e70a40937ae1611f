import { satteri } from '@astrojs/markdown-satteri';
import { expect, it } from 'vitest';
import {
	checkOpenElements,
	hasManyQuotes,
} from '../../packages/astro-slugline/src/astro/output/markdown/limits.js';
import { createMarkdown } from '../../packages/astro-slugline/src/astro/output/markdown/renderer.js';
import { checkTables } from '../../packages/astro-slugline/src/astro/output/markdown/table-size.js';

type Config = Parameters<typeof createMarkdown>[0];

/** As a site without settings of its own has it. */
const markdown = createMarkdown(
	{
		processor: satteri(),
		syntaxHighlight: false,
		gfm: true,
		smartypants: true,
		shikiConfig: {},
	} as unknown as Config,
	[],
);
const render = (text: string) => markdown(text, { trusted: false });

// Each of these took minutes, or all memory, before.
it('reads a line of a million dashes that is no line of a table', () => {
	checkTables(`a | b\n${'-'.repeat(1_000_000)}x\n`);
});

it('renders a paragraph of 100,000 quotation marks, and leaves them as they are', async () => {
	const text = `"'`.repeat(50_000);
	expect(hasManyQuotes(text)).toBe(true);
	expect(await render(text)).toContain(`'"'"`);
});

it('makes the quotation marks of a long text typographic', async () => {
	const text = `"Ahoy," she said, and didn't.\n\n`.repeat(5000);
	expect(hasManyQuotes(text)).toBe(false);
	expect(await render(text)).toContain('“Ahoy,” she said, and didn’t.');
});

it('refuses formatting elements that a parser opens again in every block', async () => {
	const open = (count: number) => Array.from({ length: count }, (_, n) => `<b id="${n}">`).join('');
	await expect(render(`<p>${open(2000)}${'<p>x'.repeat(2000)}`)).rejects.toThrow(
		'its HTML opens 2000 elements such as <b> and does not close them',
	);
	// Closed in the end, which is too late.
	expect(() => checkOpenElements(`<p>${open(800)}${'<p>x'.repeat(800)}${'</b>'.repeat(800)}`)).toThrow();
	checkOpenElements(`<b>${'<p>a <em>b</em></p>'.repeat(100_000)}`);
	expect(await render(`<p>${open(20)}${'<p>x'.repeat(100)}`)).toContain('x');
});
