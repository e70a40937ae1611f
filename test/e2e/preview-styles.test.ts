import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { pageTicket } from '../preview/tickets.js';
import { startBrowser } from '../support/browser.js';
import { type BuiltServer, serveBuilt } from '../support/built-server.js';
import { createSite, plainSite, type Site, storyRoute } from '../support/site.js';

/** A component with a style of its own, one that reaches all elements of its class, and a script. Later ones override earlier ones. */
const component = (name: string, number: number, imports = '') => `---
import './shared.css';
${imports}
---
<p class="${name} part mine"><slot />${name}</p>
<style>.mine { color: rgb(${number}, 0, 0); border-left: ${number}px solid } .${name} { padding: ${number}px }</style>
<style is:global>.part { margin-top: ${number}px; --${name}: ${number} }</style>
<script>
import { note } from '../note';
note('${name}');
</script>`;

/** Rules that make a stylesheet too large to be put into pages. */
const large = Array.from(
	{ length: 150 },
	(_, at) => `.filler-${at} { margin: ${at}px; padding: ${at}px }`,
).join('\n');

/** Pages that share components and stylesheets, import them in different orders, or share none. */
const files = {
	...plainSite,
	'package.json':
		'{ "type": "module", "dependencies": { "@astrojs/node": "*", "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'src/note.ts': `export const note = (name: string) => { document.documentElement.dataset.ran = (document.documentElement.dataset.ran ?? '') + ' ' + name; };`,
	'src/parts/shared.css': '.part { font-size: 11px; letter-spacing: 1px }',
	'src/parts/One.astro': component('one', 1),
	'src/parts/Two.astro': component('two', 2, "import './large.css';"),
	'src/parts/Three.astro': component('three', 3, "import One from './One.astro';"),
	'src/parts/large.css': `.part { letter-spacing: 2px; font-size: 12px }\n${large}`,
	'src/parts/first.css': 'main { outline: 1px solid; margin: 1px; background: url(./dot.svg) }',
	'src/parts/second.css': `main { outline: 2px solid; margin: 2px }\n${large}`,
	'src/parts/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
	'src/parts/box.module.css': '.box { border-top: 3px solid; color: rgb(0, 3, 0) }',
	'src/parts/Box.jsx': `import { useState } from 'preact/hooks';
import styles from './box.module.css';
import './island.css';
export default ({ label }) => { const [count, set] = useState(0); return <button class={styles.box + ' island part'} onClick={() => set(count + 1)}>{label}: {count}</button>; };`,
	'src/parts/island.css': '.island { margin-left: 4px } .part { margin-top: 40px }',
	'src/parts/Layout.astro': `---
import './first.css';
import One from './One.astro';
---
<html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body><main><slot /><One /></main></body></html>
<style>main { color: rgb(5, 5, 5) } body { margin: 5px }</style>`,
	'src/pages/[...path].astro': storyRoute(
		`<Layout><Blok blok={Astro.props.story.data.content} /></Layout>
<style is:global>p { text-indent: 6px }</style>`,
		{ components: ['Blok'], code: `import Layout from '../parts/Layout.astro';` },
	),
	'src/bloks/Page.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
const { blok } = Astro.props;
---
<Blok blok={blok.parts} />`,
	'src/bloks/Hero.astro': component('hero', 7, "import Two from '../parts/Two.astro';")
		.replace('./shared.css', '../parts/shared.css')
		.replace('<slot />', '<Two />'),
	'src/bloks/Teaser.astro': `---
import Box from '../parts/Box.jsx';
import styles from '../parts/box.module.css';
---
<div class={styles.box}><Box client:load label="Clicks" /></div>`,
	'src/pages/alone.astro': `---
import '../parts/second.css';
import '../parts/first.css';
import Three from '../parts/Three.astro';
import Two from '../parts/Two.astro';
---
<html lang="en"><head><title>Alone</title></head><body><main><Three /><Two /></main></body></html>`,
	'src/pages/reversed.astro': `---
import '../parts/first.css';
import '../parts/second.css';
import Two from '../parts/Two.astro';
import Three from '../parts/Three.astro';
import styles from '../parts/box.module.css';
---
<html lang="en"><head><title>Reversed</title></head><body><main><Two /><Three /><i class={styles.box}>Box</i></main></body></html>`,
	'src/pages/bare.astro': `<html lang="en"><head><title>Bare</title></head><body><p class="part mine">Bare</p></body></html>
<script>document.documentElement.dataset.ran = 'bare';</script>`,
	'src/pages/live.astro': `---
import Layout from '../parts/Layout.astro';
import Three from '../parts/Three.astro';
import '../parts/large.css';
export const prerender = false;
---
<Layout><Three /></Layout>`,
	'space/space.yaml':
		'name: Small\nid: 4711\ntokens: { public: the-public-token, preview: the-preview-token }\n',
	'space/home.md':
		'---\nid: 1\nname: Home\ncontent: { component: page, parts: [{ component: hero }, { component: teaser }] }\n---\n',
	'space/other.md':
		'---\nid: 2\nname: Other\ncontent: { component: page, parts: [{ component: teaser }] }\n---\n',
};

const paths = ['/home', '/other', '/alone', '/reversed', '/bare'];

const configOf = (options: string) => `import node from '@astrojs/node';
import preact from '@astrojs/preact';
import slugline from 'astro-slugline';

export default {
	adapter: node({ mode: 'standalone' }),
	integrations: [preact(), slugline({ defaultLanguage: 'en', ${options} })],
};`;

const sites: Site[] = [];
const servers: BuiltServer[] = [];

const browser = await startBrowser();
for (const options of ['preview: { deployed: true }', '']) {
	const site = await createSite({ ...files, 'astro.config.mjs': configOf(options) });
	sites.push(site);
	servers.push(await serveBuilt(site));
}

/** The address of a page in preview. */
const inPreview = async (url: string, path: string): Promise<string> =>
	`${url}/_slugline/preview${path}?${await pageTicket(url, path)}`;

/** The rules of a page in their order, the computed style of each element, and the scripts that ran. */
async function look(page: Page, address: string) {
	await page.goto(address, { waitUntil: 'networkidle' });
	return page.evaluate(() => ({
		rules: [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
		styles: [...document.querySelectorAll('body, body *')].map((element) => [
			`${element.localName}.${element.className}`,
			Object.fromEntries([...element.computedStyleMap()].map(([name, value]) => [name, String(value)])),
		]),
		ran: document.documentElement.dataset['ran'],
	}));
}

it('gives static pages the same rules in the same order, styles, and scripts, with and without preview', async () => {
	const [{ url }, { url: plain }] = servers as [BuiltServer, BuiltServer];
	const stylesheets = sites.map(async (site) =>
		Object.keys(await site.output()).filter((file) => /^client.*\.css$/.test(file)),
	);
	expect(await stylesheets[0], 'preview makes Astro split styles differently').not.toEqual(
		await stylesheets[1],
	);
	const page = await browser.newPage();
	for (const path of paths) {
		const expected = await look(page, plain + path);
		expect(expected.ran, path).toMatch(/bare|one|two|three/);
		expect(await look(page, url + path), path).toEqual(expected);
		expect(await look(page, await inPreview(url, path)), `${path} in preview`).toEqual(expected);
	}
	// Astro sorts the styles of a page on demand anew as soon as another page shares them.
	expect(await look(page, await inPreview(url, '/live'))).toEqual(await look(page, `${url}/live`));
	await page.close();
});
