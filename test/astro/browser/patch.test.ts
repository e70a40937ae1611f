import fc from 'fast-check';
import type { Browser, Page } from 'playwright';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../../support/browser.js';
import { bundle } from '../../support/bundle.js';
import { isLong } from '../../support/long.js';

let browser: Browser;
let script: string;
let page: Page;
const problems: string[] = [];

beforeAll(async () => {
	[browser, script] = await Promise.all([
		startBrowser(),
		bundle(`
import { createPatch } from './astro/browser/patch/patch.ts';
globalThis.record = () => {
	globalThis.recording = new Map();
	const walk = (node) => { recording.set(node, [...node.childNodes]); node.childNodes.forEach(walk); };
	walk(document);
};
globalThis.begin = (html, nonces = [], isStrict = false) => { globalThis.patch = createPatch(document, { html, nonces }, { recording: globalThis.recording, nonces, isStrict }); };
globalThis.apply = (html, nonces = []) => globalThis.patch.apply({ html, nonces });
// The HTML of the page, with islands as far as the server knows them.
globalThis.shown = () => document.documentElement.outerHTML;
globalThis.parsed = (html) => new DOMParser().parseFromString(html, 'text/html').documentElement.outerHTML;
`),
	]);
	page = await browser.newPage();
	page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	page.on('pageerror', (error) => problems.push(error.message));
});
afterEach(() => {
	expect(problems.splice(0)).toEqual([]);
});

declare const record: () => void;
declare const begin: (html: string, nonces?: string[], isStrict?: boolean) => void;
declare const apply: (html: string, nonces?: string[]) => boolean;
declare const shown: () => string;
declare const parsed: (html: string) => string;

const html = (body: string, head = '') =>
	`<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}</body></html>`;

/** Loads a page, runs a script in it, and starts to patch it. */
async function load(source: string, scripted: () => void = () => {}): Promise<void> {
	await page.setContent(source);
	await page.evaluate(script);
	await page.evaluate(() => record());
	await page.evaluate(scripted);
	await page.evaluate((text) => begin(text), source);
}

const patchTo = (source: string) => page.evaluate((text) => apply(text), source);
const body = () => page.evaluate(() => document.body.innerHTML);

/** A blok as the server writes it. */
const blok = (uid: string, inner: string) =>
	`<!--#storyblok#{"name":"part","space":"1","uid":"${uid}","id":"2"}-->${inner}<!--/${uid}-->`;

it('makes no change if nothing changed', async () => {
	const source = html(
		'<p class="a" style="color: red">Text <b>bold</b></p><noscript><img src="x"></noscript>',
	);
	await load(source);
	const changes = await page.evaluate(async (text) => {
		let count = 0;
		new MutationObserver((list) => {
			count += list.length;
		}).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
		apply(text);
		await new Promise((resolve) => setTimeout(resolve, 20));
		return count;
	}, source);
	expect(changes).toBe(0);
});

it('updates the content of templates and shadow roots', async () => {
	const source = (text: string, mode = 'open') =>
		html(
			`<div id="host" class="a"><template shadowrootmode="${mode}"><p>${text}</p><slot></slot></template>Light</div><template id="template"><p>${text}</p></template><i>Stays</i>`,
		);
	const contents = () =>
		page.evaluate(() => [
			document.querySelector('#host')?.shadowRoot?.innerHTML,
			document.querySelector('#host')?.innerHTML,
			document.querySelector('#template')?.outerHTML,
		]);
	const expected = (text: string) => [
		`<p>${text}</p><slot></slot>`,
		'Light',
		`<template id="template"><p>${text}</p></template>`,
	];
	await load(source('One'));
	expect(await contents()).toEqual(expected('One'));
	expect(await patchTo(source('Two'))).toBe(true);
	expect(await contents()).toEqual(expected('Two'));
	await patchTo(html('<i>Stays</i>'));
	await patchTo(source('Three'));
	expect(await contents()).toEqual(expected('Three'));

	// A closed root cannot be reached: its element is replaced.
	await load(source('One', 'closed'));
	await page.evaluate(() => Object.assign(globalThis, { host: document.querySelector('#host') }));
	expect(await patchTo(source('Two', 'closed'))).toBe(true);
	expect(await page.evaluate(() => document.querySelector('#host') !== Reflect.get(globalThis, 'host'))).toBe(
		true,
	);
});

it('updates a text in place, and replaces no node', async () => {
	const source = (title: string) =>
		html(
			`<main><section>${blok('a', `<div><h2>One</h2>${blok('b', `<ul><li>${blok('c', `<h3>${title}</h3><p>Text</p>`)}</li></ul>`)}</div>`)}</section><input value="x"></main>`,
		);
	await load(source('Hello'));
	await page.evaluate(() => {
		Object.assign(globalThis, {
			nodes: [...document.querySelectorAll('*')],
			text: document.querySelector('h3')?.firstChild,
		});
	});
	await patchTo(source('Hello there'));
	expect(await page.textContent('h3')).toBe('Hello there');
	expect(
		await page.evaluate(() => {
			const { nodes, text } = globalThis as unknown as { nodes: Element[]; text: Text };
			const now = [...document.querySelectorAll('*')];
			return (
				now.length === nodes.length && now.every((node, place) => node === nodes[place]) && text.isConnected
			);
		}),
	).toBe(true);
});

describe('a change by a script', () => {
	it.each<[string, string, () => void, string, string]>([
		[
			'stays: an attribute and a class',
			'<p class="a">One</p>',
			() => document.querySelector('p')?.classList.add('seen'),
			'<p class="b">Two</p>',
			'<p class="seen b">Two</p>',
		],
		[
			'stays: a style',
			'<p style="color: red">One</p>',
			() => document.querySelector('p')?.style.setProperty('top', '1px'),
			'<p style="color: blue">Two</p>',
			'<p style="color: blue; top: 1px;">Two</p>',
		],
		[
			'stays: an added element',
			'<ul><li>1</li><li>2</li></ul>',
			() => document.querySelector('ul')?.append(Object.assign(document.createElement('li'), { id: 'own' })),
			'<ul><li>1</li><li>2</li><li>3</li></ul>',
			'<ul><li>1</li><li>2</li><li>3</li><li id="own"></li></ul>',
		],
		[
			'stays: a wrapper around each element',
			`<div>${blok('a', '<p>1</p>')}${blok('b', '<p>2</p>')}</div>`,
			() => {
				for (const p of document.querySelectorAll('p')) {
					const wrapper = document.createElement('section');
					p.replaceWith(wrapper);
					wrapper.append(p);
				}
			},
			`<div>${blok('b', '<p>2</p>')}${blok('a', '<p>1!</p>')}</div>`,
			`<div>${blok('b', '<section><p>2</p></section>')}${blok('a', '<section><p>1!</p></section>')}</div>`,
		],
		[
			'stays: a wrapper around all elements',
			'<div><p id="a">1</p><p id="b">2</p></div>',
			() => {
				const track = document.createElement('section');
				track.append(...document.querySelectorAll('p'));
				document.querySelector('div')?.append(track);
			},
			'<div><p id="a">1</p><p id="c">3</p><p id="b">2</p></div>',
			'<div><section><p id="a">1</p><p id="c">3</p><p id="b">2</p></section></div>',
		],
		[
			'stays: an open <details>',
			'<details><summary>One</summary></details>',
			() => document.querySelector('details')?.setAttribute('open', ''),
			'<details><summary>Two</summary></details>',
			'<details open=""><summary>Two</summary></details>',
		],
		[
			'is overwritten: a text that the server changed, too',
			'<p>One</p>',
			() => {
				if (document.querySelector('p')) (document.querySelector('p') as HTMLElement).textContent = 'Mine';
			},
			'<p>Two</p>',
			'<p>Two</p>',
		],
		[
			'is overwritten: an element that the server removed',
			'<div><p id="a">1</p><p>2</p></div><aside></aside>',
			() => document.querySelector('aside')?.append(document.querySelector('#a') as Element),
			'<div><p>2</p></div><aside></aside>',
			'<div><p>2</p></div><aside></aside>',
		],
	])('%s', async (_name, before, scripted, after, expected) => {
		await load(html(before), scripted);
		expect(await patchTo(html(after))).toBe(true);
		expect(await body()).toBe(expected);
	});

	it('leads to a new blok if it removed what the server changed', async () => {
		await load(html(`<div data-blok-uid="1-a" class="x"><p><b>One</b></p></div>`), () => {
			document.querySelector('div')?.classList.add('seen');
			document.querySelector('p')?.remove();
		});
		expect(await patchTo(html(`<div data-blok-uid="1-a" class="x"><p><b>Two</b></p></div>`))).toBe(true);
		expect(await body()).toBe('<div data-blok-uid="1-a" class="x seen"><p><b>Two</b></p></div>');
	});

	it('requires a reload if it removed what the server changed outside of bloks', async () => {
		await load(html('<p>One</p>'), () => document.body.replaceChildren('Mine'));
		expect(await patchTo(html('<p>Two</p>'))).toBe(false);
	});
});

describe('bloks', () => {
	const list = (...uids: string[]) =>
		html(`<main>${uids.map((uid) => blok(uid, `<p>${uid}</p><input id="${uid}">`)).join('')}</main>`);

	it.each([
		['abc', 'cab'],
		['abc', 'ac'],
		['ac', 'abc'],
		['abcd', 'dcba'],
		['a', ''],
		['', 'ab'],
	])('keep focus and typed text when the list changes from %j to %j', async (before, after) => {
		await load(list(...before));
		const remaining = [...after].find((uid) => before.includes(uid));
		if (remaining) await page.locator(`#${remaining}`).pressSequentially('typed');
		expect(await patchTo(list(...after))).toBe(true);
		expect(await page.evaluate(() => shown())).toBe(
			await page.evaluate((text) => parsed(text), list(...after)),
		);
		if (!remaining) return;
		expect(await page.inputValue(`#${remaining}`)).toBe('typed');
		expect(await page.evaluate(() => document.activeElement?.id)).toBe(remaining);
	});

	it('keep typed text when they move into another element', async () => {
		const part = '<div data-blok-uid="1-a"><input id="a"></div>';
		await load(html(`<main>${part}</main>`));
		await page.locator('#a').pressSequentially('typed');
		expect(await patchTo(html(`<main><section><h2>New</h2>${part}</section></main>`))).toBe(true);
		expect(await body()).toBe(`<main><section><h2>New</h2>${part}</section></main>`);
		expect(await page.inputValue('#a')).toBe('typed');
	});

	it('keep focus and typed text in a browser without moveBefore', async () => {
		await load(list('a', 'b', 'c'), () => {
			Object.assign(globalThis, { moveBefore: Reflect.get(Element.prototype, 'moveBefore') });
			Reflect.deleteProperty(Element.prototype, 'moveBefore');
		});
		await page.locator('#a').pressSequentially('typed');
		await patchTo(list('c', 'b', 'a'));
		expect(await page.inputValue('#a')).toBe('typed');
		expect(await page.evaluate(() => document.activeElement?.id)).toBe('a');
		await page.evaluate(() =>
			Object.assign(Element.prototype, { moveBefore: Reflect.get(globalThis, 'moveBefore') }),
		);
	});
});

it('merges the head, and leaves what scripts added', async () => {
	const before = html(
		'',
		'<title>One</title><meta name="description" content="x"><style>p{color:red}</style>',
	);
	await load(before, () => document.head.append(document.createElement('style')));
	await patchTo(
		html(
			'',
			'<title>Two</title><meta name="robots" content="y"><meta name="description" content="z"><style>p{color:blue}</style>',
		),
	);
	expect(await page.title()).toBe('Two');
	expect(await page.evaluate(() => document.head.innerHTML)).toBe(
		'<title>Two</title><meta name="robots" content="y"><meta name="description" content="z"><style>p{color:blue}</style><style></style>',
	);
	await patchTo(html('').replace('lang="en"', 'lang="de"'));
	expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
});

it('runs the scripts of new elements, each module once', async () => {
	const part = (n: number) =>
		`<p>${n}</p><script>globalThis.plain = (globalThis.plain ?? 0) + 1;</script><script type="module">globalThis.modules = (globalThis.modules ?? 0) + 1;</script>`;
	await load(html('<main></main>'));
	await patchTo(html(`<main>${blok('a', part(1))}</main>`));
	await patchTo(html(`<main>${blok('b', part(2))}${blok('a', part(1))}</main>`));
	await patchTo(html(`<main>${blok('a', part(1))}${blok('b', part(2))}</main>`));
	await page.waitForFunction(() => 'modules' in globalThis);
	expect(
		await page.evaluate(() => [Reflect.get(globalThis, 'plain'), Reflect.get(globalThis, 'modules')]),
	).toEqual([2, 1]);
});

describe('an island', () => {
	const island = (props: string, inner: string) =>
		html(
			`<astro-island component-url="/c.js" client="load" ssr="" props='${props}'>${inner}<astro-slot><i>Slot ${props}</i></astro-slot></astro-island>`,
		);

	/** Acts as a hydrated island: it owns its HTML, and renders when it gets props. */
	const hydrate = () => {
		const place = document.querySelector('astro-island') as HTMLElement;
		place.removeAttribute('ssr');
		const button = Object.assign(document.createElement('button'), { textContent: '3 clicks' });
		place.querySelector('p')?.replaceWith(button);
		const seen: string[] = [];
		Object.assign(globalThis, { seen });
		new MutationObserver(() => seen.push(String(place.getAttribute('props')))).observe(place, {
			attributeFilter: ['props'],
		});
	};

	it('gets new props and slots, and keeps its own HTML', async () => {
		await load(island('{"a":1}', '<p>Server</p>'), hydrate);
		await patchTo(island('{"a":2}', '<p>Server 2</p>'));
		expect(await page.textContent('button')).toBe('3 clicks');
		expect(await page.textContent('i')).toBe('Slot {"a":2}');
		expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual(['{"a":2}']);
		// And once more, from this state.
		await page.evaluate(() => document.querySelector('astro-island')?.removeAttribute('ssr'));
		await patchTo(island('{"a":3}', '<p>Server 3</p>'));
		expect(await page.evaluate(() => Reflect.get(globalThis, 'seen'))).toEqual(['{"a":2}', '{"a":3}']);
		expect(await page.textContent('i')).toBe('Slot {"a":3}');
	});

	it('is patched as HTML before it hydrates', async () => {
		await load(island('{"a":1}', '<p>Server</p>'));
		await patchTo(island('{"a":2}', '<p>Server 2</p>'));
		expect(await page.textContent('p')).toBe('Server 2');
	});

	it('is replaced by an island of another component', async () => {
		await load(island('{"a":1}', '<p>Server</p>'), hydrate);
		await patchTo(island('{"a":1}', '<p>Other</p>').replace('/c.js', '/d.js'));
		expect(await page.textContent('p')).toBe('Other');
		expect(await page.locator('button').count()).toBe(0);
	});
});

it('leaves a server island and what is before it, while its address changes with each answer', async () => {
	const source = (text: string, id: string) =>
		html(
			`<h1>${text}</h1><!--[if astro]>server-island-start<![endif]--><b>Wait</b><script type="module" data-island-id="${id}">/* ${id} */</script><p>${text}</p>`,
			`<link rel="preload" as="fetch" href="/_server-islands/Part?e=${id}">`,
		);
	await load(source('One', 'a'), () => {
		// As Astro's script does it.
		const script = document.querySelector('script[data-island-id]');
		script?.previousElementSibling?.remove();
		script?.previousSibling?.remove();
		script?.before(Object.assign(document.createElement('i'), { textContent: 'Island' }));
		script?.remove();
	});
	expect(await patchTo(source('Two', 'b'))).toBe(true);
	expect(await body()).toBe('<h1>Two</h1><i>Island</i><p>Two</p>');
	expect(await patchTo(source('Three', 'c'))).toBe(true);
	expect(await body()).toBe('<h1>Three</h1><i>Island</i><p>Three</p>');
	expect(await page.locator('link').getAttribute('href')).toBe('/_server-islands/Part?e=a');
});

it('turns a random page into another as if it were loaded', async () => {
	const uid = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
	const text = fc.constantFrom('', 'x', 'two words', 'x & y', ' ');
	const { tree } = fc.letrec<{ tree: string; node: string }>((tie) => ({
		tree: fc.array(tie('node'), { maxLength: 5, depthIdentifier: 'tree' }).map((nodes) => nodes.join('')),
		node: fc.oneof(
			{ depthIdentifier: 'tree', maxDepth: 4 },
			text.map((value) => value.replace('&', '&amp;')),
			fc.tuple(fc.constantFrom('p', 'div', 'b', 'ul'), fc.option(uid)).map(([name, id]) => {
				const tag = name === 'p' ? 'span' : name;
				return `<${tag}${id ? ` class="${id}"` : ''}></${tag}>`;
			}),
			fc
				.tuple(fc.constantFrom('div', 'section'), fc.option(uid), fc.option(uid), tie('tree'))
				.map(
					([name, id, of, inner]) =>
						`<${name}${id ? ` id="${id}"` : ''}${of ? ` data-x="${of}"` : ''}>${inner}</${name}>`,
				),
			fc.tuple(uid, tie('tree')).map(([id, inner]) => blok(id, inner)),
			fc.tuple(uid, tie('tree')).map(([id, inner]) => `<article data-blok-uid="1-${id}">${inner}</article>`),
		),
	}));
	await page.evaluate(script);
	await fc.assert(
		fc.asyncProperty(fc.array(tree, { minLength: 2, maxLength: 4 }), async (bodies) => {
			const sources = bodies.map((inner) => html(inner));
			const results = await page.evaluate((pages) => {
				const [first = ''] = pages;
				document.documentElement.innerHTML = new DOMParser().parseFromString(
					first,
					'text/html',
				).documentElement.innerHTML;
				record();
				begin(first);
				return pages.map((source) => [
					apply(source),
					document.body.innerHTML,
					new DOMParser().parseFromString(source, 'text/html').body.innerHTML,
				]);
			}, sources);
			for (const [applied, now, expected] of results) {
				expect(applied).toBe(true);
				expect(now).toBe(expected);
			}
		}),
		{ seed: 20, numRuns: isLong ? 5000 : 200 },
	);
});

describe('under a content security policy', () => {
	const run = (name: string) => `document.documentElement.dataset.${name} = 'ran'`;
	const file = (name: string) => `src="data:text/javascript,${encodeURIComponent(run(name))}"`;

	it.each([
		[
			'only scripts with the nonce of their own response run',
			"script-src 'nonce-live'",
			`<script nonce="fresh">${run('own')}</script><script nonce="old">${run('other')}</script><script nonce>${run('empty')}</script><script nonce="live">${run('known')}</script><script>${run('none')}</script>`,
			4,
		],
		[
			'files without it do not run where everything is trusted that scripts load',
			"script-src 'nonce-live' 'strict-dynamic'",
			`<script ${file('file')}></script><script type="module" ${file('module')}></script><script nonce="x" ${file('other')}></script><script nonce="fresh" ${file('own')}></script>`,
			0,
		],
	])('%s', async (_name, policy, scripts, refused) => {
		const policed = (body: string) =>
			html(body, `<meta http-equiv="Content-Security-Policy" content="${policy}">`);
		const pages = [policed('<p>One</p>'), policed(`<p>Two</p>${scripts}`)] as const;
		await load(pages[0]);
		await page.evaluate(
			([before, after, isStrict]) => {
				begin(before, ['live'], isStrict);
				apply(after, ['fresh']);
			},
			[...pages, policy.includes('strict')] as const,
		);
		await expect
			.poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
			.toEqual({ own: 'ran' });
		expect(problems.splice(0)).toHaveLength(refused);
	});
});
