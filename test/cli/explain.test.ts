import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { slugline } from './terminal.js';

it('takes one path, and a cache that a build has written', async () => {
	expect((await slugline(['explain'])).code).toBe(2);
	expect((await slugline(['explain', '/a', '/b'])).code).toBe(2);
	const { code, complained } = await slugline(['explain', '/a', '--cache', await temporaryFolder()]);
	expect(code).toBe(1);
	expect(complained).toMatch(/^There is no build here yet: run `npx astro build` first\. /);
});
