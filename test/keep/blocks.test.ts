import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type { Blocks } from '../../packages/astro-keep/src/decide/page-state.js';
import { areNew, joined, watchBlocks } from '../../packages/astro-keep/src/proof/blocks.js';
import { createTestFolder } from '../support/test-folder.js';

const code = (content: string) => `// \0virtual:content
const content = () => '${content}';
// src/theme.ts
let now = 'light';
const [setTheme, setOther] = [(name) => { now = name; }, (name) => { now = name; }];
// src/pages/index.astro
const lazy = (isWanted) => isWanted && import('./lazy_${content.length}.mjs');
const tagged = (isNamed) => { const tag = (text) => { return text.bold(); }; return isNamed ? tag : undefined; };
const titled = () => { const tag = (text) => { return text.bold(); }; return tag('title'); };
const head = (hasTag) => { if (hasTag) tagged(false); return titled(); };
const page = ({ dark, figure }) => { lazy(false); if (dark) setTheme('dark'); if (dark === 2) setOther('other'); return figure ? \`\${content()} \${now}\` : now; };
// ../../node_modules/upper/index.js
const upper = (text) => { return text.toUpperCase(); };
export { head, page, upper };
`;

/** What runs of a chunk with this content. */
async function ranIn(content: string, run: (chunk: Record<string, (given: unknown) => string>) => void) {
	const { path, url: folder } = await createTestFolder({ 'chunk.mjs': code(content) });
	const watched = watchBlocks(folder.href, { compile() {} });
	// Loaded by Node itself, as a build does.
	run(createRequire(import.meta.url)(`${path}/chunk.mjs`));
	return watched.blocks();
}

it('knows which functions and branches of the site have run, whatever the content and the names of chunks are', async () => {
	const plain = await ranIn('one', ({ page }) => page?.({}));
	const again = await ranIn('another text', ({ page, upper }) => [page?.({}), upper?.('x')]);
	const dark = await ranIn('one', ({ page }) => page?.({ dark: true }));
	const figure = await ranIn('one', ({ page }) => page?.({ figure: true }));
	const twin = await ranIn('one', ({ page }) => page?.({ dark: 2 }));
	const both = await ranIn('one', ({ page }) => [page?.({ dark: true }), page?.({ figure: true })]);
	expect(areNew(again, plain, false)).toBe(false);
	expect(areNew(dark, plain, false)).toBe(true);
	expect(areNew(figure, plain, false)).toBe(true);
	expect(areNew(plain, figure, false)).toBe(true);
	expect(Object.keys(twin)).toHaveLength(Object.keys(dark).length + 1);
	// `setTheme` may be new code, but the branch that calls it is in a function that ran before.
	expect(areNew(dark, plain, true)).toBe(true);
	expect(areNew({ other: [] }, plain, true)).toBe(false);
	expect(areNew(both, joined(joined(plain, dark), figure), false)).toBe(false);
	expect(areNew(both, joined(plain, dark), false)).toBe(true);
});

it('tells functions of equal text apart by their place in the module, whichever of them V8 has met', async () => {
	const both = await ranIn('one', ({ head }) => head?.(true));
	const second = await ranIn('one', ({ head }) => head?.(false));
	expect(areNew(second, both, false)).toBe(false);
	expect(areNew(both, second, false)).toBe(true);
});

it('counts what has run in either of two builds', () => {
	const before: Blocks = { page: [0, 10, 20, 30], only: [] };
	expect(joined(before, { page: [0, 10, 40, 50], other: [1, 2] })).toEqual({
		...{ page: [0, 10], only: [], other: [1, 2] },
	});
});
