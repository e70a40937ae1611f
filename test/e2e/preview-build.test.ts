import { expect, it } from 'vitest';
import { inject } from '../preview/inject.js';
import { sessionHeaders } from '../preview/tickets.js';
import { startBrowser } from '../support/browser.js';
import { editorParameters } from '../support/editor-page.js';
import { config, createSite, plainSite, storyRoute } from '../support/site.js';

const files = {
	...plainSite,
	'src/pages/[...path].astro': storyRoute(
		`<html><head><title>{story.data.name}</title></head><body><Blok blok={story.data.content} /></body></html>`,
		{ components: ['Blok'] },
	),
	'src/bloks/Page.astro': `---
import { editable } from 'astro-slugline/rendering';

const { blok } = Astro.props;
---
<main {...editable(blok)}>{blok.title}</main>
<style>main { color: rgb(1, 2, 3) }</style>
<script>document.documentElement.dataset.own = 'ran';</script>`,
	'space/space.yaml': 'name: Small\nid: 4711\nlanguages: [de]\n',
	'space/home.md':
		'---\nid: 1\nname: Home\ncontent: { _uid: root, component: page, title: Published }\n---\n',
	'space/home.draft.md': '---\ncontent: { _uid: root, component: page, title: A draft }\n---\n',
	'space/new.draft.md': '---\nname: New\ncontent: { component: page, title: A new draft }\n---\n',
};

const site = await createSite(files);
const build = async (options: string) => {
	await site.write({ 'astro.config.mjs': config(options, 'security: { csp: true }') });
	const output = await site.built({ SLUGLINE_PREVIEW_TOKEN: 'the-preview-token' });
	expect(output).not.toContain('the-preview-token');
	return site.output();
};
const built = await build(`{ defaultLanguage: 'en' }`);
expect(await build(`{ defaultLanguage: 'en', preview: {} }`), 'with preview').toEqual(built);

it('builds a site without a trace of preview, drafts, the editor, and the toolbar', () => {
	expect(built['home/index.html']).toContain('Published');
	const all = JSON.stringify(built);
	const never = [
		...['draft', '_slugline', 'storyblok#', 'data-blok', 'the-preview-token', 'preview'],
		...['editor', 'toolbar', 'breadcrumbs'],
	];
	for (const text of never) expect(all).not.toContain(text);
});

it("runs preview scripts and applies new styles under Astro's own content security policy", async () => {
	const first = 'document.documentElement.dataset.first = "ran"';
	const { html } = inject(built['home/index.html'] ?? '', first, '/client.js');
	expect(html).toMatch(/http-equiv="content-security-policy"/i);
	const client =
		'document.head.append(Object.assign(document.createElement("style"), { textContent: "main { color: rgb(4, 5, 6) !important }" })); document.documentElement.dataset.client = "ran"';
	const page = await (await startBrowser()).newPage();
	const problems: string[] = [];
	page.on('console', (message) => problems.push(message.text()));
	page.on('pageerror', ({ message }) => problems.push(message));
	await page.route('http://site.test/**', (route) => {
		const path = new URL(route.request().url()).pathname.slice(1);
		const body = path === 'home/' ? html : path === 'client.js' ? client : built[path];
		const contentType = /\.js$/.test(path)
			? 'text/javascript'
			: /\.css$/.test(path)
				? 'text/css'
				: 'text/html';
		return route.fulfill({ body: body ?? '', contentType });
	});
	await page.goto('http://site.test/home/');
	await page.waitForFunction(() => document.documentElement.dataset['client']);
	expect(
		await page.evaluate(() => ({
			...document.documentElement.dataset,
			color: getComputedStyle(document.querySelector('main') as Element).color,
		})),
	).toEqual({ first: 'ran', client: 'ran', own: 'ran', color: 'rgb(4, 5, 6)' });
	expect(problems).toEqual([]);
});

it('rejects every preview request in `astro dev` without a preview token', async () => {
	const { url: service, tokens } = await site.space().listen();
	const { url, output } = await site.dev({ SLUGLINE_TOKEN: tokens.public, SLUGLINE_BASE_URL: service });
	expect(await (await fetch(`${url}/home`)).text()).toContain('Published');
	expect((await fetch(`${url}/new`)).status).toBe(404);
	expect(output()).toContain('Preview is off: there is no preview token');
	const refused = async (response: Response) => {
		const html = await response.text();
		expect([response.status, html]).toEqual([403, expect.stringContaining('Preview is off')]);
		expect(html).not.toMatch(/Published|A draft/);
	};
	for (const token of ['', 'undefined', tokens.public, tokens.preview]) {
		const parameters = editorParameters({ id: 1 }, { space: 4711, token });
		await refused(await fetch(`${url}/_slugline/preview/home?${parameters}`));
	}
	const headers = await sessionHeaders(url, { token: tokens.public });
	const body = JSON.stringify({ do: 'render', path: '/home' });
	await refused(await fetch(`${url}/_slugline/preview/`, { method: 'POST', headers, body }));
	expect(output()).not.toContain('Editor: ');
});
