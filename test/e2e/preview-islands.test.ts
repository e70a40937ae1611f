import type { Browser, Frame, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { type BuiltServer, serveBuilt } from '../support/built-server.js';
import { type EditorPage, editorParameters, serveEditorPage } from '../support/editor-page.js';
import { createSite, plainSite, type Site } from '../support/site.js';

/** Too long for an address, so that the island is asked for with a body. */
const long = 'long '.repeat(600);

const files = {
	...plainSite,
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/node": "*" } }',
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import Greeting from '../Greeting.astro';
import Box from '../Box.astro';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
---
<html><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1>
<Greeting server:defer id={story.id} passed={story.data.content.title}><b slot="fallback">Wait</b></Greeting>
<Box server:defer><u class="slot">{story.data.content.title}</u></Box>
<Greeting server:defer id={story.id} passed={${JSON.stringify(long)}}><b slot="fallback">Wait</b></Greeting></body></html>`,
	'src/Greeting.astro': `---
import { getEntry } from 'astro:content';
const { id, passed } = Astro.props;
const { data } = await getEntry('pages', id);
---
<p class="read">{data.content.title}</p><p class="passed">{passed}</p><style>p { color: rgb(1, 2, 3) }</style>`,
	'src/Box.astro': '<div><slot /></div>',
	'space/space.yaml':
		'name: Small\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/home.md': '---\nid: 1\nname: Home\ncontent: { component: page, title: Published }\n---\n',
	'space/home.draft.md': '---\ncontent: { component: page, title: Saved }\n---\n',
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

const textsOf = (shown: Page | Frame, selector: string) =>
	expect.poll(() => shown.locator(selector).allTextContents());

it('keeps islands and the rest of the page while an editor types, with what was built in them', async () => {
	const address = `${server.url}/_slugline/preview/home?${editorParameters({ id: 1 }, { space: 4711, token: 'the-preview-token' })}`;
	const { page, frame } = await editor.open(browser, address);
	const islands: string[] = [];
	page.on('request', (request) => {
		if (request.url().includes('/_server-islands/')) islands.push(request.url());
	});
	for (const title of ['Typed', 'Typed again']) {
		await textsOf(frame, '.read').toEqual(['Published', 'Published']);
		// What the page passed to them.
		await textsOf(frame, '.passed').toEqual(['Saved', long]);
		await textsOf(frame, '.slot').toEqual(['Saved']);
		await page.evaluate((data) => Reflect.get(globalThis, 'send')(data), {
			action: 'input',
			story: { id: 1, name: 'Home', content: { component: 'page', title } },
		});
		await textsOf(frame, 'h1').toEqual([title]);
	}
	expect(islands, 'they are not loaded again').toEqual([]);
	expect(await frame.locator('.read, .passed, .slot, h1').count()).toBe(6);
});

it('shows visitors nothing of a draft in islands', async () => {
	const page = await browser.newPage();
	const addresses: string[] = [];
	page.on('request', (request) => addresses.push(request.url()));
	await page.goto(`${server.url}/home`);
	await textsOf(page, '.read').toEqual(['Published', 'Published']);
	await textsOf(page, '.passed').toEqual(['Published', long]);
	await textsOf(page, '.slot').toEqual(['Published']);
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
			expect(await (await fetch(address)).text(), address).not.toMatch(/Saved|Typed/);
	}
});
