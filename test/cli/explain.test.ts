import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { slugline } from './terminal.js';

it('takes one path, and a cache that a build has written', async () => {
	expect((await slugline(['explain'])).code).toBe(2);
	expect((await slugline(['explain', '/a', '/b'])).code).toBe(2);
	const { code, complained } = await slugline(['explain', '/a', '--cache', await temporaryFolder()]);
	expect(code).toBe(1);
	expect(complained).toMatch(/^There is no build here yet: run `npx astro build` first\. /);
});

it('says so in a folder without Astro', async () => {
	vi.spyOn(process, 'cwd').mockReturnValue(await temporaryFolder({}));
	const { code, complained } = await slugline(['explain', '/a']);
	vi.restoreAllMocks();
	expect([code, complained]).toEqual([
		2,
		expect.stringContaining('Astro is not installed in this folder. Run this in the folder of the site.'),
	]);
});
