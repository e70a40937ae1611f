import { cp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Space } from 'astro-slugline/space';
import { beforeEach, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';

usePackedPackage();

const story = (title: string) => `---\nname: ${title}\ncontent:\n  component: page\n  title: ${title}\n---\n`;

const options = (redirects: string) =>
	config(
		`{ space: './space', defaultLanguage: 'en', redirects: ${redirects} }`,
		`site: 'https://example.com', base: '/docs'`,
	);

const files = {
	...plainSite,
	'astro.config.mjs': options('{}'),
	'space/space.yaml': 'name: Small\nlanguages: [de]\n',
	'space/index.md': story('Home'),
	'space/blog/one.md': story('One'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
	'space/blog/two.md': story('Two'),
	'space/blog/für alle.md': story('All'),
};

let site: Site;
let space: Space;

/** The site after its first build. Each test gets a copy. */
const built = await createSite(files);
const output = await built.built();
expect(output).toContain(
	'No cached build has the paths of stories, so they are redirected when they move from now on.',
);

beforeEach(async () => {
	site = await createSite({});
	for (const name of [...Object.keys(files), 'dist', 'node_modules/.astro'])
		await cp(join(built.folder, name), join(site.folder, name), { recursive: true });
	space = site.space();
});

const build = (): Promise<string> => site.built();

const list = () => readFile(join(site.folder, 'redirects.json'), 'utf8');

/** The redirects that a build wrote as pages: \`from to\`. */
async function redirects(): Promise<string[]> {
	const found = Object.entries(await site.output()).flatMap(([file, text]) => {
		const to = /http-equiv="refresh" content="0;url=([^"]*)"/.exec(text)?.[1];
		return to === undefined ? [] : [`/${file.replace(/\/?index\.html$/, '')} ${to}`];
	});
	return found.sort();
}

/** Expects a site without a cache to build the same from the committed file. */
async function expectClean(): Promise<void> {
	const clean = await createSite({ ...plainSite, 'astro.config.mjs': await configOf() });
	for (const name of ['space', 'redirects.json'])
		await cp(join(site.folder, name), join(clean.folder, name), { recursive: true });
	await clean.built();
	expect(await clean.output()).toEqual(await site.output());
	expect(await readFile(join(clean.folder, 'redirects.json'), 'utf8')).toBe(await list());
}

const configOf = () => readFile(join(site.folder, 'astro.config.mjs'), 'utf8');

it('names a story once whose file was renamed by hand, with the uuid that redirects it', async () => {
	const from = join(site.folder, 'space/blog/two.md');
	await rename(from, join(site.folder, 'space/blog/second.md'));
	const output = await build();
	const [, uuid] =
		/\[WARN\].* blog\/two: it is gone\. Its uuid was (\S+)\. If you renamed its file, give the new one this `uuid`, so that the old path redirects\.\n/.exec(
			output,
		) ?? [];
	expect(uuid, output).toBeDefined();
	await site.write({ 'space/blog/other.md': story('Other') });
	expect(await build()).not.toContain('is gone');
	await site.write({ 'space/blog/second.md': story('Two').replace('---', `---\nuuid: ${uuid}`) });
	expect(await build()).not.toContain('is gone');
	expect(await redirects()).toEqual(['/blog/two /docs/blog/second/']);
});

it('redirects the old path of a renamed story, also when it is renamed back', async () => {
	await space.edit.rename('blog/one', 'first');
	expect(await build()).toContain(
		'Redirects in ./redirects.json have changed (1 added). Commit the file, because the next build starts from it.',
	);
	expect(await redirects()).toEqual(['/blog/one /docs/blog/first/']);
	expect((await site.output())['blog/one/index.html']).toMatchInlineSnapshot(`
		"<!doctype html>
		<title>Redirecting to: /docs/blog/first/</title>
		<meta http-equiv="refresh" content="0;url=/docs/blog/first/">
		<meta name="robots" content="noindex">
		<link rel="canonical" href="https://example.com/docs/blog/first/">
		<body>
			<a href="/docs/blog/first/">Redirecting from <code>/blog/one</code> to <code>/docs/blog/first/</code></a>
		</body>
		"
	`);

	await space.edit.rename('blog/first', 'one');
	await build();
	expect(await redirects()).toEqual(['/blog/first /docs/blog/one/']);
});

it('adds a redirect again until a build finds it in the file, which a fresh checkout lacks', async () => {
	await space.edit.rename('blog/one', 'first');
	for (const _checkout of [1, 2]) {
		await site.write({ 'redirects.json': '[]' });
		expect(await build()).toContain('Commit the file');
		expect(await redirects()).toContain('/blog/one /docs/blog/first/');
	}
	expect(await build()).not.toContain('Commit the file');
	// From then on, an entry that somebody removes is gone.
	await site.write({ 'redirects.json': '[]' });
	await build();
	expect(await redirects()).toEqual([]);
	await space.edit.rename('blog/first', 'one');
	await build();
	await build();
});

it('warns of a redirect in the file that leads to no page', async () => {
	const own = [
		{ from: '/offer', to: '/blog/tow' },
		{ from: '/news', to: '/blog/one' },
		{ from: '/part', to: '/blog/one?from=a b#für' },
	];
	await site.write({ 'redirects.json': JSON.stringify(own) });
	const said = await build();
	expect(said).toContain(
		'The redirect from `/offer` in ./redirects.json leads to no page: the site has none at `/blog/tow`. Correct its `to`. Did you mean `/blog/two`?',
	);
	expect(said).not.toContain('`/news`');
	expect(said).not.toContain('`/part`');
	expect(await redirects()).toContain('/part /docs/blog/one/?from=a%20b#f%C3%BCr');
});

it('warns of redirects in the file that lead in a circle, or from a page', async () => {
	const own = [
		{ from: '/first', to: '/second' },
		{ from: '/second', to: '/first' },
		{ from: '/blog/one', to: '/blog/two' },
		{ from: '/old', to: '/blog/two' },
	];
	await site.write({ 'redirects.json': JSON.stringify(own) });
	const said = await build();
	expect(said.match(/The redirect from .*/g)).toEqual([
		'The redirect from `/blog/one` in ./redirects.json is left out, because the site has a page there. Remove one of the two.',
		'The redirect from `/first` in ./redirects.json is left out, because it leads in a circle by way of `/second`. Correct its `to`.',
		'The redirect from `/second` in ./redirects.json is left out, because it leads in a circle by way of `/first`. Correct its `to`.',
	]);
	expect(await redirects()).toEqual(['/old /docs/blog/two/']);
});

it('redirects after a moved folder, a translated slug, and special characters', async () => {
	await space.edit.rename('blog', 'magazine');
	await build();
	await site.write({ 'space/magazine/one.de.md': '---\nslug: erstes\ncontent:\n  title: Eins\n---\n' });
	await build();
	expect(await redirects()).toMatchInlineSnapshot(`
		[
		  "/blog/für alle /docs/magazine/f%C3%BCr%20alle/",
		  "/blog/one /docs/magazine/one/",
		  "/blog/two /docs/magazine/two/",
		  "/de/blog/eins /docs/de/magazine/erstes/",
		  "/de/magazine/eins /docs/de/magazine/erstes/",
		]
	`);
	expect(await list()).toMatchInlineSnapshot(`
		"[
			{"from":"/blog/für alle","to":"/magazine/für alle","story":"2734c067-bd9e-5d3d-80d6-3b0791545dd8","lang":"default"},
			{"from":"/blog/one","to":"/magazine/one","story":"3a557c13-9512-5aee-9e9c-1bee8d8b31c7","lang":"default"},
			{"from":"/blog/two","to":"/magazine/two","story":"36a6e7fb-ede0-5aa1-ad0f-3fcb414fe37d","lang":"default"},
			{"from":"/de/blog/eins","to":"/de/magazine/erstes","story":"3a557c13-9512-5aee-9e9c-1bee8d8b31c7","lang":"de"},
			{"from":"/de/magazine/eins","to":"/de/magazine/erstes","story":"3a557c13-9512-5aee-9e9c-1bee8d8b31c7","lang":"de"}
		]
		"
	`);
	await expectClean();
});

it('writes no redirect over a page or a file of the site', async () => {
	await site.write({
		'src/pages/blog/one.astro': '<p>mine</p>',
		'public/blog/two/index.html': 'mine',
	});
	await space.edit.rename('blog/one', 'first');
	await space.edit.rename('blog/two', 'second');
	await build();
	expect(await redirects()).toEqual([]);
	expect((await site.output())['blog/two/index.html']).toBe('mine');
	expect(JSON.parse(await list())).toHaveLength(2);
});

it('appends redirects to the lines of the site in a host file', async () => {
	await site.write({
		'astro.config.mjs': options(`{ write: '_redirects', file: './moved.json' }`),
		'public/_redirects': '/promo /blog/one 302',
		'moved.json': '[{ "from": "/shop", "to": "https://shop.example.com/a b" }]',
	});
	await space.edit.rename('blog/für alle', 'for-all');
	expect(await build()).not.toContain('leads to no page');
	expect((await site.output())['_redirects']).toMatchInlineSnapshot(`
		"/promo /blog/one 302
		/docs/blog/f%C3%BCr%20alle /docs/blog/for-all/ 301
		/docs/blog/f%C3%BCr%20alle/ /docs/blog/for-all/ 301
		/docs/shop https://shop.example.com/a%20b 301
		/docs/shop/ https://shop.example.com/a%20b 301
		"
	`);
	expect(await readFile(join(site.folder, 'moved.json'), 'utf8')).toMatchInlineSnapshot(`
		"[
			{"from":"/blog/für alle","to":"/blog/for-all","story":"2734c067-bd9e-5d3d-80d6-3b0791545dd8","lang":"default"},
			{"from":"/shop","to":"https://shop.example.com/a b"}
		]
		"
	`);
	const before = await site.output();
	await build();
	expect(await site.output()).toEqual(before);

	// A slug never becomes a rule for other pages.
	const file = 'space/blog/for-all.md';
	const text = await readFile(join(site.folder, file), 'utf8');
	const withSlug = (slug: string) => text.replace('---', `---\nslug: '${slug}'`);
	await site.write({ [file]: withSlug('*') });
	await build();
	expect((await site.output())['_redirects']).toContain('/docs/blog/for-all/ /docs/blog/%2A/ 301');
	await site.write({ [file]: withSlug(':splat') });
	const said = await build();
	expect((await site.output())['_redirects']).not.toMatch(/\*|\/:/);
	expect(said).toContain(
		"Redirects from /blog/* are not in _redirects, because hosts would read '*' and ':'",
	);
	await space.edit.rename('blog/:splat', 'for-all');
});

it.runIf(isLong)('redirects stories that moved before the option was set', async () => {
	const configured = await configOf();
	await site.write({ 'astro.config.mjs': configured.replace(', redirects: {}', '') });
	await site.remove('node_modules/.astro');
	await build();
	await space.edit.rename('blog/two', 'second');
	await build();
	expect(await redirects()).toEqual([]);
	await site.write({ 'astro.config.mjs': configured });
	await build();
	expect(await redirects()).toEqual(['/blog/two /docs/blog/second/']);
});

it('writes no redirects for drafts', async () => {
	await site.write({ 'astro.config.mjs': (await configOf()).replace(`space:`, `version: 'draft', space:`) });
	await space.edit.rename('blog/one', 'first');
	await build();
	expect(await redirects()).toEqual([]);
});
