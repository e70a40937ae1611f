import { expect, it } from 'vitest';
import { areCached } from '../../packages/astro-keep/src/decide/page-images.js';
import { createTestFolder } from '../support/test-folder.js';

const image = (finalPath: string, src: unknown) => ({
	originalPath: '/_astro/a.png',
	originalSrcPath: undefined,
	hash: 'hash',
	finalPath,
	transform: { src },
});

it('knows which images of a page Astro can take from its cache', async () => {
	const { url: folder, write } = await createTestFolder();
	const noon = Date.UTC(2030, 0, 1, 12);
	const hours = (count: number) => noon + count * 3_600_000;
	const local = image('/_astro/a_1.webp', { src: '/_astro/a.png' });
	const remote = image('/_astro/b_1.webp', 'https://example.com/b.png');
	const isCached = (...staticImages: (typeof local)[]) =>
		areCached({ staticImages, referencedImages: [] }, folder, noon);

	expect(isCached()).toBe(true);
	expect(isCached(local)).toBe(false);
	await write({ 'a_1.webp': '' });
	expect(isCached(local)).toBe(true);

	await write({ 'b_1.webp': '' });
	expect(isCached(local, remote)).toBe(false);
	for (const [meta, expected] of [
		['{}', false],
		['{', false],
		[JSON.stringify({ expires: hours(-1) }), false],
		[JSON.stringify({ expires: hours(0.1) }), false],
		[JSON.stringify({ expires: hours(2) }), true],
	] as const) {
		await write({ 'b_1.webp.json': meta });
		expect(isCached(local, remote), meta).toBe(expected);
	}
});
