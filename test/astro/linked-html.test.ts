import { markdownHtml } from 'astro-slugline/rendering';
import { afterEach, expect, it, vi } from 'vitest';
import { buildChannel } from '../../packages/astro-keep/src/tracking/index.js';
import { linkedHtml } from '../../packages/astro-slugline/src/astro/page/rendering/linked-html.js';
import { uuids } from '../support/page-routes.js';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());

const from = new URL('https://example.com/base/de/nur/');
const german = '/base/de/%C3%BCber/';

/** The address that a link has in the HTML of the German page. */
const hrefIn = (written: string): string | undefined =>
	/ href="([^"]*)"/.exec(linkedHtml(`<p>a <a href="${written}">b</a></p>`, { from }))?.[1];

it.each([
	...['about', '/about', '/about/', '/base/about/', uuids.about].map((given) => [given, german]),
	['/about?a=1&#x26;b=2#c', `${german}?a=1&amp;b=2#c`],
	['/de/%C3%BCber', german],
	['./about', german],
	['./gone', './gone'],
	['/plain.pdf', '/base/plain.pdf'],
	['/base/plain.pdf', '/base/plain.pdf'],
	['/baseline', '/base/baseline'],
	['/base?x', '/base/?x'],
	['/base2?x', '/base/base2?x'],
	[uuids.unpublished, ''],
	...['#top', '?page=2', 'mailto:a@b.c', 'tel:1', 'https://b.c/?a=1&#x26;b=2', '//b.c/d'].map((same) => [
		same,
		same,
	]),
])('writes the address of the link %s', (given, expected) => {
	expect(hrefIn(given ?? '')).toBe(expected);
});

it('finds addresses in attributes of start tags, however they are written', () => {
	const html = `<a title='x > href="/about"' href='/about'>a</a> <a href=/about>b</a> <A HREF="/about">c</A> <p href="/about">/about</p>`;
	expect(linkedHtml(html, { from })).toBe(
		`<a title='x > href="/about"' href="${german}">a</a> <a href="${german}">b</a> <A HREF="${german}">c</A> <p href="/about">/about</p>`,
	);
	const files =
		'<img src="/a.png"><img src="a.png"><img src="https://b.c/a.png"><video poster="/a.png" src="/base/v.mp4">';
	expect(linkedHtml(files, { from })).toBe(
		'<img src="/base/a.png"><img src="a.png"><img src="https://b.c/a.png"><video poster="/base/a.png" src="/base/v.mp4">',
	);
	const plain = '<b class="x">no links</b> & <i>text</i>';
	expect(linkedHtml(plain, { from })).toBe(plain);
});

it('leaves texts alone that look like tags: in attributes, comments, scripts, and styles', () => {
	for (const text of [
		`<button data-code='<a href="/about">a</a>'>Copy</button>`,
		'<button data-code="<a href={href(about)}>">Copy</button>',
		'<!-- <a href="/about">a</a> -->',
		'<script>const a = \'<a href="/about">a</a>\';</script>',
		'<style>/* <a href="/about"> */</style>',
		'<textarea><img src="/a.png"></textarea>',
		'<a title="<img src=\'/a.png\'>">a</a>',
		'a < b <a',
	]) {
		const after = '<a href="/about">b</a>';
		const whole = text === 'a < b <a' ? text : text + after;
		expect(linkedHtml(whole, { from })).toBe(whole.replace(after, `<a href="${german}">b</a>`));
	}
	expect(warn).not.toHaveBeenCalled();
});

it('uses the language of the page in a field, and of `lang` before it', async () => {
	const build = buildChannel();
	build.renderMarkdown = async (text) => `<p>${text}</p>`;
	try {
		const text = '<a href="/about">a</a>';
		expect(await markdownHtml(text, { from, inline: true })).toBe(`<a href="${german}">a</a>`);
		expect(await markdownHtml(text, { from, lang: 'default' })).toContain('"/base/about/"');
		expect(await markdownHtml(text, { locale: 'de' })).toContain(german);
		expect(await markdownHtml(text)).toContain('"/base/about/"');
	} finally {
		delete build.renderMarkdown;
	}
});

/** The warnings that a page gives. */
async function noticesOf(run: () => unknown): Promise<unknown[]> {
	const build = buildChannel();
	const taken: unknown[] = [];
	build.takeNotice = (notice) => taken.push(notice);
	try {
		await run();
	} finally {
		build.takeNotice = undefined;
	}
	return taken;
}

it('warns if the text of <Markdown> is a list of bloks', async () => {
	const taken = await noticesOf(async () => {
		expect(await markdownHtml([{ component: 'hero' }], { from })).toBe('');
		expect(await markdownHtml(null, { from })).toBe('');
	});
	expect(taken).toMatchObject([
		{
			sentence:
				'`<Markdown>` was given something other than text, so it renders nothing. Show bloks with `<Blok blok={blok.body} />`, and rich text with `<RichText>`.',
			page: '/base/de/nur/',
		},
	]);
});

it('warns of a relative image, which no page has below its own address', async () => {
	const html =
		'<img src="./boat.png" alt=""><a href="#top">a</a><img src="data:image/png;base64,AA==" alt="">';
	expect(await noticesOf(() => expect(linkedHtml(html, { from })).toBe(html))).toEqual([
		{
			sentence:
				'The file `./boat.png` does not exist in the site: browsers look for a relative address below that of the page. Put the file into public/, and begin its address with a slash. Write `/boat.png`.',
			page: '/base/de/nur/',
			unless: '/base/de/nur/boat.png',
		},
	]);
});

it('fails if <Markdown> has no prop `text`, but not for an empty field', async () => {
	await expect(markdownHtml(undefined, {}, { doc: 'a' } as never)).rejects.toThrow(
		'`<Markdown>` was given no `text`, but `doc`, so it would render nothing.',
	);
	expect(await markdownHtml(undefined, {}, { text: undefined })).toBe('');
});
