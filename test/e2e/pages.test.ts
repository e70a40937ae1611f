import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { createSite, type Site } from '../support/site.js';
import { variedSite, variedSpace } from '../support/varied-site.js';

let site: Site;
let space: Space;

beforeAll(async () => {
	site = await createSite({ ...variedSite, ...variedSpace });
	space = createSpace(join(site.folder, 'space'));
	const { code, output } = await site.build();
	expect(code, output).toBe(0);
});

afterAll(async () => {
	await space?.close();
});

/** What a build logs about pages. */
async function said(): Promise<string[]> {
	const { code, output } = await site.build({ SLUGLINE_EXPLAIN: '1' });
	expect(code, output).toBe(0);
	return [...output.matchAll(/\[astro-slugline\] (\d+ pages? rendered, \d+ kept|rendered .*)/g)].map(
		([, line = '']) => line,
	);
}

/** The files of the output that an edit changes, and what the build logs. */
async function changed(edit: () => Promise<unknown>): Promise<{ files: string[]; lines: string[] }> {
	const before = await site.output();
	await edit();
	const lines = await said();
	const after = await site.output();
	const files = [...new Set([...Object.keys(before), ...Object.keys(after)])]
		.filter((file) => before[file] !== after[file] && file !== 'slugline.json')
		.sort();
	return { files, lines };
}

it('renders nothing if nothing changed', async () => {
	expect(await said()).toMatchInlineSnapshot(`
		[
		  "0 pages rendered, 13 kept",
		]
	`);
});

it('renders only the pages that show a changed article', async () => {
	expect(
		await changed(() =>
			space.edit.write('blog/three', { content: { component: 'article', title: 'Third' } }),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/three/index.html",
		    "blog/two/index.html",
		    "by/t/index.html",
		    "index.html",
		  ],
		  "lines": [
		    "6 pages rendered, 7 kept",
		    "rendered /all, /by/t: \`data.content.title\` of an entry in \`pages\` changed",
		    "rendered /blog, /: the answer of a query() changed (src/pages/[...path].astro): {"collection":"pages","lang":"default","contentType":"article","sort":"name","fields":["name","content.title"]}",
		    "rendered /blog/three, /blog/two: \`data.content._uid\`, \`data.content.component\`, \`data.content.title\`, or 1 other field, of an entry in \`pages\` changed",
		  ],
		}
	`);
});

it('renders only the pages that show a changed author', async () => {
	expect(
		await changed(() =>
			space.edit.write('authors/ada', { content: { component: 'author', title: 'Ada L.' } }),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/one/index.html",
		    "blog/two/index.html",
		    "de/blog/eins/index.html",
		  ],
		  "lines": [
		    "4 pages rendered, 9 kept",
		    "rendered /all: \`data.content.title\` of an entry in \`pages\` changed",
		    "rendered /blog/one, /blog/two, /de/blog/eins: \`data.content._uid\`, \`data.content.component\`, \`data.content.title\`, or 1 other field, of an entry in \`pages\` changed",
		  ],
		}
	`);
});

it('renders every page that may show what a stateful module read', async () => {
	expect(
		await changed(() => space.edit.setEntry('labels', { name: 'more', value: 'further' })),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/one/index.html",
		    "blog/three/index.html",
		    "blog/two/index.html",
		    "de/blog/drei/index.html",
		    "de/blog/eins/index.html",
		    "index.html",
		  ],
		  "lines": [
		    "13 pages rendered, 0 kept",
		    "rendered /all, /by/o, /by/t, /by/d, /by/e and 9 other pages: \`data.value\` of \`more\` in \`labels\` changed, and all pages may show what src/lib/labels.ts has read of it",
		  ],
		}
	`);
});

it('renders only the pages that show a new story', async () => {
	expect(
		await changed(() =>
			space.edit.write('blog/zoo', {
				frontmatter: { name: 'Zoo' },
				content: { component: 'article', title: 'Zoo' },
			}),
		),
	).toMatchInlineSnapshot(`
		{
		  "files": [
		    "all/index.html",
		    "blog/index.html",
		    "blog/zoo/index.html",
		    "by/z/index.html",
		    "index.html",
		    "map.json",
		  ],
		  "lines": [
		    "5 pages rendered, 10 kept",
		    "rendered /all: entries of \`pages\` came, went, or moved (src/pages/all.astro)",
		    "rendered /by/z, /blog/zoo: it is new, or there is no earlier build to compare with, as with --force",
		    "rendered /map.json: the answer of a query() changed (src/pages/map.json.ts): {"collection":"links","sort":"slug","fields":["slug","name","published","is_folder"]}",
		    "rendered /blog, /: the answer of a query() changed (src/pages/[...path].astro): {"collection":"pages","lang":"default","contentType":"article","sort":"name","fields":["name","content.title"]}",
		  ],
		}
	`);
});

it('reuses cached pages with preserved paths at a base, redirects, and fallback languages', async () => {
	const shape = `base: '/sub/folder', site: 'https://example.com', build: { format: 'preserve' }, trailingSlash: 'always', redirects: { '/old': '/blog' },
	i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: { fallbackType: 'rewrite', prefixDefaultLocale: false } }`;
	await site.write({
		'astro.config.mjs': variedSite['astro.config.mjs'].replace('})], ', `})], ${shape}, `),
		'src/pages/404.astro': '<p>Nothing here.</p><style>p { color: red }</style>',
		'src/pages/über uns/[name].txt.ts': `
import { getEntry } from 'astro:content';
export const getStaticPaths = () => [{ params: { name: 'größe & co' } }, { params: { name: 'a.b' } }];
export const GET = async ({ params }) => new Response(params.name + (await getEntry('pages', 'blog/one')).data.content.title);`,
	});
	const counts = async () =>
		/(\d+) pages? rendered, (\d+) kept/
			.exec((await said())[0] ?? '')
			?.slice(1)
			.map(Number) ?? [];
	const [all = 0] = await counts();
	// Astro makes these from other pages in every build.
	expect(await counts()).toEqual([16, all - 16]);
	await space.edit.write('blog/one', { content: { component: 'article', title: 'Uno' } });
	const [rendered = 0] = await counts();
	expect(rendered).toBeLessThan(all);
	const made = await site.output();
	expect(made).toEqual((await cleanly(site, () => site.build())).output);
});
