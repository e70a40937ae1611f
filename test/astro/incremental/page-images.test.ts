import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { areCached } from '../../../packages/astro-slugline/src/astro/incremental/decide/page-images.js';

const image = (finalPath: string, src: unknown) => ({
	originalPath: '/_astro/a.png',
	originalSrcPath: undefined,
	hash: 'hash',
	finalPath,
	transform: { src },
});

it('knows which images of a page Astro can take from its cache', async () => {
	const path = await mkdtemp(join(tmpdir(), 'page-images-'));
	onTestFinished(() => rm(path, { recursive: true, force: true }));
	const folder = pathToFileURL(`${path}/`);
	const noon = Date.UTC(2030, 0, 1, 12);
	const hours = (count: number) => noon + count * 3_600_000;
	const local = image('/_astro/a_1.webp', { src: '/_astro/a.png' });
	const remote = image('/_astro/b_1.webp', 'https://example.com/b.png');
	const isCached = (...staticImages: (typeof local)[]) =>
		areCached({ staticImages, referencedImages: [] }, folder, noon);

	expect(isCached()).toBe(true);
	expect(isCached(local)).toBe(false);
	await writeFile(join(path, 'a_1.webp'), '');
	expect(isCached(local)).toBe(true);

	await writeFile(join(path, 'b_1.webp'), '');
	expect(isCached(local, remote)).toBe(false);
	for (const [meta, expected] of [
		['{}', false],
		['{', false],
		[JSON.stringify({ expires: hours(-1) }), false],
		[JSON.stringify({ expires: hours(0.1) }), false],
		[JSON.stringify({ expires: hours(2) }), true],
	] as const) {
		await writeFile(join(path, 'b_1.webp.json'), meta);
		expect(isCached(local, remote), meta).toBe(expected);
	}
});
