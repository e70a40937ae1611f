import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startServer } from '../support/live-site.js';
import { readTree } from '../support/read-tree.js';
import { docBlocks, docFiles } from '../support/readme.js';
import { startBucket } from '../support/s3.js';
import { config, createSite, nodeAdapter, plainSite } from '../support/site.js';

const article = (name: string, day: number, more = '') =>
	`---\nname: ${name}\n${more}first_published_at: 2026-05-0${day}T10:00:00.000Z\ncontent: { component: article, title: ${name}, author: authors/ada }\n---\n`;

const blocks = [...(await docBlocks('blog.md')), ...(await docBlocks('recipes.md'))];
/** The files of the recipes: of those for a site with a server, or of all others. */
const filesOf = (hasServer: boolean): Record<string, string> =>
	Object.fromEntries(
		blocks.flatMap(({ section, path, code }) =>
			path && (section === 'A form that the site receives') === hasServer ? [[path, code]] : [],
		),
	);
const shown = filesOf(false);
const [, code, html] = shown['src/pages/[...path].astro']?.split('---\n') ?? [];

const site = await createSite({
	...plainSite,
	...shown,
	'astro.config.mjs': `${shown['astro.config.mjs']}`.replace(
		'slugline({',
		"slugline({ routes: { exclude: ['menu', 'authors/**'] },",
	),
	'src/pages/[...path].astro': `---
import Menu from '../components/Menu.astro';
${code}---
<html lang={routeOf(story)?.locale}><head><title>{story.data.name}</title></head>
<body data-pagefind-body><Menu />${html}</body></html>`,
	...Object.fromEntries(
		Object.entries(await docFiles('deploying.md')).filter(([path]) => path.startsWith('deploy/')),
	),
	'space/space.yaml': 'name: Small\nlanguages: [de]\ncontent_types: { article: { references: [author] } }\n',
	'space/authors/ada.md': '---\nname: Ada\ncontent: { component: author, name: Ada L. }\n---\n',
	'space/index.md': '---\nname: Home\ncontent: { component: article, title: Home }\n---\n',
	'space/index.de.md': '---\nname: Start\n---\n',
	'space/blog/index.md': '---\nname: Blog\ncontent: { component: blog, title: News }\n---\n',
	'space/blog/index.de.md': '---\nname: Magazin\ncontent: { title: Neues }\n---\n',
	'space/blog/one.md': article('One', 1, 'tag_list: [Boats]\n'),
	'space/blog/two.md': article('Two', 2),
	'space/blog/two.de.md': '---\nname: Zwei\nslug: zwei\ncontent: { title: Zwei }\n---\n',
	'space/blog/three.md': article('Three', 3, 'tag_list: [boats, New York, C#]\n'),
	'space/blog/soon.md': article('Soon', 4, 'published: false\n'),
});
const output = await site.built();
expect(output).not.toContain('[WARN]');
const files = await site.output();

const links = (path: string) =>
	[...(files[path] ?? '').matchAll(/<a href="([^"]*)"[^>]*>([^<]*)/g)].map(([, to, text]) => `${text} ${to}`);

it('lists stories on several pages', () => {
	expect(links('blog/page/1/index.html')).toEqual([
		'Three /blog/three/',
		'Two /blog/two/',
		'Older /blog/page/2',
	]);
	expect(files['blog/page/2/index.html']).toContain('<ol start="3">');
});

it('links from an article to the newer and the older one', () => {
	expect(links('blog/two/index.html').slice(2)).toEqual(['Three /blog/three/', 'One /blog/one/']);
	expect(links('blog/three/index.html').slice(2)).toEqual([
		...['boats /tags/boats/', 'New York /tags/new-york/', 'C# /tags/csharp/'],
		'Two /blog/two/',
	]);
	expect(links('contact/index.html')).toHaveLength(2);
});

it('shows the author and the date of an article', () => {
	expect(files['blog/two/index.html']).toMatch(
		/<h1>Two<\/h1><p>Ada L\.<\/p><time datetime="2026-05-02T10:00:00.000Z">5\/2\/2026<\/time>/,
	);
});

it('lists the stories of each tag, and of tags with the same address', () => {
	expect(links('tags/boats/index.html').sort()).toEqual(['One /blog/one/', 'Three /blog/three/']);
	for (const slug of ['new-york', 'csharp'])
		expect(links(`tags/${slug}/index.html`)).toEqual(['Three /blog/three/']);
});

it('links to stories from a menu, and lists stories on a start page, in the language of the page', () => {
	const menu = ['Home /', 'Blog /blog/'];
	const german = ['Start /de/', 'Magazin /de/blog/'];
	expect(links('blog/index.html')).toEqual([...menu, 'Three /blog/three/', 'Two /blog/two/']);
	expect(links('de/blog/index.html')).toEqual([...german, 'Three /blog/three/', 'Zwei /de/blog/zwei/']);
});

it('posts a form to the address that editors enter', () => {
	expect(files['contact/index.html']).toContain(
		'<form method="post" action="https://forms.example.com/my-site">',
	);
});

it('receives a form at the path of a story, and shows a menu in the nearest language', async () => {
	const title = (text: string) => `---\ncontent: { component: page, title: ${text} }\n---\n`;
	const ownMenu = filesOf(false)['src/components/Menu.astro'] ?? '';
	const receiving = await createSite({
		...plainSite,
		...Object.fromEntries(Object.entries(shown).filter(([path]) => /^src\/bloks\/Con|^space\//.test(path))),
		...filesOf(true),
		'astro.config.mjs': config(
			`{ routes: { exclude: ['menu'] } }`,
			`i18n: {
				locales: ['en', 'de', 'de-at'],
				defaultLocale: 'en',
				fallback: { 'de-at': 'de', de: 'en' },
				routing: { fallbackType: 'rewrite' },
			}, ${nodeAdapter}`,
		),
		'src/components/Menu.astro': ownMenu,
		'src/bloks/Page.astro': "---\nimport Menu from '../components/Menu.astro';\n---\n<Menu />",
		'src/pages/[...path].astro': plainSite['src/pages/[...path].astro']
			.replace('---\n', "---\nimport Blok from 'astro-slugline/components/Blok.astro';\n")
			.replace('</body>', '<Blok blok={story.data.content} /></body>'),
		'space/space.yaml': 'name: Small\nlanguages: [de, de-at]\n',
		'space/index.md': title('Home'),
		'space/index.de-at.md': '---\ncontent: { title: Servus }\n---\n',
		'space/blog/index.md': title('News'),
	});
	await receiving.built();
	const pages = await receiving.output();
	for (const path of ['de-at/', 'de-at/blog/'])
		expect(pages[`client/${path}index.html`]).toContain(
			'<nav><a href="/de-at/">Start</a><a href="/de-at/blog/">Magazin</a></nav>',
		);
	expect(Object.keys(pages)).not.toContain('client/contact/index.html');
	const { ask, url } = await startServer(receiving, {});
	const post = (email: string) => {
		const body = new URLSearchParams({ email, message: 'Ahoy' });
		return ask('/contact/?_action=contact', { method: 'POST', body, headers: { origin: url } });
	};
	expect((await ask('/contact/')).text).toContain('<form method="post" action="?_action=contact">');
	expect((await post('ada@example.com')).text).toContain('Thank you!');
	expect((await post('nobody')).text).toContain('Please check');
});

it('is searched by Pagefind in each language', async () => {
	const pagefind = fileURLToPath(new URL('../../node_modules/.bin/pagefind', import.meta.url));
	await promisify(execFile)(pagefind, ['--site', join(site.folder, 'dist')]);
	const index = JSON.parse((await site.output())['pagefind/pagefind-entry.json'] ?? '{}');
	expect(Object.keys(index.languages).sort()).toEqual(['de', 'en']);
});

it('compares two builds by their pages, texts, links, and heads', async () => {
	const docs = await readFile(new URL('../../playground/docs/space/recipes.md', import.meta.url), 'utf8');
	const script = /## Comparing two builds[\s\S]*?```sh\n(?:npx .*\n)+([\s\S]*?)```/.exec(docs)?.[1] ?? '';
	const page = (title: string, link: string) => `<title>${title}</title><a href="/${link}">It&#039;s</a>\n`;
	await site.write({
		'before/index.html': page('A', 'a'),
		'after/index.html': page('A', 'a').replace('&#039;', '&#39;'),
		'before/a/index.html': page('A', 'a'),
		'after/a/index.html': page('B', 'a'),
		'before/b/index.html': page('A', 'a'),
		'after/b/index.html': page('A', 'b'),
		'after/c/index.html': page('A', 'a'),
	});
	const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: site.folder });
	expect(
		stdout
			.split('\n')
			.filter((line) => /^[<>a-z]/.test(line))
			.sort(),
	).toEqual(['> ./c/index.html', 'links or head differ: ./b/index.html', 'text differs: ./a/index.html']);
});

it('builds drafts where the variable says so, with a warning in production', async () => {
	const output = await site.built({ DRAFTS: '1' });
	expect(output).toContain('This production build publishes drafts');
	expect(await site.pages()).toContain('/blog/soon/');
});

it('sends what changed to a folder and to a bucket, whatever happened before', async () => {
	const folder = join(site.folder, 'www');
	const bucket = await startBucket(join(site.folder, 'buckets'));
	onTestFinished(() => bucket.close());
	const deploy = async (script: string, env: Record<string, string>) => {
		const options = { cwd: site.folder, env: { ...process.env, ...env } };
		const { stdout } = await promisify(execFile)(process.execPath, [`deploy/${script}`], options);
		return stdout.trim();
	};
	const build = async (name: string, more = '') => {
		await site.write({ 'space/blog/one.md': article(name, 1, more) });
		await site.built();
		return site.output();
	};
	/** What both scripts print. Expects both places to be like the output then. */
	const deployed = async (output: Record<string, string>) => {
		const printed = await deploy('folder.mjs', { DEPLOY_FOLDER: folder });
		expect(await deploy('s3.mjs', { S3_BUCKET: bucket.url, ...bucket.keys })).toBe(printed);
		for (const files of [await readTree(folder), await bucket.objects()]) {
			const { '.deployed': record, ...others } = files;
			expect(record).toBeDefined();
			expect(others).toEqual(output);
		}
		return printed;
	};
	const first = await build('First');
	const all = Object.keys(first).length;
	expect(await deployed(first)).toBe(`${all} sent, 0 removed`);
	const second = await build('Second');
	// The article, its list, its two neighbors, and `slugline.json`.
	expect(await deployed(second)).toBe('5 sent, 0 removed');
	expect(await deployed(second)).toBe('Nothing changed');
	// A build that nothing deployed, and one that moves a page.
	await build('Third');
	expect(await deployed(await build('Third', 'slug: moved\n'))).toBe(`${all} sent, 1 removed`);
	// A build that changes nothing leaves the list.
	await build('Fourth');
	expect(await deployed(await build('Fourth'))).toBe('5 sent, 1 removed');
	expect(await bucket.typeOf('blog/index.html')).toMatch(/^text\/html/);
	expect(existsSync(join(folder, 'blog/moved'))).toBe(false);
	const missing = { S3_BUCKET: `${bucket.url}-none`, ...bucket.keys };
	await expect(deploy('s3.mjs', missing)).rejects.toThrow('was answered with 404');
});
