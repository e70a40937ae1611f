import type { Story } from 'astro-slugline/wire';
import fc from 'fast-check';
import { type DefaultTreeAdapterTypes, html as names, parse, Tokenizer } from 'parse5';
import { describe, expect, it, vi } from 'vitest';
import {
	createRateLimit,
	draftOf,
	inject,
	inLanguage,
	inTime,
	openPolicy,
	previewHeaders,
	readHead,
	readPolicies,
	scriptJson,
} from '../../packages/astro-slugline/src/preview/index.js';
import { hostileHtml } from '../support/hostile-html.js';
import { isLong } from '../support/long.js';

describe('the headers of a page in preview', () => {
	const editors = ['https://app.storyblok.com'];
	const headersOf = (page: [string, string][], scripts?: string[]) => previewHeaders(page, editors, scripts);

	it('keep it out of caches, search engines and other frames', () => {
		const others =
			'Cache-Control CDN-Cache-Control Surrogate-Control Cache-Tag Netlify-CDN-Cache-Control Edge-Control Expires X-Frame-Options ETag';
		const page = others.split(' ').map((name): [string, string] => [name, 'x']);
		expect(headersOf([['Content-Type', 'text/html'], ...page])).toEqual([
			['Content-Type', 'text/html'],
			['cache-control', 'private, no-store'],
			['x-robots-tag', 'noindex, nofollow'],
			['referrer-policy', 'no-referrer'],
			['x-content-type-options', 'nosniff'],
			['content-security-policy', 'frame-ancestors https://app.storyblok.com'],
		]);
	});

	it('do not report its address', () => {
		const page: [string, string][] = [
			['Content-Security-Policy-Report-Only', "default-src 'self'; report-uri https://reports.example"],
			['Reporting-Endpoints', 'main="https://reports.example"'],
			['Report-To', '{}'],
			['NEL', '{}'],
			['Content-Security-Policy', "img-src 'self'; report-uri https://reports.example; report-to main"],
		];
		expect(JSON.stringify(headersOf(page))).not.toContain('report');
	});

	it("open the page's own policy for the scripts of preview and for styles", () => {
		const policy =
			"default-src 'self'; script-src 'self' 'sha256-x'; style-src 'self' 'sha256-y'; connect-src https://api.example; frame-ancestors 'none'";
		expect(headersOf([['content-security-policy', policy]], ["'sha256-HASH'"])).toContainEqual([
			'content-security-policy',
			"default-src 'self'; script-src 'self' 'sha256-x' 'sha256-HASH'; style-src 'self' 'unsafe-inline'; connect-src https://api.example 'self'",
		]);
	});

	it.each([
		["script-src 'unsafe-inline'", "script-src 'unsafe-inline' 'self'"],
		["script-src 'none'", "script-src 'sha256-H' 'nonce-N'"],
		[
			"script-src 'nonce-own' 'strict-dynamic' 'unsafe-inline' https:",
			"script-src 'nonce-own' 'strict-dynamic' 'unsafe-inline' https: 'sha256-H' 'nonce-N'",
		],
		["Script-Src-Elem 'self'", "script-src-elem 'self' 'sha256-H' 'nonce-N'"],
		[
			"default-src 'none'; img-src *",
			"default-src 'none'; img-src *; script-src 'sha256-H' 'nonce-N'; style-src 'unsafe-inline'; connect-src 'self'",
		],
		["img-src 'self', script-src 'self'", "img-src 'self', script-src 'self' 'sha256-H' 'nonce-N'"],
		["require-trusted-types-for 'script'; trusted-types none", ''],
	])('open %s', (policy, open) => {
		expect(openPolicy(policy, ["'sha256-H'", "'nonce-N'"])).toBe(open);
	});
});

describe('the script of preview', () => {
	it.each([
		[
			'<!DOCTYPE html><html lang="en"><head><title>x</title></head></html>',
			'<!DOCTYPE html><html lang="en"><head>',
		],
		[
			'<!doctype html><!-- <head> --><html><HEAD class="a"><title>x</title>',
			'<!doctype html><!-- <head> --><html><HEAD class="a">',
		],
		['<!DOCTYPE html><header>x</header>', '<!DOCTYPE html>'],
		['<title>x</title>', ''],
	])('is first in the head of %s', (html, before) => {
		const { html: injected, scripts } = inject(html, 'go()', '/client.js?a&b');
		const nonce = /'nonce-(.+)'/.exec(scripts[0] ?? '')?.[1];
		const tags = `<script nonce="${nonce}">go()</script><script type="module" nonce="${nonce}" src="/client.js?a&amp;b"></script>`;
		expect(injected).toBe(before + tags + html.slice(before.length));
	});

	it('cannot be ended by what it holds', () => {
		const { html } = inject('<head>', `go(${scriptJson({ a: '</script><script>alert(1)<!--' })})`, '/c.js');
		expect(html.match(/<\/script>/g)).toHaveLength(2);
		expect(html).not.toContain('<!--');
	});

	it('is let through a policy in the page', () => {
		const policy = 'content="script-src &#39;self&#39; \'sha256-a\'"';
		const { html, scripts } = inject(
			`<head><meta http-equiv="Content-Security-Policy" ${policy}>`,
			'go()',
			'/c.js',
		);
		expect(html).toContain(`content="script-src 'self' 'sha256-a' ${scripts.join(' ')}"`);
	});
});

/** The page around the injected scripts. */
const around = (html: string): [string, string] => {
	const [before = '', after = ''] = inject(html, 'go()', '/c.js').html.split(
		/<script nonce="[^"]+">go.*?<\/script>.*?<\/script>/,
	);
	return [before, after];
};

describe('a page with the scripts of preview', () => {
	it("keeps an editor's text that looks like a policy", () => {
		const alt = `<meta http-equiv=content-security-policy content='x onerror=… y'>`;
		const html = `<!DOCTYPE html><html><head><title>${alt}</title></head><body><img src="x" alt="${alt}"></body></html>`;
		expect(around(html).join('')).toBe(html);
	});

	it.each([
		['in the head', '<head><title>x</title>META</head>', 1],
		['after the head, which takes it in', '<head></head>META<body>', 1],
		['in the body', '<head></head><body>META', 0],
		['in a template', '<head><template><p>META</template></head>', 0],
		['in <noscript>, whose content is text', '<head><noscript>META</noscript></head>', 0],
		['after a template', '<head><template><p></template>META</head>', 1],
	])('has policies %s opened if browsers follow them', (_where, html, count) => {
		const meta = `<META content="img-src &#42;" HTTP-EQUIV='content-Security-policy' content=x>`;
		const page = html.replace('META', meta);
		expect(readHead(page).policies.map(({ value }) => value)).toEqual(Array(count).fill('img-src *'));
		const opened = count ? page.replace('content="img-src &#42;"', 'content="img-src *"') : page;
		expect(around(page).join('')).toBe(opened);
	});

	it('has them first in the head, and is else the same, whatever it holds', () => {
		const own = ['<head>', '<html lang=a>', '<!DOCTYPE html>', '\r\n', '🚀\0', '<title>', '<body>'];
		const part = fc.constantFrom(...hostileHtml, ...own);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
				const html = parts.join('');
				const injected = parse(inject(html, 'go()', '/c.js').html);
				const [root] = injected.childNodes.filter((node) => node.nodeName === 'html');
				const [head] = childrenOf(root).filter(({ nodeName }) => nodeName === 'head');
				const [first, second] = childrenOf(head);
				expect([first, second].map((script) => script && 'attrs' in script && script.attrs[0]?.name)).toEqual(
					['nonce', 'type'],
				);
				const metas = (document: DefaultTreeAdapterTypes.Document) => policiesIn(document).length;
				expect(readHead(html).policies).toHaveLength(metas(parse(html)));
				if (metas(injected) === 0) expect(around(html).join('')).toBe(html);
			}),
			{ seed: 27, numRuns: isLong ? 20_000 : 500 },
		);
	});

	it.each([
		['comments before the head', '<!-- -->'.repeat(40), 25],
		['many comments', '<!-- -->'.repeat(2000), 25],
		['unclosed comments', '<!--'.repeat(2000), 25],
		['unclosed policies', '<meta http-equiv=content-security-policy '.repeat(500), 25],
		['a body of 100,000 open elements', `<head></head><body>${'<div><b>'.repeat(50_000)}`, 0.01],
	])('is read in steps that grow with its length: %s', (_name, html, perCharacter) => {
		const steps = vi.spyOn(Tokenizer.prototype as unknown as { _callState(): void }, '_callState');
		inject(html, 'go()', '/c.js');
		const count = steps.mock.calls.length;
		steps.mockRestore();
		expect(count).toBeGreaterThan(0);
		expect(count).toBeLessThan(html.length * perCharacter);
	});

	it.each([
		['elements', `<template>${'<div>'.repeat(100_000)}`],
		['templates', '<template>'.repeat(100_000)],
	])('is refused with 100,000 %s inside each other in its head', (_name, head) => {
		expect(() => inject(`<head>${head}`, 'go()', '/c.js')).toThrow('more than 512 elements');
	});

	it('has the nonces of its policies, and knows whether they trust what scripts load', () => {
		expect(readPolicies(["script-src 'nonce-a' 'Nonce-b'", "style-src 'nonce-a'"])).toEqual({
			nonces: ['a', 'b'],
			isStrict: false,
		});
		expect(readPolicies(["default-src 'Strict-Dynamic'"])).toEqual({ nonces: [], isStrict: true });
	});
});

const childrenOf = (node: DefaultTreeAdapterTypes.Node | undefined): DefaultTreeAdapterTypes.ChildNode[] =>
	node && 'childNodes' in node ? node.childNodes : [];

/** The elements with a policy that are children of the head, by a parser that reads the whole page. */
const policiesIn = (document: DefaultTreeAdapterTypes.Document) =>
	childrenOf(
		childrenOf(document.childNodes.find(({ nodeName }) => nodeName === 'html')).find(
			({ nodeName }) => nodeName === 'head',
		),
	).filter(
		(node) =>
			'attrs' in node &&
			node.tagName === names.TAG_NAMES.META &&
			node.attrs.some(({ name }) => name === 'content') &&
			node.attrs.some(
				({ name, value }) => name === 'http-equiv' && value.toLowerCase() === 'content-security-policy',
			),
	);

const stored = {
	id: 2,
	uuid: 'b9f2c1de-0000-4000-8000-000000000001',
	name: 'Old',
	slug: 'hello',
	full_slug: 'blog/hello',
	lang: 'default',
	position: 0,
	tag_list: ['a'],
	content: { _uid: 'root', component: 'page', title: 'Old' },
} as unknown as Story;

describe('a draft', () => {
	it('is the stored story with what the editor has of it', () => {
		const edited = {
			id: 2,
			name: 'New',
			full_slug: 'elsewhere',
			uuid: 'x',
			position: 'first',
			tag_list: 'none',
			content: { component: 'hack', title: 'New', body: [{ _uid: 'b', component: 'teaser' }] },
		};
		const comment = (uid: string, name: string) =>
			`<!--#storyblok#${JSON.stringify({ name, space: '1', uid, id: '2' })}-->`;
		expect(draftOf(stored, edited, 1)).toEqual({
			...stored,
			name: 'New',
			content: {
				_uid: 'root',
				component: 'page',
				title: 'New',
				body: [{ _uid: 'b', component: 'teaser', _editable: comment('b', 'teaser') }],
				_editable: comment('root', 'page'),
			},
		});
	});

	it('has the fields of its language', () => {
		const content = {
			...{ title: 'Hello', title__i18n__de: 'Hallo' },
			...{ text: 'Text', text__i18n__de: '', text__i18n__pt_br: 'Texto' },
			body: [{ a: 'x', a__i18n__pt_br: 'y' }],
		};
		expect(inLanguage(content, 'default')).toEqual({ title: 'Hello', text: 'Text', body: [{ a: 'x' }] });
		expect(inLanguage(content, 'de')).toEqual({ title: 'Hallo', text: 'Text', body: [{ a: 'x' }] });
		expect(inLanguage(content, 'pt-br')).toEqual({ title: 'Hello', text: 'Texto', body: [{ a: 'y' }] });
		expect(inLanguage({ 'a\n__i18n__de': 1 }, 'de')).toEqual({ 'a\n': 1 });
	});
});

it('lets a burst of requests through, and then so many a second', () => {
	const limit = createRateLimit(3, 2);
	const take = (at: number) => limit('a', at);
	expect([0, 0, 0, 0, 499, 500, 501].filter(take)).toEqual([0, 0, 0, 500]);
	expect(limit('b', 501)).toBe(true);
});

it('ends what a page waits for in vain with a sentence, and passes on all else', async () => {
	const page = new Response('page');
	expect(await inTime(Promise.resolve(page))).toBe(page);
	await expect(inTime(Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	await expect(inTime(new Promise(() => {}), 10)).rejects.toThrow(
		'The page takes longer than 0.01 seconds with this content.',
	);
});
