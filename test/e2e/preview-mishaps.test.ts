import type { Frame, Page } from 'playwright';
import { expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { serveBuilt } from '../support/built-server.js';
import { editorParameters, send, serveEditorPage } from '../support/editor-page.js';
import { config, createSite, nodeAdapter, plainSite, storyRoute } from '../support/site.js';

/** What editors run into on a deployed site. */

/** Too long for an address, so that the island is asked for with a body. */
const long = 'long '.repeat(600);

const files = {
	...plainSite,
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
	'src/pages/[...path].astro': storyRoute(
		`<html><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1>
<ol>{all.map((one) => <li><a href={routeOf(one).href}>{one.data.content.title}</a></li>)}</ol>
<Greeting server:defer id={story.id} passed={story.data.content.title}><b slot="fallback">Wait</b></Greeting>
<Box server:defer><u class="slot">{story.data.content.title}</u></Box>
<Greeting server:defer id={story.id} passed={${JSON.stringify(long)}}><b slot="fallback">Wait</b></Greeting>
<a id="gone" href="/nowhere">Gone</a><form action="/other"><button>Send</button></form></body></html>`,
		{
			code: `import Greeting from '../Greeting.astro';
import Box from '../Box.astro';
const all = await getCollection('pages');`,
		},
	),
	'src/Greeting.astro': `---
import { getEntry } from 'astro:content';
const { id, passed } = Astro.props;
const { data } = await getEntry('pages', id);
---
<p class="read">{data.content.title}</p><p class="passed">{passed}</p><style>p { color: rgb(1, 2, 3) }</style>`,
	'src/Box.astro': '<div><slot /></div>',
	'src/pages/404.astro': '<html><head><title>Missing</title></head><body><h1>Not here</h1></body></html>',
	'space/space.yaml':
		'name: Small\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/a.md': '---\nid: 1\nname: A\ncontent: { component: page, title: One }\n---\n',
	'space/a.draft.md': '---\ncontent: { component: page, title: One draft }\n---\n',
	'space/b.md': '---\nid: 2\nname: B\ncontent: { component: page, title: Two }\n---\n',
	'space/c.draft.md': '---\nid: 3\nname: C\ncontent: { component: page, title: Three }\n---\n',
	'space/d.md': '---\nid: 4\nname: D\ncontent: { component: page, title: Four }\n---\n',
};

const [browser, editor] = await Promise.all([startBrowser(), serveEditorPage()]);
const site = await createSite({
	...files,
	'astro.config.mjs': config(
		`{ defaultLanguage: 'en', preview: { deployed: true, editors: ['${editor.origin}'] } }`,
		nodeAdapter,
	),
});
const server = await serveBuilt(site);

const address = (path: string, id: number) =>
	`${server.url}/_slugline/preview${path}?${editorParameters({ id }, { space: 4711, token: 'the-preview-token' })}`;
const type = (page: Page, title: string) =>
	send(page, { action: 'input', story: { id: 1, name: 'A', content: { component: 'page', title } } });
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
	await send(page, { action: 'change', slug: 'a', storyId: 1 });
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

const textsOf = (shown: Page | Frame, selector: string) =>
	expect.poll(() => shown.locator(selector).allTextContents());

it('keeps islands and the rest of the page while an editor types, with what was built in them', async () => {
	const { page, frame } = await editor.open(browser, address('/a', 1));
	// The first load asks for them.
	await textsOf(frame, '.read').toEqual(['One', 'One']);
	await textsOf(frame, '.slot').toEqual(['One draft']);
	const islands: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/_server-islands/')) islands.push(request.url());
	});
	for (const title of ['Typed', 'Typed again']) {
		await textsOf(frame, '.read').toEqual(['One', 'One']);
		// What the page passed to them.
		await textsOf(frame, '.passed').toEqual(['One draft', long]);
		await textsOf(frame, '.slot').toEqual(['One draft']);
		await type(page, title);
		await textsOf(frame, 'h1').toEqual([title]);
	}
	expect(islands, 'they are not loaded again').toEqual([]);
	expect(await frame.locator('.read, .passed, .slot, h1').count()).toBe(6);
	await page.close();
});

it('shows visitors nothing of a draft in islands', async () => {
	const page = await browser.newPage();
	const addresses: string[] = [];
	page.on('request', (request) => addresses.push(request.url()));
	await page.goto(`${server.url}/a`);
	await textsOf(page, '.read').toEqual(['One', 'One']);
	await textsOf(page, '.passed').toEqual(['One', long]);
	await textsOf(page, '.slot').toEqual(['One']);
	await page.close();
	const islands = addresses.filter((address) => address.includes('/_server-islands/'));
	expect(islands).toHaveLength(3);
	for (const island of islands) {
		const { pathname, search } = new URL(island);
		const asked = [
			`${server.url}${pathname}${search}`,
			`${server.url}/_slugline/preview${pathname}${search}`,
		];
		for (const address of asked)
			expect(await (await fetch(address)).text(), address).not.toMatch(/draft|Typed/);
	}
});
