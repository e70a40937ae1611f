import { expect, it } from 'vitest';
import { builtAddresses } from '../../packages/astro-slugline/src/astro/output/built-addresses.js';
import { createTestFolder } from '../support/test-folder.js';

it('a site answers the address of a file that has `.html` at its end, as redirects of `build.format: file` have', async () => {
	const { url: dir } = await createTestFolder({ 'promo.html': '' });
	const has = builtAddresses({ dir, pages: [], base: '/harbor', answered: [] });
	expect(['/harbor/promo', '/harbor/promo/', '/harbor/gone', '/promo'].map(has)).toEqual([
		true,
		true,
		false,
		false,
	]);
});
