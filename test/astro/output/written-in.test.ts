import type { AstroConfig } from 'astro';
import { expect, it } from 'vitest';
import { writtenIn } from '../../../packages/astro-slugline/src/astro/output/written-in.js';
import type { Connection } from '../../../packages/astro-slugline/src/astro/session/index.js';

const contents = {
	home: { picture: { filename: '/images/gone.jpg' } },
	'blog/one': { body: '![Boat](/images/gone.jpg)' },
	about: { body: '![Boat](/images/other one.jpg)' },
	'blog/three': {
		body: '[Log](./log.md) and [plan](files/plan.pdf), and [top](../up.md#a) [it](other.md) [news](news)',
	},
	'docs/three': { body: '[Log](./log.md) and [plan](./files/plan.pdf-2), other news' },
	old: { body: '![Boat](/archive/images/gone.jpg), ![Boat](/images/gone.jpg-2)' },
};
const space = {
	rows: Object.keys(contents).map((slug) => ({ uuid: slug, slug, defaultSlug: slug })),
	async *stories(rows: { slug: keyof typeof contents }[]) {
		for (const row of rows) yield [row, { content: contents[row.slug] }];
	},
	datasources: async () => [{ slug: 'menu' }],
	datasourceEntries: async () => [
		{ name: 'About us', value: '/abuot/' },
		{ name: 'Nothing', value: '' },
		{ name: 'Two', value: 'two' },
		{ name: 'news/nwe', value: 'News' },
	],
};
const unpublishedFile = (slug: string) => (slug === 'blog/two' ? 'space/blog/two.md' : undefined);
const files = {
	unpublishedFile,
	fileOf: (slug: string) => `space/${slug}.md`,
	datasourceFile: (slug: string) => `space/datasources/${slug}.yaml`,
};
const connection = { id: 'default', latest: () => ({ space, files }) } as unknown as Connection;
const service = { id: 'default', latest: () => ({ space, files: undefined }) } as unknown as Connection;
const siteOf = (one: Connection) =>
	({
		base: '/harbor',
		integrations: [{ name: 'a', hooks: { 'slugline:connection': () => one } }],
	}) as unknown as AstroConfig;
const near = (address: string) => (address.endsWith('abuot') ? '/about' : undefined);

it('finds the stories that have an address, and the entry of a datasource, and the address that was meant', async () => {
	const addresses = [
		'/harbor/images/gone.jpg',
		'/harbor/images/other%20one.jpg',
		'/harbor/abuot',
		'/harbor/news/nwe',
		'/harbor/none',
		'/harbor/blog/two',
	];
	expect([...(await writtenIn(addresses, siteOf(connection), connection, near))]).toEqual([
		['/harbor/images/gone.jpg', 'It is in `space/blog/one.md` and `space/home.md`.'],
		['/harbor/images/other%20one.jpg', 'It is in `space/about.md`.'],
		['/harbor/abuot', 'It is the entry `About us` of space/datasources/menu.yaml. Did you mean `/about`?'],
		['/harbor/news/nwe', 'It is the entry `news/nwe` of space/datasources/menu.yaml.'],
		['/harbor/blog/two', 'Its story, space/blog/two.md, is not published.'],
	]);
	const relative = ['blog/log', 'blog/three/files/plan.pdf', 'up', 'blog/other', 'docs/log'];
	const found = await writtenIn(
		relative.map((one) => `/harbor/${one}`),
		siteOf(connection),
		connection,
		near,
	);
	expect([...found.values()]).toEqual([
		...Array(4).fill('It is in `space/blog/three.md`.'),
		'It is in `space/docs/three.md`.',
	]);
	const texts = [
		'blog/log#./log.md',
		'docs/log#log.md',
		'up#../up.md#a',
		'up#/up',
		'blog/news#news',
		'docs/news#news',
		'images/gone.jpg#/images/gone.jpg',
	];
	const withText = await writtenIn(
		texts.map((one) => `/harbor/${one}`),
		siteOf(connection),
		connection,
		near,
	);
	expect([...withText]).toEqual([
		['/harbor/blog/log#./log.md', 'It is in `space/blog/three.md`.'],
		['/harbor/up#../up.md#a', 'It is in `space/blog/three.md`.'],
		['/harbor/blog/news#news', 'It is in `space/blog/three.md`.'],
		['/harbor/images/gone.jpg#/images/gone.jpg', 'It is in `space/blog/one.md` and `space/home.md`.'],
	]);
	// A service is not asked for its datasources.
	expect([
		...(await writtenIn(['/harbor/abuot', '/harbor/images/gone.jpg'], siteOf(service), undefined, near)),
	]).toEqual([
		['/harbor/abuot', 'Did you mean `/about`?'],
		['/harbor/images/gone.jpg', 'It is in the stories `blog/one` and `home`.'],
	]);
});
