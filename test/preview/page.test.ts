import type { Story } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import {
	createRateLimit,
	draftOf,
	editableComment,
	inject,
	inLanguage,
	openPolicy,
	previewHeaders,
	scriptJson,
} from '../../packages/astro-slugline/src/preview/index.js';

describe('the headers of a page in preview', () => {
	const editors = ['https://app.storyblok.com'];
	const headersOf = (page: [string, string][], scripts?: string[]) => previewHeaders(page, editors, scripts);

	it('keep it out of caches, search engines and other frames', () => {
		const page: [string, string][] = [
			['Content-Type', 'text/html'],
			['Cache-Control', 'public, max-age=60'],
			['CDN-Cache-Control', 'max-age=60'],
			['Surrogate-Control', 'max-age=60'],
			['Cache-Tag', 'story:1'],
			['Netlify-CDN-Cache-Control', 'max-age=60'],
			['X-Frame-Options', 'DENY'],
			['ETag', '"x"'],
		];
		expect(headersOf(page)).toEqual([
			['Content-Type', 'text/html'],
			['cache-control', 'private, no-store'],
			['x-robots-tag', 'noindex, nofollow'],
			['referrer-policy', 'no-referrer'],
			['x-content-type-options', 'nosniff'],
			['content-security-policy', "frame-ancestors 'self' https://app.storyblok.com"],
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
	])('is first in the head of %s', async (html, before) => {
		const { html: injected, scripts } = await inject(html, 'go()', '/client.js?a&b');
		const nonce = /'nonce-(.+)'/.exec(scripts[1] ?? '')?.[1];
		const tags = `<script>go()</script><script type="module" nonce="${nonce}" src="/client.js?a&amp;b"></script>`;
		expect(injected).toBe(before + tags + html.slice(before.length));
	});

	it('cannot be ended by what it holds', async () => {
		const { html } = await inject(
			'<head>',
			`go(${scriptJson({ a: '</script><script>alert(1)<!--' })})`,
			'/c.js',
		);
		expect(html.match(/<\/script>/g)).toHaveLength(2);
		expect(html).not.toContain('<!--');
	});

	it('is let through a policy in the page', async () => {
		const policy = 'content="script-src &#39;self&#39; \'sha256-a\'"';
		const { html, scripts } = await inject(
			`<head><meta http-equiv="Content-Security-Policy" ${policy}>`,
			'go()',
			'/c.js',
		);
		expect(html).toContain(`content="script-src 'self' 'sha256-a' ${scripts.join(' ')}"`);
	});
});

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
		const comment = (uid: string, name: string) => editableComment({ name, space: 1, uid, id: 2 });
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
			title: 'Hello',
			title__i18n__de: 'Hallo',
			text: 'Text',
			text__i18n__de: '',
			text__i18n__pt_br: 'Texto',
			body: [{ a: 'x', a__i18n__pt_br: 'y' }],
		};
		expect(inLanguage(content, 'default')).toEqual({ title: 'Hello', text: 'Text', body: [{ a: 'x' }] });
		expect(inLanguage(content, 'de')).toEqual({ title: 'Hallo', text: 'Text', body: [{ a: 'x' }] });
		expect(inLanguage(content, 'pt-br')).toEqual({ title: 'Hello', text: 'Texto', body: [{ a: 'y' }] });
	});

	it('cannot end the comment of a blok', () => {
		const comment = editableComment({ name: '--><script>', space: 1, uid: '--!>', id: 2 });
		expect(comment.slice(4, -3)).not.toMatch(/--|>|</);
		expect(JSON.parse(comment.slice('<!--#storyblok#'.length, -3))).toEqual({
			name: '--><script>',
			space: '1',
			uid: '--!>',
			id: '2',
		});
	});
});

it('lets a burst of requests through, and then so many a second', () => {
	const limit = createRateLimit(3, 2);
	const take = (at: number) => limit.take('a', at);
	expect([take(0), take(0), take(0), take(0), take(499), take(500), take(501)]).toEqual([
		true,
		true,
		true,
		false,
		false,
		true,
		false,
	]);
	expect(limit.take('b', 501)).toBe(true);
});
