import type { IntegrationResolvedRoute } from 'astro';
import { expect, it } from 'vitest';
import { builtAddresses } from '../../packages/astro-slugline/src/astro/output/built-addresses.js';
import { readPageRoutes } from '../../packages/astro-slugline/src/astro/output/unbuilt.js';
import { createTestFolder } from '../support/test-folder.js';

const moved = new Map([['/about', '/company']]);

it('a site answers the address of a file that has `.html` at its end, as redirects of `build.format: file` have', async () => {
	const { url: dir } = await createTestFolder({ 'promo.html': '' });
	const { has } = builtAddresses({ dir, pages: [], base: '/harbor', answered: [], moved });
	expect(['/harbor/promo', '/harbor/promo/', '/harbor/gone', '/promo'].map(has)).toEqual([
		true,
		true,
		false,
		false,
	]);
});

it('a site answers the paths of its routes on demand, whichever form their addresses have', async () => {
	const { url: dir } = await createTestFolder({});
	for (const pattern of [/^\/log-out$/, /^\/log-out\/$/, /^\/log-out\/?$/]) {
		const { has } = builtAddresses({ dir, pages: [], base: '/', answered: [pattern], moved });
		expect(['/log-out', '/log-out/', '/log-in'].map(has)).toEqual([true, true, false]);
	}
});

it('a folder without a page in it answers nothing, such as the root of a site without a start page', async () => {
	const { url: dir } = await createTestFolder({ 'images/boat.svg': '', 'log/index.html': '' });
	const { has } = builtAddresses({ dir, pages: [], base: '/', answered: [], moved });
	expect(['/', '/images/', '/images/boat.svg', '/log/'].map(has)).toEqual([false, false, true, true]);
});

it('names the page that a wrong address probably means, but none with another number', async () => {
	const { url: dir } = await createTestFolder({});
	const pages = ['', 'guide/', 'log/day-1/', 'de/guide/'].map((pathname) => ({ pathname }));
	const { near } = builtAddresses({ dir, pages, base: '/harbor', answered: [], moved });
	expect(
		['/harbor/giude', '/harbor/Guide/', '/harbor/log/dya-1', '/harbor/log/day-2', '/harbor/deguide'].map(
			near,
		),
	).toEqual([...['/guide', '/guide', '/log/day-1', undefined, undefined]]);
});

it('knows where the start page has moved, such as below the prefix of its language', async () => {
	const { url: dir } = await createTestFolder({ 'index.html': '' });
	for (const base of ['/', '/harbor']) {
		const { movedTo } = builtAddresses({
			...{ dir, base, pages: [], answered: [] },
			moved: new Map([['/', '/en']]),
		});
		expect(movedTo(base === '/' ? base : `${base}/`)).toBe('/en');
	}
});

it('knows the pages on demand, which no redirect may hide', () => {
	const page = { type: 'page', origin: 'project', isPrerendered: false, params: [], patternRegex: /./ };
	const routes = [
		{ ...page, pattern: '/contact' },
		{ ...page, pattern: '/about', isPrerendered: true },
		{ ...page, pattern: '/[...path]', params: ['...path'] },
		{ ...page, pattern: '/_image', origin: 'internal' },
	];
	expect(readPageRoutes(routes as unknown as IntegrationResolvedRoute[]).onDemand).toEqual([
		{ pathname: '/contact' },
	]);
});

it('takes the old address of a moved story for none, and names the new one', async () => {
	const { url: dir } = await createTestFolder({ 'about/index.html': '' });
	const { has, near, movedTo, reworded } = builtAddresses({
		dir,
		pages: [],
		base: '/harbor',
		answered: [],
		moved,
	});
	expect([has, movedTo, near].map((of) => of('/harbor/about/'))).toEqual([false, '/company', undefined]);
	const warning = 'A link leads to no page. Called in src/pages/menu.astro.';
	expect(
		['about/#/about/', 'about#../about#x', 'gone#/gone', 'about'].map((one) =>
			reworded(warning, `/harbor/${one}`),
		),
	).toEqual([
		'A link leads to `/about`. That page moved to `/company`, and a redirect leads there. Link to the new address. Called in src/pages/menu.astro.',
		'A link leads to `/about`, which `../about#x` means in the folder of its story. That page moved to `/company`, and a redirect leads there. Link to the new address. Called in src/pages/menu.astro.',
		warning,
		warning,
	]);
});
