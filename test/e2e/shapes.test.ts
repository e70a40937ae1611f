import { afterEach, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { createSite, type Site } from '../support/site.js';
import { variedSite, variedSpace } from '../support/varied-site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

// Whatever shape a site gives its addresses and output, unchanged pages are reused, and the output is that of a clean build.

let site: Site | undefined;

afterEach(async () => {
	await site?.delete();
	site = undefined;
});

const i18n = (routing: string) =>
	`i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: ${routing} }`;

type Shape = [what: string, options: string, ofOthers: number];

const files: Shape = [
	'pages as files, without trailing slashes, at a base without a slash',
	`base: 'docs', build: { format: 'file' }, trailingSlash: 'never'`,
	0,
];
const preserved: Shape = [
	'preserved paths of pages at a base, and redirects of the site',
	`base: '/sub/folder', site: 'https://example.com', build: { format: 'preserve' }, trailingSlash: 'always', redirects: { '/old': '/blog' }`,
	1,
];
const rewriting: Shape = [
	'fallback languages that are rewritten',
	i18n(`{ fallbackType: 'rewrite', prefixDefaultLocale: false }`),
	18,
];
const redirecting: Shape = [
	'fallback languages that are redirected',
	i18n(`{ fallbackType: 'redirect', prefixDefaultLocale: false }`),
	18,
];
const elsewhere: Shape = [
	'another output folder, hashed styles, and uncompressed HTML',
	`outDir: './dist/site', compressHTML: false, build: { assets: 'static', inlineStylesheets: 'never', concurrency: 4 }`,
	0,
];

/** One site with the settings of two shapes. */
const both = ([what, options, ofOthers]: Shape, [more, others, ofMore]: Shape): Shape => [
	`${what}, and ${more}`,
	`${options}, ${others}`,
	ofOthers + ofMore,
];

/** Settings of a site, and the number of pages that Astro makes from others, which are rendered in every build. */
const shapes = isLong ? [files, preserved, rewriting, redirecting, elsewhere] : [both(preserved, rewriting)];

const more = {
	'src/pages/404.astro': '<p>Nothing here.</p><style>p { color: red }</style>',
	'src/pages/list/[...page].astro': `---
import { query } from 'astro-slugline/content';
export const getStaticPaths = async ({ paginate }) =>
	paginate(await query({ collection: 'pages', lang: 'default', sort: 'name', fields: ['name'] }), { pageSize: 2 });
const { page } = Astro.props;
---
<p>{page.currentPage} of {page.lastPage}</p>{page.data.map(({ data }) => <i>{data.name}</i>)}<a href={page.url.next}>next</a>`,
	'src/pages/über uns/[name].txt.ts': `
import { getEntry } from 'astro:content';
export const getStaticPaths = () => [{ params: { name: 'größe & co' } }, { params: { name: 'a.b' } }];
export const GET = async ({ params }) => new Response(params.name + (await getEntry('pages', 'blog/one')).data.content.title);`,
};

it.each(shapes)('reuses cached pages with %s', async (_what, options, ofOthers) => {
	site = await createSite({
		...variedSpace,
		...variedSite,
		...more,
		'astro.config.mjs': variedSite['astro.config.mjs'].replace('})], ', `})], ${options}, `),
	});
	const build = async () => {
		const { code, output } = (await site?.build()) ?? { code: 1, output: '' };
		expect(code, output).toBe(0);
		const [rendered = 0, cached = 0, ...others] = [
			...output.matchAll(/(\d+) (?:pages? )?rendered, (\d+) kept/g),
		]
			.flatMap((found) => found.slice(1))
			.map(Number);
		return [rendered + (others[0] ?? 0), cached + (others[1] ?? 0)];
	};
	const [all = 0] = await build();
	expect(await build()).toEqual([ofOthers, all - ofOthers]);
	const path = 'space/blog/one.md';
	await site.write({ [path]: variedSpace[path].replaceAll('One', 'Uno') });
	const [rendered = 0, cached = 0] = await build();
	expect(rendered).toBeGreaterThan(ofOthers + 1);
	expect(cached).toBeGreaterThan(1);
	const incremental = await site.output();
	await site.remove('dist', 'node_modules/.astro');
	await build();
	expect(await site.output()).toEqual(incremental);
});
