import { satteri } from '@astrojs/markdown-satteri';
import { expect, it } from 'vitest';
import { lazyMarkdown } from '../../packages/astro-slugline/src/astro/output/markdown/lazy.js';
import {
	checkOpenElements,
	checkTables,
	hasManySigns,
} from '../../packages/astro-slugline/src/astro/output/markdown/limits.js';

type Config = Parameters<typeof lazyMarkdown>[0];

/** The renderer of a site with default settings. */
const markdown = lazyMarkdown(
	{ processor: satteri(), syntaxHighlight: false, gfm: true, smartypants: true, shikiConfig: {} } as never,
	[],
);
const render = (text: string) => markdown(text, { trusted: false });

/** A renderer that renders nothing, and notes for each text whether it makes signs typographic. */
function counting() {
	const rendered: boolean[] = [];
	const processor = {
		createRenderer: async ({ smartypants }: { smartypants: boolean }) => ({
			render: async () => {
				rendered.push(smartypants);
				return { code: '', metadata: { headings: [] } };
			},
		}),
	};
	const count = lazyMarkdown({ processor, smartypants: true } as unknown as Config, []);
	return { rendered, count: (text: string) => count(text, { trusted: false }) };
}

it('gives the highlighter time, unless the site sets a limit', async () => {
	const limits: (number | undefined)[] = [];
	const transformer = {
		preprocess(_: string, options: { tokenizeTimeLimit?: number }) {
			limits.push(options.tokenizeTimeLimit);
			options.tokenizeTimeLimit = 1000;
		},
	};
	const highlighting = lazyMarkdown(
		{ processor: satteri(), syntaxHighlight: 'shiki', shikiConfig: { transformers: [transformer] } } as never,
		[],
	);
	await highlighting('```js\nconst n = 90;\n```', { trusted: true });
	expect(limits).toEqual([0]);
});

// Each of these once took minutes, or all memory.
it('accepts a line of a million dashes that is not a table row', () => {
	checkTables(`a | b\n${'-'.repeat(1_000_000)}x\n`);
});

it('renders a paragraph of 100,000 quotation marks, and leaves them unchanged', async () => {
	const text = `"'`.repeat(50_000);
	expect(hasManySigns(text)).toBe(true);
	expect(await render(text)).toContain(`'"'"`);
});

it.each([
	'a--\n'.repeat(20_000),
	'a-- '.repeat(40_000),
	'a... '.repeat(40_000),
	`a ${'<!-- '.repeat(40_000)}`,
	'.'.repeat(200_000),
	'a--\n\u00a0\n'.repeat(20_000),
	`${'a\n'.repeat(20_000)}${'a--\n'.repeat(2000)}`,
])('leaves the dashes and dots of a long paragraph as they are', async (text) => {
	const { rendered, count } = counting();
	await count(text);
	await count(`${'A usual sentence. '.repeat(40)}It ends -- so...\n\n`.repeat(500));
	expect(rendered).toEqual([false, true]);
	expect(await render(text)).not.toMatch(/[–…]/);
});

it('turns the quotation marks of a long text into typographic ones', async () => {
	const text = `"Ahoy," she said, and didn't.\n\n`.repeat(5000);
	expect(hasManySigns(text)).toBe(false);
	expect(await render(text)).toContain('“Ahoy,” she said, and didn’t.');
});

it.each<[what: string, text: string]>([
	['quotes', '>'.repeat(50_000)],
	['lists', '- '.repeat(50_000)],
	[
		'lists in lists of other lines',
		Array.from({ length: 40 }, (_, n) => `${' '.repeat(1000 * n)}${'1. '.repeat(500)}x`).join('\n'),
	],
	[
		'lists behind tabs',
		Array.from({ length: 40 }, (_, n) => `${'\t'.repeat(250 * n)}${'- '.repeat(500)}x`).join('\n'),
	],
])('rejects deeply nested %s before they are parsed', async (_, text) => {
	const { rendered, count } = counting();
	await expect(count(text)).rejects.toThrow('it is nested too deep');
	expect(rendered).toEqual([]);
	await count(`${'- '.repeat(300)}x\n\n${'* '.repeat(300)}\n\n${' '.repeat(20_000)}- x`);
	expect(rendered).toHaveLength(1);
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
