import type { Browser, Frame, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstScript } from '../../preview/first-script.js';
import { startBrowser } from '../../support/browser.js';
import { bundle } from '../../support/bundle.js';
import { type EditorPage, send, serveEditorPage } from '../../support/editor-page.js';
import { listen } from '../../support/listen.js';

/** The messages between a page and the editor, with the vendor's bridge and with ours: the same steps on the same page. */

const blok = (uid: string, name: string, inner: string) =>
	`<!--#storyblok#${JSON.stringify({ name, space: '4711', uid, id: '1' })}-->${inner}<!--/${uid}-->`;
const content = `<h1>Outside</h1>${blok('grid', 'grid', `<section>${blok('t1', 'teaser', '<h2 id="one">One</h2>')}${blok('t2', 'teaser', '<h2 id="two">Two</h2>')}</section>`)}`;

/** An element of content that would send requests to another site. */
const base = '<base href="https://evil.invalid/">';

/** A script of the page that collects what it finds, and what passes it. */
const spy = `globalThis.found = [document.documentElement.outerHTML];
for (const name of Object.getOwnPropertyNames(window)) try { found.push(name + JSON.stringify(window[name])); } catch {}
for (const [owner, name] of [[window, 'fetch'], [Headers.prototype, 'set'], [EventTarget.prototype, 'dispatchEvent']]) {
	const real = owner[name];
	owner[name] = function (...given) { found.push(JSON.stringify(given)); return real.apply(this, given); };
}
const { then } = Promise.prototype;
const fake = { startPreview: (given) => found.push(JSON.stringify(given)) };
Promise.prototype.then = function (done, failed) {
	if (String(done).includes('startPreview')) done(fake);
	return then.call(this, done, failed);
};
Object.defineProperty(Array.prototype, 'then', {
	get() { if (this.some((one) => one?.startPreview)) return (done) => done([fake]); },
});`;

const clients = ['vendor', 'ours'] as const;
type Client = (typeof clients)[number];

let browser: Browser;
let editor: EditorPage;
let url: string;

beforeAll(async () => {
	editor = await serveEditorPage();
	const [started, vendor, ours] = await Promise.all([
		startBrowser(),
		bundle(`
import Bridge from '@storyblok/preview-bridge';
const bridge = new Bridge({ customParent: '${editor.origin}' });
bridge.on(['input', 'change', 'published', 'unpublished'], () => {});
bridge.pingEditor(() => {});`),
		bundle(`export { startPreview } from './astro/browser/preview/index.ts';`, 'esm'),
	]);
	browser = started;
	const html = (head: string, script: string) =>
		`<!DOCTYPE html><html><head>${head}<title>Page</title></head><body>${content}<script>${script}</script></body></html>`;
	const settings = {
		...{ endpoint: '/ask', path: '/', base: '', prefix: '', ticket: 'the-ticket', sent: 'x', scripts: 'x' },
		...{ nonces: [], isStrict: false, storyId: 1, lang: 'default', isMissing: false },
		editors: [editor.origin],
	};
	const server = await listen((request, response) => {
		const isQuestion = request.method === 'POST';
		const isModule = request.url === '/client.js';
		const text = isModule ? 'text/javascript' : 'text/html';
		response.setHeader('content-type', isQuestion ? 'application/json' : text);
		if (isQuestion)
			response.end(JSON.stringify({ ticket: 'x', scripts: 'x', page: { html: html('', ''), nonces: [] } }));
		else if (request.url?.startsWith('/vendor')) response.end(html('', vendor));
		else if (isModule) response.end(ours);
		else response.end(html(`<script>${firstScript(settings, '/client.js')}</script>${base}`, spy));
	});
	url = `http://localhost:${server.port}`;
});

type Message = Record<string, unknown>;

/** A conversation between the editor and a page. */
interface Talk {
	page: Page;
	frame: Frame;
	send(message: Message): Promise<void>;
	/** Waits for this many more messages of the page, and returns them. */
	heard(count: number): Promise<Message[]>;
}

async function talk(client: Client): Promise<Talk> {
	const page = await browser.newPage();
	// Ours hides its menu from the page's scripts, and from this test.
	await page.addInitScript(() => {
		const attach = Element.prototype.attachShadow;
		Element.prototype.attachShadow = function (options) {
			return attach.call(this, { ...options, mode: 'open' });
		};
	});
	const { frame } = await editor.openIn(page, `${url}/${client}`);
	const messages = () =>
		page.evaluate(() => Reflect.get(globalThis, 'messages') as { action: string }[]) as Promise<Message[]>;
	// The page's own listener was added first, so it has the message when this one does.
	await frame.evaluate(() => {
		Object.assign(globalThis, { arrived: 0 });
		addEventListener('message', ({ data }) => {
			if (data.action !== 'pingBack' || data.isOfTest)
				Reflect.set(globalThis, 'arrived', Reflect.get(globalThis, 'arrived') + 1);
		});
	});
	let [seen, sent] = [0, 0];
	return {
		page,
		frame,
		async send(message) {
			await send(page, message);
			sent += 1;
			await expect.poll(() => frame.evaluate(() => Reflect.get(globalThis, 'arrived'))).toBe(sent);
		},
		async heard(count) {
			await expect.poll(async () => (await messages()).length).toBe(seen + count);
			const news = (await messages()).slice(seen);
			seen += count;
			return news;
		},
	};
}

const editMode = {
	...{ action: 'enterEditmode', reload: false, storyId: '1', appVersion: 'v2' },
	componentNames: { teaser: 'Teaser', grid: 'Grid' },
};
const edited = (uid: string, more: Message) => ({
	action: 'editedBlok',
	breadcrumbs: [
		{ _uid: 'root', component: 'page' },
		{ _uid: 'grid', component: 'grid', _parentUid: 'root', _parentfield: 'body', _parentindex: 0 },
		{ _uid: uid, component: 'teaser', _parentUid: 'grid', _parentfield: 'items', _parentindex: 1 },
	],
	blok: { uid, id: '1', space: '4711', name: 'teaser' },
	...more,
});

/** The entries of the menus: the action, and the label in each. */
const menu: [action: string, vendor: string, ours: string][] = [
	['addBlockBefore', 'Add Block Before', 'Add before'],
	['addBlockAfter', 'Add Block After', 'Add after'],
	['duplicateBlock', 'Duplicate', 'Duplicate'],
	['copy', 'Copy', 'Copy'],
	['moveForward', 'Move Forward', 'Move down'],
	['moveBackward', 'Move Backward', 'Move up'],
	['deleteBlock', 'Delete', 'Delete'],
];

const choose = ({ frame }: Talk, client: Client, [, vendor, ours]: (typeof menu)[number]) =>
	frame
		.locator(client === 'vendor' ? '.storyblok__actions-menu__menu-item' : 'slugline-preview button')
		.and(frame.getByText(client === 'vendor' ? vendor : ours, { exact: true }))
		.dispatchEvent('click');

/** The messages of the page after each step. The editor's origin, which only the vendor's bridge needs, is replaced by null. */
async function converse(client: Client): Promise<Record<string, Message[]>> {
	const said: Record<string, Message[]> = {};
	const one = await talk(client);
	const { frame, send, heard } = one;
	said['loaded'] = await heard(2);
	await send(editMode);
	await frame.click('#two');
	said['a blok is clicked'] = await heard(1);
	await send(
		edited('t2', { canAddBlocks: true, canMoveForward: true, canMoveBackward: true, canDeleteBlocks: true }),
	);
	for (const entry of menu) {
		await choose(one, client, entry);
		said[`menu: ${entry[0]}`] = await heard(1);
	}
	await frame.click('#one');
	said['another blok is clicked'] = await heard(1);
	// The page answers none of these messages, but the click after them.
	await send({ action: 'hoverComponent', componentId: 't1', storyId: '1' });
	await send({ action: 'highlightComponent', componentIds: ['t1', 't2'], componentId: 't1', storyId: '1' });
	await send({ action: 'pingBack', isOfTest: true });
	await send({ action: 'deselectBlok' });
	await send({ action: 'movedBlock', blockId: 't2' });
	said['a blok was moved'] = await heard(1);
	await one.page.close();
	return JSON.parse(JSON.stringify(said).replaceAll(`"${editor.origin}"`, 'null'));
}

describe('our preview client', () => {
	it('sends the editor the same messages as the vendor’s bridge', async () => {
		const [vendor, ours] = [await converse('vendor'), await converse('ours')];
		expect(ours).toEqual(vendor);
		// Neither of them is silent.
		expect(Object.values(vendor).flat().length).toBe(2 + 1 + menu.length + 1 + 1);
	});
});

it('gives the ticket of the session to no script of the page', async () => {
	const { frame, page } = await talk('ours');
	expect(await frame.evaluate(() => Reflect.get(globalThis, 'found').length)).toBeGreaterThan(100);
	expect(await frame.evaluate(() => JSON.stringify(Reflect.get(globalThis, 'found')))).not.toContain(
		'the-ticket',
	);
	await page.close();
});
