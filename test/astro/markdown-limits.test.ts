import { satteri } from '@astrojs/markdown-satteri';
import { expect, it } from 'vitest';
import {
	checkOpenElements,
	hasManyQuotes,
} from '../../packages/astro-slugline/src/astro/output/markdown/limits.js';
import { createMarkdown } from '../../packages/astro-slugline/src/astro/output/markdown/renderer.js';
import { checkTables } from '../../packages/astro-slugline/src/astro/output/markdown/table-size.js';

type Config = Parameters<typeof createMarkdown>[0];

/** The renderer of a site with default settings. */
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

// Each of these once took minutes, or all memory.
it('accepts a line of a million dashes that is not a table row', () => {
	checkTables(`a | b\n${'-'.repeat(1_000_000)}x\n`);
});

it('renders a paragraph of 100,000 quotation marks, and leaves them unchanged', async () => {
	const text = `"'`.repeat(50_000);
	expect(hasManyQuotes(text)).toBe(true);
	expect(await render(text)).toContain(`'"'"`);
});

it('turns the quotation marks of a long text into typographic ones', async () => {
	const text = `"Ahoy," she said, and didn't.\n\n`.repeat(5000);
	expect(hasManyQuotes(text)).toBe(false);
	expect(await render(text)).toContain('“Ahoy,” she said, and didn’t.');
});

it('rejects unclosed formatting elements, which a parser opens again in every block', async () => {
	const open = (count: number) => Array.from({ length: count }, (_, n) => `<b id="${n}">`).join('');
	await expect(render(`<p>${open(2000)}${'<p>x'.repeat(2000)}`)).rejects.toThrow(
		'its HTML opens 2000 elements such as <b> and does not close them',
	);
	// Closed in the end, which is too late.
	expect(() => checkOpenElements(`<p>${open(800)}${'<p>x'.repeat(800)}${'</b>'.repeat(800)}`)).toThrow();
	checkOpenElements(`<b>${'<p>a <em>b</em></p>'.repeat(100_000)}`);
	expect(await render(`<p>${open(20)}${'<p>x'.repeat(100)}`)).toContain('x');
});
