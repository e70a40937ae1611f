import type { Browser, Frame, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { type BuiltServer, serveBuilt } from '../support/built-server.js';
import { type EditorPage, editorParameters, serveEditorPage } from '../support/editor-page.js';
import { createSite, plainSite, type Site } from '../support/site.js';

/** What editors run into on a deployed site. */

const files = {
	...plainSite,
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
const all = await getCollection('pages');
---
<html><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1>
<ol>{all.map((one) => <li><a href={routeOf(one).href}>{one.data.content.title}</a></li>)}</ol>
<a id="gone" href="/nowhere">Gone</a><form action="/other"><button>Send</button></form></body></html>`,
	'src/pages/404.astro': '<html><head><title>Missing</title></head><body><h1>Not here</h1></body></html>',
	'space/space.yaml':
		'name: Small\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/a.md': '---\nid: 1\nname: A\ncontent: { component: page, title: One }\n---\n',
	'space/a.draft.md': '---\ncontent: { component: page, title: One draft }\n---\n',
	'space/b.md': '---\nid: 2\nname: B\ncontent: { component: page, title: Two }\n---\n',
	'space/c.draft.md': '---\nid: 3\nname: C\ncontent: { component: page, title: Three }\n---\n',
	'space/d.md': '---\nid: 4\nname: D\ncontent: { component: page, title: Four }\n---\n',
};

let browser: Browser;
let editor: EditorPage;
let site: Site;
let server: BuiltServer;

beforeAll(async () => {
	[browser, editor] = await Promise.all([startBrowser(), serveEditorPage()]);
	site = await createSite({
		...files,
		'astro.config.mjs': `import node from '@astrojs/node';
import slugline from 'astro-slugline';

export default {
	adapter: node({ mode: 'standalone' }),
	integrations: [slugline({ defaultLanguage: 'en', preview: { deployed: true, editors: ['${editor.origin}'] } })],
};`,
	});
	server = await serveBuilt(site, 'the-preview-token');
});
afterAll(async () => {
	await browser?.close();
	await editor?.close();
	await server?.close();
});

const address = (path: string, id: number) =>
	`${server.url}/_slugline/preview${path}?${editorParameters({ id }, { space: 4711, token: 'the-preview-token' })}`;
const type = (page: Page, title: string) =>
	page.evaluate((data) => Reflect.get(globalThis, 'send')(data), {
		action: 'input',
		story: { id: 1, name: 'A', content: { component: 'page', title } },
	} as never);
const heading = (frame: Frame) => expect.poll(() => frame.textContent('h1'));
const pathIn = (frame: Frame) => new URL(frame.url()).pathname;

it('keeps the order of a list when one of its stories is edited', async () => {
	const built = ['One', 'Two', 'Four'];
	const textsOf = (shown: Page | Frame) => shown.locator('li').allTextContents();
	const visitor = await browser.newPage();
	await visitor.goto(`${server.url}/b`);
	expect(await textsOf(visitor)).toEqual(built);
	await visitor.close();
	const { page, frame } = await editor.open(browser, address('/a', 1));
	const shown = await textsOf(frame);
	expect(shown.filter((text) => text !== 'Three')).toEqual(['One draft', 'Two', 'Four']);
	await type(page, 'Typed');
	await heading(frame).toBe('Typed');
	expect(await textsOf(frame)).toEqual(shown.map((text) => (text === 'One draft' ? 'Typed' : text)));
	await page.close();
});

it('continues after a proxy has answered in place of the server', async () => {
	const { page, frame } = await editor.open(browser, address('/a', 1));
	let failures = 2;
	await page.route('**/_slugline/preview/', (route) => {
		failures -= 1;
		return failures >= 0
			? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
			: route.continue();
	});
	await type(page, 'Typed once');
	await heading(frame).toBe('Typed once');
	await page.close();
});

it('does not go on saying that the server does not respond, after a link was followed meanwhile', async () => {
	const page = await browser.newPage();
	await page.addInitScript(() => {
		const { attachShadow } = Element.prototype;
		Element.prototype.attachShadow = function (init) {
			return attachShadow.call(this, { ...init, mode: 'open' });
		};
	});
	const { frame } = await editor.openIn(page, address('/a', 1));
	await type(page, 'Typed');
	await heading(frame).toBe('Typed');
	await page.route('**/_slugline/preview/', (route) => route.abort());
	await frame.locator('li a', { hasText: 'Two' }).click({ modifiers: ['Control'] });
	await frame.getByText('The server does not respond. Preview continues when it does.').waitFor();
	await page.unroute('**/_slugline/preview/');
	await frame.getByText('The server does not respond').waitFor({ state: 'hidden' });
	await heading(frame).toBe('Typed');
	await page.close();
});

it('shows the page for missing pages where a link leads nowhere, and returns when the story is saved', async () => {
	const { page, frame } = await editor.open(browser, address('/a', 1));
	await frame.click('#gone', { modifiers: ['Control'] });
	await heading(frame).toBe('Not here');
	const asked: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'POST') asked.push(request.postDataJSON().do);
	});
	// The editor sends unsaved changes again to each page.
	await type(page, 'Typed');
	await page.evaluate(() => Reflect.get(globalThis, 'send')({ action: 'change', slug: 'a', storyId: 1 }));
	await heading(frame).toBe('One draft');
	expect(asked.slice(0, 2), 'typing led to no request').toEqual(['start', 'refresh']);
	await page.close();
});

it('follows no link out of preview before its script is there', async () => {
	const page = await browser.newPage();
	let release = () => {};
	const held = new Promise<void>((resolve) => {
		release = resolve;
	});
	await page.route('**/@client*', async (route) => {
		await held;
		await route.continue();
	});
	await page.goto(editor.origin);
	await page.evaluate(
		(src) => {
			(document.querySelector('iframe') as HTMLIFrameElement).src = src;
		},
		address('/a', 1),
	);
	const framed = page.frameLocator('iframe');
	await framed.locator('li a', { hasText: 'Two' }).click();
	await framed.locator('button').click();
	release();
	const frame = page.frames()[1] as Frame;
	await type(page, 'Typed');
	await heading(frame).toBe('Typed');
	await frame.locator('li a', { hasText: 'Two' }).click({ modifiers: ['Control'] });
	await heading(frame).toBe('Two');
	expect(pathIn(frame)).toMatch('/_slugline/preview/b');
	await page.close();
});
