import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Browser, Frame, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { type EditorPage, editorParameters, send, serveEditorPage } from '../support/editor-page.js';
import { createSite, plainSite, root, type Site } from '../support/site.js';
import type { PreviewHost, ServedPreview } from './preview.hosts.js';

/** One site for all tests. Each restores the content that it changes. */
const files = {
	'package.json':
		'{ "type": "module", "dependencies": { "@astrojs/preact": "*", "@astrojs/react": "*", "@astrojs/svelte": "*", "preact": "*", "react": "*", "react-dom": "*", "svelte": "*" } }',
	'svelte.config.js': 'export default {};',

	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { ClientRouter } from 'astro:transitions';
import Blok from 'astro-slugline/components/Blok.astro';
import { query, resolve } from 'astro-slugline/content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () =>
	storyPaths(await getCollection('pages')).map((path) => ({ ...path, props: { ...path.props, spread: { ...path.props.story.data } } }));
const { story, spread } = Astro.props;
const list = await query({ collection: 'pages', lang: story.data.lang, sort: ['content.rank', 'name'], fields: ['name'] });
const { data } = await resolve(story);
---
<html lang={routeOf(story)?.locale}>
	<head>
		<title>{story.data.name}</title>
		{story.data.content.policy && <meta http-equiv="Content-Security-Policy" content={story.data.content.policy} />}
		{story.data.content.router && <ClientRouter />}
	</head>
	<body>
		<h1>{story.data.name}</h1><p class="spread">{spread.name}</p><p class="author" style="height: 2em">{data.content.author?.name}</p>
		<Blok blok={story.data.content} />
		<ol>{list.map((entry) => <li>{entry.data.name}</li>)}</ol>
		<a id="other" href="/other">Other</a>
		<details><summary>More</summary>Details</details>
		<input id="field" />
		<div style="height: 2000px"></div>
		<button id="count" onclick="this.textContent = Number(this.textContent) + 1">0</button>
	</body>
</html>`,
	'src/bloks/Page.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
const { blok } = Astro.props;
---
<main><Blok blok={blok.body} /></main>`,
	'src/bloks/Grid.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
import { editable } from 'astro-slugline/rendering';
const { blok } = Astro.props;
---
<section {...editable(blok)}><Blok blok={blok.items} /></section>`,
	'src/bloks/Teaser.astro': `---
const { blok } = Astro.props;
---
<h2>{blok.title}</h2>
<p set:text={blok.text} />
<style>h2 { color: rgb(1, 2, 3) }</style>`,
	'src/bloks/Counter.astro': `---
import Counter from '../Counter.jsx';
const { blok } = Astro.props;
---
<Counter client:load label={blok.label} />`,
	'src/Counter.jsx': `import { useState } from 'preact/hooks';
export default ({ label }) => { const [count, set] = useState(0); return <button class="counter" onClick={() => set(count + 1)}>{label}: {count}</button>; };`,
	'src/bloks/Islands.astro': `---
import Preact from '../Preact.jsx';
import React from '../React.jsx';
import Svelte from '../Svelte.svelte';
const { blok } = Astro.props;
---
<React client:load label={blok.label} /><Preact client:load label={blok.label}><i>Slot</i></Preact><Svelte client:load label={blok.label} />`,
	'src/Preact.jsx': `import { useState } from 'preact/hooks';
export default ({ label, children }) => { const [count, set] = useState(0); return <div><button class="preact" onClick={() => set(count + 1)}>{label}: {count}</button>{children}</div>; };`,
	'src/React.jsx': `/** @jsxImportSource react */
import { useState } from 'react';
export default ({ label }) => { const [count, set] = useState(0); return <button className="react" onClick={() => set(count + 1)}>{label}: {count}</button>; };`,
	'src/Svelte.svelte': `<script>
let { label } = $props();
let count = $state(0);
</script>
<button class="svelte" onclick={() => (count += 1)}>{label}: {count}</button>`,
	'space/space.yaml':
		'name: Small\nid: 4711\nlanguages: [de]\ntokens: { public: the-public-token, preview: the-preview-token }\ncontent_types: { page: { references: [author] } }\n',
	'space/home.md': `---
id: 1
name: Home
releases: { 9: { name: Spring, content: { rank: "9" } } }
content:
  _uid: root
  component: page
  rank: "1"
  author: people/ada
  body:
    - { _uid: grid, component: grid, items: [
        { _uid: t1, component: teaser, title: One, text: First },
        { _uid: t2, component: teaser, title: Two, text: Second },
        { _uid: c1, component: counter, label: Clicks } ] }
---
`,
	'space/home.de.md': '---\nname: Startseite\n---\n',
	'space/other.md': '---\nid: 2\nname: Other\ncontent: { component: page, rank: "2" }\n---\n',
	'space/new.draft.md': '---\nid: 3\nname: Never published\ncontent: { component: page, rank: "3" }\n---\n',
	'space/islands.md':
		// Drafts may come without the comments that mark their bloks.
		'---\nid: 5\nname: Islands\ncontent: { component: page, rank: "5", _uid: r5, _editable: "", body: [{ _uid: i1, _editable: "", component: islands, label: Clicks }] }\n---\n',
	'space/dynamic.md':
		"---\nid: 8\nname: Dynamic\ncontent: { component: page, rank: \"8\", _uid: r8, policy: \"default-src 'none'; script-src 'nonce-own' 'strict-dynamic'; require-trusted-types-for 'script'\", body: [{ _uid: t8, component: teaser, title: One }] }\n---\n",
	'space/router.md':
		'---\nid: 7\nname: Router\ncontent: { component: page, rank: "7", _uid: r7, router: true }\n---\n',
	'space/people/ada.md':
		'---\nid: 4\nname: Ada\nreleases: { 9: { name: Ada in spring } }\ncontent: { component: person, rank: "4" }\n---\n',
};

const signer = { space: 4711, token: 'the-preview-token' };

/** What editors see, and what nobody else does, on a host. */
export function previewCases(host: PreviewHost): void {
	/** What both servers do by the same code is tried on one of them in a short run. */
	const often = it.runIf(host.isThorough || process.env['SLUGLINE_LONG']);

	let browser: Browser;
	let editor: EditorPage;
	let site: Site;
	let url: string;
	let output: () => string;
	let served: ServedPreview;
	const pages: Page[] = [];

	beforeAll(async () => {
		[browser, editor] = await Promise.all([startBrowser(), serveEditorPage()]);
		site = await createSite(
			{ ...files, 'astro.config.mjs': host.config(editor.origin) },
			// In dev, Astro mistakes a component for another file if its path and the site's begin with different folders, and then does
			// not find the styles of <ClientRouter />.
			{ within: root },
		);
		served = await host.serve(site);
		({ url, output } = served);
	});
	afterEach(async () => {
		for (const page of pages.splice(0)) await page.close();
	});

	const addressOf = (path: string, story: { id: number; lang?: string; release?: number }, at?: number) =>
		`${url}/_slugline/preview${path}?${editorParameters(story, at === undefined ? signer : { ...signer, at })}`;

	/** Opens a story in the editor, and waits until the page follows it. */
	async function edit(path = '/home', story: { id: number; lang?: string; release?: number } = { id: 1 }) {
		const opened = await editor.open(browser, addressOf(path, story));
		pages.push(opened.page);
		const problems: string[] = [];
		onTestFailed(() => console.error(output()));
		opened.page.on('pageerror', (error) => problems.push(error.message));
		await opened.frame.waitForSelector('h1');
		await opened.frame.waitForFunction(() => !document.querySelector('astro-island[ssr]'));
		return { ...opened, problems };
	}

	const messages = (page: Page): Promise<Record<string, unknown>[]> =>
		page.evaluate(() => Reflect.get(globalThis, 'messages'));
	const expectText = (frame: Frame, selector: string) => expect.poll(() => frame.textContent(selector));

	const uuidOfAda = async () => {
		const response = await fetch(`${served.service}/v2/cdn/links?version=draft&token=the-preview-token`);
		const { links } = (await response.json()) as { links: Record<string, { id: number; uuid: string }> };
		return Object.values(links).find(({ id }) => id === 4)?.uuid;
	};

	const teaser = (uid: string, title: string, text = 'Text') => ({
		_uid: uid,
		component: 'teaser',
		title,
		text,
	});
	const home = (
		items: unknown[],
		rest: Record<string, unknown> = {},
		fields: Record<string, unknown> = {},
	) => ({
		action: 'input',
		story: {
			id: 1,
			name: 'Home',
			...fields,
			content: {
				_uid: 'root',
				component: 'page',
				rank: '1',
				body: [{ _uid: 'grid', component: 'grid', items }],
				...rest,
			},
		},
	});
	const counter = { _uid: 'c1', component: 'counter', label: 'Clicks' };

	describe('an editor', () => {
		it('sees each keystroke, and everything else on the page stays', async () => {
			const { page, frame, problems } = await edit();
			await frame.click('.counter');
			await frame.click('.counter');
			await expectText(frame, '.counter').toBe('Clicks: 2');
			await frame.click('summary');
			await frame.focus('#field');
			await page.keyboard.type('typed');
			await frame.evaluate(() => {
				scrollTo(0, 300);
				Object.assign(globalThis, { nodes: [...document.body.querySelectorAll('*')], loaded: true });
			});
			// What it says of another story counts for nothing here.
			await send(page, {
				action: 'input',
				story: { id: 2, name: 'Foreign', content: { component: 'page' } },
			});
			for (let count = 1; count <= 50; count++)
				await send(
					page,
					home([teaser('t1', `Typed ${count}`, 'First'), teaser('t2', 'Two', 'Second'), counter], {
						author: '',
					}),
				);
			await expectText(frame, 'h2').toBe('Typed 50');
			expect(await frame.textContent('.counter')).toBe('Clicks: 2');
			expect(
				await frame.evaluate(() => {
					const nodes = Reflect.get(globalThis, 'nodes') as Element[];
					const now = [...document.body.querySelectorAll('*')];
					return {
						same: now.length === nodes.length && now.every((node, place) => node === nodes[place]),
						scroll: scrollY,
						open: document.querySelector('details')?.open,
						focus: document.activeElement?.id,
						caret: (document.activeElement as HTMLInputElement).selectionStart,
						loaded: Reflect.get(globalThis, 'loaded'),
					};
				}),
			).toEqual({ same: true, scroll: 300, open: true, focus: 'field', caret: 5, loaded: true });
			expect(problems).toEqual([]);
		});

		often('sees bloks added, removed, and moved, and islands with new props', async () => {
			const { page, frame, problems } = await edit();
			await frame.click('.counter');
			const titles = () => frame.locator('h2').allTextContents();
			await send(page, home([counter, teaser('t2', 'Two'), teaser('t3', 'Three'), teaser('t1', 'One')]));
			await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
			expect(await frame.textContent('.counter')).toBe('Clicks: 1');
			expect(
				await frame.evaluate(() => getComputedStyle(document.querySelector('h2') as Element).color),
			).toBe('rgb(1, 2, 3)');
			await send(page, home([teaser('t3', 'Three'), { ...counter, label: 'New' }]));
			await expect.poll(titles).toEqual(['Three']);
			await expect.poll(() => frame.textContent('.counter')).toBe('New: 1');
			await send(page, home([]));
			await expect.poll(titles).toEqual([]);
			expect(problems).toEqual([]);
		});

		it('sees a new name in lists, in the head, and in copied props, and a new order', async () => {
			const { page, frame } = await edit();
			await send(page, home([teaser('t1', 'One')], { rank: '9' }, { name: 'Other name' }));
			await expectText(frame, 'h1').toBe('Other name');
			expect(await frame.title()).toBe('Other name');
			expect(await frame.textContent('.spread')).toBe('Other name');
			expect(await frame.locator('li').allTextContents()).toEqual([
				'Other',
				'Never published',
				'Ada',
				'Islands',
				'Router',
				'Dynamic',
				'Other name',
			]);
			// Other visitors do not see it.
			const shown = await (await fetch(`${url}/other`)).text();
			expect(shown).not.toContain('Other name');
			expect(await (await fetch(`${url}/home`)).text()).not.toContain('Other name');
		});

		it('sees a story without its own page on a page that shows it, as typed and as saved', async () => {
			const { page, frame } = await edit('/home', { id: 4 });
			await frame.evaluate(() => Object.assign(globalThis, { loaded: true }));
			await send(page, {
				action: 'input',
				story: { id: 4, name: 'Ada Lovelace', content: { _uid: 'a', component: 'person', rank: '4' } },
			});
			await expectText(frame, '.author').toBe('Ada Lovelace');
			expect(await frame.locator('li').allTextContents()).toContain('Ada Lovelace');
			// Another editor saves the story: a page that shows it follows, no matter which story is edited there.
			const other = await edit('/home');
			const ada = files['space/people/ada.md'];
			await served.saved(() =>
				site.write({ 'space/people/ada.md': ada.replace('name: Ada\n', 'name: Augusta\n') }),
			);
			if (!served.pushes) await send(other.page, { action: 'change', slug: 'people/ada', storyId: 4 });
			await expectText(other.frame, '.author').toBe('Augusta');
			await send(page, { action: 'change', slug: 'people/ada', storyId: 4, reload: true });
			await expectText(frame, '.author').toBe('Augusta');
			await served.saved(() => site.write({ 'space/people/ada.md': ada }));
			if (!served.pushes) await send(other.page, { action: 'change', slug: 'people/ada', storyId: 4 });
			await expectText(other.frame, '.author').toBe('Ada');
			expect(await frame.evaluate(() => Reflect.get(globalThis, 'loaded'))).toBe(true);
		});

		it('sees the stories of a release, with typed changes on top', async () => {
			const { page, frame } = await edit('/home', { id: 1, release: 9 });
			const texts = async () => [
				await frame.textContent('h1'),
				await frame.textContent('.author'),
				await frame.locator('li').last().textContent(),
				await frame.textContent('h2'),
			];
			expect(await texts()).toEqual(['Spring', 'Ada in spring', 'Spring', 'One']);
			expect(await (await fetch(`${url}/home`)).text()).not.toContain('Spring');
			const author = await uuidOfAda();
			await send(page, home([teaser('t1', 'Typed')], { author, rank: '9' }, { name: 'Spring' }));
			await expect.poll(texts).toEqual(['Spring', 'Ada in spring', 'Spring', 'Typed']);
			// Links lead to other pages in the same release.
			await frame.click('#other', { modifiers: ['Control'] });
			await expectText(frame, 'h1').toBe('Other');
			await expect.poll(() => frame.locator('li').last().textContent()).toBe('Spring');
		});

		it('sees a story that was never published', async () => {
			const { page, frame } = await edit('/new', { id: 3 });
			expect(await frame.textContent('h1')).toBe('Never published');
			await send(page, {
				action: 'input',
				story: { id: 3, name: 'Soon', content: { component: 'page', _uid: 'n' } },
			});
			await expectText(frame, 'h1').toBe('Soon');
		});

		it('sees saved changes without a reload, and follows a moved story', async () => {
			const { page, frame } = await edit('/other', { id: 2 });
			await frame.evaluate(() => Object.assign(globalThis, { loaded: true }));
			await served.saved(() =>
				site.write({ 'space/other.md': files['space/other.md'].replace('name: Other', 'name: Saved') }),
			);
			await send(page, { action: 'change', slug: 'other', storyId: 2, reload: true });
			await expectText(frame, 'h1').toBe('Saved');
			await served.saved(() => site.write({ 'space/other.md': files['space/other.md'] }));
			await send(page, { action: 'published', slug: 'other', storyId: 2 });
			await expectText(frame, 'h1').toBe('Other');
			expect(await frame.evaluate(() => Reflect.get(globalThis, 'loaded'))).toBe(true);

			const inSpace = (name: string) => join(site.folder, 'space', name);
			// In one step: a folder with two stories of one id is not served.
			await served.saved(() => rename(inSpace('other.md'), inSpace('moved.md')));
			await send(page, { action: 'change', slug: 'moved', storyId: 2, slugChanged: true });
			await expect.poll(() => new URL(frame.url()).pathname).toMatch('/_slugline/preview/moved');
			await expectText(frame, 'h1').toBe('Other');
			await served.saved(() => rename(inSpace('moved.md'), inSpace('other.md')));
			await send(page, { action: 'change', slug: 'other', storyId: 2, slugChanged: true });
			await expect.poll(() => new URL(frame.url()).pathname).toMatch('/_slugline/preview/other');
		});

		often('selects bloks by clicking, and sees the menu of the selected blok', async () => {
			const { page, frame } = await edit();
			await frame.click('h2 >> nth=1');
			const last = () =>
				expect.poll(async () => (await messages(page)).filter(({ action }) => action !== 'ping').at(-1));
			await last().toEqual({
				action: 'edit',
				dataC: { name: 'teaser', space: '4711', uid: 't2', id: '1' },
				config: expect.objectContaining({ initOnlyOnce: true }),
			});
			await send(page, {
				action: 'editedBlok',
				breadcrumbs: [
					{ _uid: 'root', component: 'page' },
					{ _uid: 't2', component: 'teaser', _parentUid: 'grid' },
				],
				blok: { uid: 't2', id: '1', space: '4711', name: 'teaser' },
				canMoveBackward: true,
			});
			const bar = frame.locator('slugline-preview');
			await expect.poll(() => bar.count()).toBe(1);
			// A link outside of bloks is followed immediately, and the next page sends its own messages.
			await frame.click('#other');
			await expect.poll(() => messages(page)).toContainEqual({ action: 'noFocus' });
		});

		const story = (id: number, name: string, content: Record<string, unknown>) => ({
			action: 'input',
			story: { id, name, content: { component: 'page', ...content } },
		});

		it('sees islands of React, Preact, and Svelte with new props and the same state', async () => {
			const { page, frame, problems } = await edit('/islands', { id: 5 });
			for (const island of ['.react', '.preact', '.svelte']) {
				await frame.click(island);
				await expectText(frame, island).toBe('Clicks: 1');
			}
			await send(
				page,
				story(5, 'Islands', { _uid: 'r5', body: [{ _uid: 'i1', component: 'islands', label: 'New' }] }),
			);
			for (const island of ['.react', '.preact', '.svelte']) await expectText(frame, island).toBe('New: 1');
			await frame.click('.preact');
			await expectText(frame, '.preact').toBe('New: 2');
			await send(
				page,
				story(5, 'Islands', { _uid: 'r5', body: [{ _uid: 'i1', component: 'islands', label: 'Newer' }] }),
			);
			await expectText(frame, '.preact').toBe('Newer: 2');
			await send(page, { action: 'change', slug: 'islands', storyId: 5, reload: true });
			await expectText(frame, '.preact').toBe('Clicks: 2');
			expect(problems).toEqual([]);
		});

		often('works under a content security policy that trusts what scripts load', async () => {
			const { page, frame } = await edit('/dynamic', { id: 8 });
			await send(
				page,
				story(8, 'Typed', { _uid: 'r8', body: [teaser('t8', 'Typed'), teaser('new', 'New')] }),
			);
			await expectText(frame, 'h2').toBe('Typed');
			expect(
				await frame.evaluate(() => getComputedStyle(document.querySelectorAll('h2')[1] as Element).color),
			).toBe('rgb(1, 2, 3)');
		});

		often('works on pages with a client router', async () => {
			const { page, frame } = await edit('/router', { id: 7 });
			await send(page, story(7, 'Typed', { _uid: 'r7', router: true }));
			await expectText(frame, 'h1').toBe('Typed');
			await frame.click('#other', { modifiers: ['Control'] });
			await expectText(frame, 'h1').toBe('Other');
			await expect.poll(() => new URL(frame.url()).pathname).toBe('/_slugline/preview/other');
		});

		often(
			'keeps unsaved changes and the scroll position through a reload, and leaks them to no other page',
			async () => {
				const { page, frame } = await edit();
				await send(page, home([teaser('t1', 'First')]));
				await expectText(frame, 'h2').toBe('First');
				await frame.click('#count');
				await frame.evaluate(() => scrollTo({ top: 500 }));
				// Vite may bundle dependencies again at any time, and says so in the next answer.
				await page.route(
					'**/_slugline/preview/',
					async (route) => {
						const response = await route.fetch();
						await route.fulfill({ response, json: { ...(await response.json()), scripts: 'later' } });
					},
					{ times: 1 },
				);
				await send(page, home([teaser('t1', 'Not saved')]));
				await expectText(frame, '#count').toBe('0');
				await expectText(frame, 'h2').toBe('Not saved');
				await expect.poll(() => frame.evaluate(() => scrollY)).toBeGreaterThan(0);

				await page.route('**/_slugline/preview/other?*', (route) =>
					route.fulfill({ contentType: 'text/html', body: '<h1>Foreign</h1>' }),
				);
				await frame.click('#other', { modifiers: ['Control'] });
				await expectText(frame, 'h1').toBe('Foreign');
				expect(await frame.evaluate(() => window.name)).toBe('');
			},
		);
	});

	describe('preview security', () => {
		const get = (address: string, headers: Record<string, string> = {}) =>
			fetch(address, { redirect: 'manual', headers });

		it('clears the address before any other script runs, and keeps the page out of caches', async () => {
			const response = await get(addressOf('/home', { id: 1 }));
			expect(response.status).toBe(200);
			expect(Object.fromEntries(response.headers)).toMatchObject({
				'cache-control': 'private, no-store',
				'x-robots-tag': 'noindex, nofollow',
				'referrer-policy': 'no-referrer',
				// That of the test, and that of the folder; not the site, whose scripts would be an editor's.
				'content-security-policy': expect.stringMatching(host.frameAncestors(editor.origin)),
			});
			const html = await response.text();
			expect(html).toMatch(/<head><script nonce=/);
			expect(html).not.toContain('the-preview-token');
			const { frame } = await edit();
			expect(new URL(frame.url()).search).toBe('');
			// Scripts of the page know the first address, but are not sent what it opens.
			const again = () => fetch(performance.getEntriesByType('navigation')[0]?.name ?? '');
			expect(await frame.evaluate(`(${again})().then(({ status }) => status)`)).toBe(403);
			expect(await frame.evaluate(() => document.documentElement.outerHTML)).not.toMatch(
				/_slugline_ticket|"ticket"/,
			);
		});

		it.each<[string, () => string]>([
			['a request without a signature', () => `${url}/_slugline/preview/home`],
			['an expired signature', () => addressOf('/home', { id: 1 }, Date.now() - 3_700_000)],
			['a signature from the future', () => addressOf('/home', { id: 1 }, Date.now() + 400_000)],
			[
				'a signature with another token',
				() => `${url}/_slugline/preview/home?${editorParameters({ id: 1 }, { space: 4711, token: 'x' })}`,
			],
			[
				'a signature for another space',
				() => `${url}/_slugline/preview/home?${editorParameters({ id: 1 }, { ...signer, space: 1 })}`,
			],
			['a forged ticket', () => `${url}/_slugline/preview/home?_slugline_ticket=abc.def`],
		])('rejects %s', async (_name, address) => {
			const response = await get(address());
			expect(response.status).toBe(403);
			const html = await response.text();
			expect(html).not.toContain('Home');
			expect(html).not.toContain('the-preview-token');
		});

		it('says that a story does not exist, or has no page', async () => {
			const unknown = await get(addressOf('/home', { id: 99 }));
			expect([unknown.status, await unknown.text()]).toEqual([404, expect.stringContaining('no story 99')]);
			const pageless = await get(addressOf('/people/ada', { id: 4 }));
			expect([pageless.status, await pageless.text()]).toEqual([
				404,
				expect.stringContaining('no page of its own'),
			]);
		});

		it('rejects requests that have no ticket, come from another origin, or are invalid or too large', async () => {
			const html = await (await get(addressOf('/home', { id: 1 }))).text();
			const ticket = /"ticket":"([^"]+)"/.exec(html)?.[1] ?? '';
			const ask = (body: unknown, headers: Record<string, string> = {}) =>
				fetch(`${url}/_slugline/preview/`, {
					method: 'POST',
					headers: {
						origin: url,
						'content-type': 'application/json',
						'x-slugline-ticket': ticket,
						...headers,
					},
					body: typeof body === 'string' ? body : JSON.stringify(body),
				});
			const render = { do: 'render', path: '/home' };
			expect((await ask(render)).status).toBe(200);
			for (const [headers, status] of [
				[{ 'x-slugline-ticket': '' }, 403],
				[{ 'x-slugline-ticket': `${ticket}x` }, 403],
				[{ origin: 'http://evil.example' }, 403],
				[{ origin: 'null' }, 403],
				[{ 'content-type': 'text/plain' }, 415],
			] as const)
				expect((await ask(render, headers)).status).toBe(status);
			for (const [body, status] of [
				['{', 400],
				[{ do: 'render', path: '//evil.example' }, 400],
				[{ do: 'render', path: '/@fs/etc/passwd' }, 400],
				[{ do: 'render', path: '/home/../@fs/etc/passwd' }, 400],
				[{ do: 'visit', path: '/%5Fslugline/v2/cdn/stories' }, 400],
				[{ do: 'visit', path: '/home/%2e%2e/_slugline/v2/cdn/stories' }, 400],
				[{ do: 'visit', path: '/%5C%5Cevil.example' }, 400],
				[{ do: 'visit', path: '/%E0%A4%A' }, 400],
				[{ do: 'render', path: '/home', more: 1 }, 400],
				[{ do: 'render', path: '/home', story: { id: 99, content: {} } }, 404],
				[JSON.stringify({ ...render, story: { id: 1, content: { text: 'x'.repeat(10_000_000) } } }), 413],
			] as const)
				expect((await ask(body)).status).toBe(status);
			// The next request on the connection of one that is refused is answered.
			const agent = new Agent({ keepAlive: true, maxSockets: 1 });
			onTestFinished(() => agent.destroy());
			for (const body of ['x'.repeat(10_000_000), '{}']) {
				const headers = { origin: url, 'content-type': 'text/plain', 'x-slugline-ticket': ticket };
				const asked = request(`${url}/_slugline/preview/`, { agent, method: 'POST', headers }).end(body);
				const [response] = await once(asked, 'response');
				await once(response.resume(), 'end');
				expect(response.statusCode).toBe(415);
			}
			// A ticket for one page is invalid for another.
			const { address } = await (await ask({ do: 'visit', path: '/other' })).json();
			expect((await get(`${url}${address}`)).status).toBe(200);
			expect((await get(`${url}${address.replace('/other', '/home')}`)).status).toBe(403);
		});

		it('writes no token to the terminal', () => {
			expect(output()).not.toContain('the-preview-token');
		});
	});
}
