import { stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { previewCases } from './preview.cases.js';
import { devServer } from './preview.hosts.js';

previewCases(devServer);

it('has a client script of at most 25 kB', async () => {
	const file = new URL('../../packages/astro-slugline/dist/astro/browser/preview.bundle.js', import.meta.url);
	expect((await stat(file)).size).toBeLessThanOrEqual(25_000);
});
