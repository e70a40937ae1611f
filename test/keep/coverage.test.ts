import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type { Coverage } from '../../packages/astro-keep/src/decide/page-state.js';
import {
	addsCoverage,
	mergeCoverage,
	startCoverage,
} from '../../packages/astro-keep/src/isolation/coverage.js';
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
	const watched = startCoverage(folder.href, { compile() {} });
	// Loaded by Node itself, as a build does.
	run(createRequire(import.meta.url)(`${path}/chunk.mjs`));
	return watched.coverage();
}

it('knows which functions and branches of the site have run, whatever the content and the names of chunks are', async () => {
	const plain = await ranIn('one', ({ page }) => page?.({}));
	const again = await ranIn('another text', ({ page, upper }) => [page?.({}), upper?.('x')]);
	const dark = await ranIn('one', ({ page }) => page?.({ dark: true }));
	const figure = await ranIn('one', ({ page }) => page?.({ figure: true }));
	const twin = await ranIn('one', ({ page }) => page?.({ dark: 2 }));
	const both = await ranIn('one', ({ page }) => [page?.({ dark: true }), page?.({ figure: true })]);
	expect(addsCoverage(again, plain, false)).toBe(false);
	expect(addsCoverage(dark, plain, false)).toBe(true);
	expect(addsCoverage(figure, plain, false)).toBe(true);
	expect(addsCoverage(plain, figure, false)).toBe(true);
	expect(Object.keys(twin)).toHaveLength(Object.keys(dark).length + 1);
	// `setTheme` may be new code, but the branch that calls it is in a function that ran before.
	expect(addsCoverage(dark, plain, true)).toBe(true);
	expect(addsCoverage({ other: [] }, plain, true)).toBe(false);
	expect(addsCoverage(both, mergeCoverage(mergeCoverage(plain, dark), figure), false)).toBe(false);
	expect(addsCoverage(both, mergeCoverage(plain, dark), false)).toBe(true);
});

it('tells functions of equal text apart by their place in the module, whichever of them V8 has met', async () => {
	const both = await ranIn('one', ({ head }) => head?.(true));
	const second = await ranIn('one', ({ head }) => head?.(false));
	expect(addsCoverage(second, both, false)).toBe(false);
	expect(addsCoverage(both, second, false)).toBe(true);
});

it('counts what has run in either of two builds', () => {
	const before: Coverage = { page: [0, 10, 20, 30], only: [] };
	expect(mergeCoverage(before, { page: [0, 10, 40, 50], other: [1, 2] })).toEqual({
		...{ page: [0, 10], only: [], other: [1, 2] },
	});
});
