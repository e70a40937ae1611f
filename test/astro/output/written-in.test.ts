import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { writtenIn } from '../../../packages/astro-slugline/src/astro/output/written-in.js';
import type { Connection } from '../../../packages/astro-slugline/src/astro/session/index.js';

const contents = {
	home: { picture: { filename: '/images/gone.jpg' } },
	'blog/one': { body: '![Boat](/images/gone.jpg)' },
	about: { body: '![Boat](/images/other one.jpg)' },
	old: { body: '![Boat](/archive/images/gone.jpg), ![Boat](/images/gone.jpg-2)' },
};
const space = {
	rows: Object.keys(contents).map((slug) => ({ slug, defaultSlug: slug })),
	async *stories(rows: { slug: keyof typeof contents }[]) {
		for (const row of rows) yield [row, { content: contents[row.slug] }];
	},
	datasources: async () => [{ slug: 'menu' }],
	datasourceEntries: async () => [
		{ name: 'About us', value: '/abuot/' },
		{ name: 'Nothing', value: '' },
		{ name: 'Two', value: 'two' },
	],
};
const unpublishedFile = (slug: string) => (slug === 'blog/two' ? 'space/blog/two.md' : undefined);
const connection = {
	id: 'default',
	latest: () => ({ space, files: { unpublishedFile } }),
} as unknown as Connection;
const hooks = { 'slugline:connection': () => connection };
const site = { base: '/harbor', integrations: [{ name: 'a', hooks }] } as unknown as AstroConfig;

it('finds the stories that name a file, and the entry of a datasource that names no page', async () => {
	const addresses = [
		'/harbor/images/gone.jpg',
		'/harbor/images/other%20one.jpg',
		'/harbor/abuot',
		'/harbor/none',
		'/harbor/blog/two',
	];
	expect([...(await writtenIn(addresses, site, connection))]).toEqual([
		['/harbor/abuot', 'It is the entry `About us` of the datasource `menu`. Did you mean `/about`?'],
		['/harbor/images/gone.jpg', 'It is in the stories `blog/one` and `home`.'],
		['/harbor/images/other%20one.jpg', 'It is in the story `about`.'],
		['/harbor/blog/two', 'Its story, space/blog/two.md, is not published.'],
	]);
	// A service is not asked for its datasources.
	expect((await writtenIn(['/harbor/abuot'], site, undefined)).size).toBe(0);
});
