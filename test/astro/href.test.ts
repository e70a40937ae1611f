import { buildChannel } from 'astro-keep/tracking';
import { href, routeOf } from 'astro-slugline/paths';
import { linkAttributes } from 'astro-slugline/rendering';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { collectNotices } from '../../packages/astro-keep/src/output/notices.js';
import { notice } from '../../packages/astro-slugline/src/astro/page/data/index.js';
import { isLong } from '../support/long.js';
import routes, { uuids } from '../support/page-routes.js';

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());
const warned = () => warn.mock.calls.flat();

const story = (id: string, more: object = {}) => ({
	fieldtype: 'multilink',
	linktype: 'story',
	id,
	url: '',
	cached_url: 'old/place',
	...more,
});

it('finds a story by its uuid, in the language of the page', () => {
	const about = story(uuids.about);
	expect(href(about)).toBe('/base/about/');
	expect(href(about, { lang: 'de' })).toBe('/base/de/%C3%BCber/');
	expect(href(about, { lang: 'pt-BR' })).toBe('/base/pt-br/sobre/');
	expect(href(about, { from: new URL('https://example.com/base/de/nur/') })).toBe('/base/de/%C3%BCber/');
	expect(href(about, { from: '/base/de/nur.html' })).toBe('/base/de/%C3%BCber/');
	expect(href(about, { from: { collection: 'pages', id: 'pt_br/about' } })).toBe('/base/pt-br/sobre/');
	expect(href(about, { from: '/base/search', locale: 'de' })).toBe('/base/de/%C3%BCber/');
	expect(href(about, { lang: 'default', from: '/base/de/nur/' })).toBe('/base/about/');
	expect(href(uuids.about, { lang: 'de' })).toBe('/base/de/%C3%BCber/');
	expect(href({ linktype: 'story', uuid: uuids.home, href: '/stale' })).toBe('/base/');
	expect(warned()).toEqual([]);
});

it('links to the default language for one that the site does not have, and says so', () => {
	expect(href(story(uuids.about), { lang: 'fr' })).toBe('/base/about/');
	expect(warned()).toEqual([
		expect.stringContaining(
			'A link has the default language, because the site does not have its language `fr`; there are `de`, `en` and `pt-BR`.',
		),
	]);
});

it('says so on a site with one language, too', () => {
	const { spaces } = routes;
	const languages = spaces.default.languages.slice(0, 1);
	Object.assign(routes, { spaces: { default: { ...spaces.default, languages } } });
	href('https://example.com', { lang: 'nl' });
	Object.assign(routes, { spaces });
	expect(warned()).toEqual([expect.stringContaining('does not have its language `nl`; there is `en`.')]);
});

it('says nothing of a language that may be the unnamed default one, or that of a folder', () => {
	const { spaces } = routes;
	const [, ...others] = spaces.default.languages;
	const unnamed = { lang: 'default', prefix: '', chain: [] };
	const inFolder = { ...spaces.default.routes.about, locale: 'de', path: '/de/haus', href: '/base/de/haus/' };
	for (const [lang, changed] of [
		['it', { languages: [unnamed, ...others], routes: {} }],
		['sv', { routes: { ...spaces.default.routes, 'de/haus': inFolder } }],
	] as const) {
		Object.assign(routes, { spaces: { default: { ...spaces.default, ...changed } } });
		href('https://example.com', { lang });
	}
	Object.assign(routes, { spaces });
	expect(warned()).toEqual([]);
});

it('takes no address that leaves the site for a path in the folder of its story', () => {
	const from = '/base/about/';
	for (const address of ['java\tscript:alert(1)', '\\\\evil.example/x', 'https:evil'])
		expect(String(href(address, { from }))).not.toMatch(/^(?:\/base\/)?(?:\/x|alert|evil)/);
	expect(href('java\tscript:alert(1)', { from })).toBeUndefined();
	expect(warned()).toContainEqual(expect.stringContaining('because it could run a script'));
});

it('says of a link to `/` that the site has no start page', () => {
	const { spaces } = routes;
	const { home: _home, ...others } = spaces.default.routes;
	Object.assign(routes, { spaces: { default: { ...spaces.default, routes: others } } });
	const notices = collectNotices(() => false, '');
	notices.begin();
	href('/', { from: '/base/about/' });
	expect(notices.end()).toEqual([
		'The site has no start page, to which a link leads: no story has the path `/`, as `index.md` of a folder has, and there is no src/pages/index.astro. Seen on /base/about/.',
	]);
	Object.assign(routes, { spaces });
});

it('finds a story by its path without the locale, as the service has it, in the language of the page first', () => {
	expect(href('/über#x', { lang: 'de' })).toBe('/base/de/%C3%BCber/#x');
	expect(href('/sobre/', { from: '/base/pt-br/sobre/' })).toBe('/base/pt-br/sobre/');
	expect(href('/nur', { locale: 'de' })).toBe('/base/de/nur/');
	expect(href('/nur', { lang: 'default' })).toBe('/base/nur');
	expect(href('/about', { lang: 'de' })).toBe('/base/de/%C3%BCber/');
});

const pdf = '//a.storyblok.com/f/1/x.pdf';

it.each([
	[
		'an address',
		{ linktype: 'url', url: ' https://a.com/a b?c=1&d="2" ' },
		'https://a.com/a%20b?c=1&d=%222%22',
	],
	['an old link', { linktype: 'url', cached_url: 'https://example.com' }, 'https://example.com'],
	['text', 'https://example.com/', 'https://example.com/'],
	['a path', '/other?x=a:b', '/base/other?x=a:b'],
	['a mail address', { linktype: 'email', email: 'ann@example.com', url: '' }, 'mailto:ann@example.com'],
	['a mail address in url', { linktype: 'email', url: 'mailto:ann@example.com' }, 'mailto:ann@example.com'],
	['a mail address without a type', { email: 'ann@example.com' }, 'mailto:ann@example.com'],
	['an asset', { linktype: 'asset', id: 12, url: pdf }, `https:${pdf}`],
	['an asset field', { fieldtype: 'asset', id: 12, filename: `https:${pdf}` }, `https:${pdf}`],
	['a telephone', { linktype: 'url', url: 'tel:+4912345' }, 'tel:+4912345'],
	['an anchor of a story', story(uuids.about, { anchor: 'more' }), '/base/about/#more'],
	['an anchor with its sign', story(uuids.about, { anchor: '#more "so"' }), '/base/about/#more%20%22so%22'],
	['an anchor of an address', { linktype: 'url', url: '/x', anchor: 'y' }, '/base/x#y'],
	['an anchor on this page', { linktype: 'story', id: '', url: '', cached_url: '', anchor: 'y' }, '#y'],
	['an anchor as address', { linktype: 'url', url: '#y' }, '#y'],
	['a missing link', null, undefined],
	['an empty link', { linktype: 'story', id: '', url: '', cached_url: '' }, undefined],
	['an empty text', '  ', undefined],
	['a story without a uuid', { linktype: 'story', id: '', url: '', cached_url: 'about' }, '/base/about/'],
	['a story by its path', { linktype: 'story', href: '/de/über/#x', anchor: 'y' }, '/base/de/%C3%BCber/#y'],
	['a story link with an address', { linktype: 'story', url: 'https://a.com' }, 'https://a.com'],
])('reads %s', (_what, link, expected) => {
	expect(href(link)).toBe(expected);
	expect(warned()).toEqual([]);
});

it('finds a story in the language of the given address, if nothing says the language of the page', () => {
	const to = (given: string, options = {}) =>
		href({ linktype: 'story', uuid: uuids.about, href: given }, options);
	expect(to('/de/über')).toBe('/base/de/%C3%BCber/');
	expect(to('/de/an-old-slug')).toBe('/base/de/%C3%BCber/');
	expect(to('/pt-br/sobre')).toBe('/base/pt-br/sobre/');
	expect(to('/pt_br/old')).toBe('/base/pt-br/sobre/');
	for (const given of ['/about', '/old', 'https://a.com/de/x', '/', ''])
		expect(to(given)).toBe('/base/about/');
	expect(to('/de/über', { from: '/base/about/' })).toBe('/base/about/');
	expect(to('/de/über', { locale: 'pt-BR' })).toBe('/base/pt-br/sobre/');
	expect(warned()).toEqual([]);
});

it('finds a story by its address, in the language of the page', () => {
	const from = new URL('https://example.com/base/de/nur/');
	const german = '/base/de/%C3%BCber/';
	for (const address of ['about', '/about', '/about/', '/base/about/', '/base/about/index.html']) {
		expect(href(address, { from })).toBe(german);
		expect(href({ linktype: 'url', url: address }, { from })).toBe(german);
	}
	expect(href(uuids.about, { from })).toBe(german);
	expect(href('/about/?x=a:b#c', { from })).toBe(`${german}?x=a:b#c`);
	expect(href({ url: 'about', anchor: 'c' }, { locale: 'de' })).toBe(`${german}#c`);
	expect(href({ linktype: 'story', cached_url: 'about' }, { from })).toBe(german);
	expect(href({ linktype: 'story', id: '', url: '', cached_url: '/about/' }, { from })).toBe(german);
	expect(href('about')).toBe('/base/about/');
	expect(href('home')).toBe('/base/');
	// An address that names a language stays in it.
	expect(href('/de/über')).toBe(german);
	expect(href('/de/über', { from: '/base/pt-br/sobre/' })).toBe(german);
	// Relative on purpose.
	for (const address of ['?page=2', './2', '#top']) expect(href(address, { from })).toBe(address);
	expect(warned()).toEqual([]);
});

it('begins a relative address on the start page of a folder in that folder, also without slashes at the ends of addresses', () => {
	const from = '/base/guides';
	for (const address of ['./about', './about.md', 'about.md'])
		expect(href(`${address}#more`, { from })).toBe('/base/guides/about#more');
	expect(href('../about', { from })).toBe('/base/about/');
	expect(href('./', { from: '/base/guides/about' })).toBe('/base/guides');
	expect(warned()).toEqual([]);
});

it('finds the story of a Markdown file, which a folder may link to', () => {
	const from = '/base/about/';
	for (const file of ['about.md', './about.md', '/about.md', '../about.md'])
		expect(href(`${file}#more`, { from })).toBe('/base/about/#more');
	expect(href('/index.md', { from: '/base/de/nur/' })).toBe(href('/', { from: '/base/de/nur/' }));
	expect(href('about.md', { from: '/base/de/nur/' })).toBe('/base/de/%C3%BCber/');
	expect(href('/terms.md', { from })).toBe('/base/terms.md');
	expect(warned()).toEqual([]);
});

it('begins the slug of a story that is gone at the root, or in the folder of the story with the link', () => {
	expect(href('was/here')).toBe('/base/was/here');
	expect(href('was-here?a=b:c', { lang: 'de' })).toBe('/base/was-here?a=b:c');
	expect(href('was-here', { from: '/base/de/über/' })).toBe('/base/was-here');
	for (const gone of ['gone', './gone.md', '../guides/gone'])
		expect(href(`${gone}?a#b`, { from: '/base/guides/about' })).toBe('/base/guides/gone?a#b');
	expect(href('./', { from: '/base/search' })).toBe('./');
	expect(href('..//a.com/b', { from: '/base/guides/about' })).toBe('..//a.com/b');
	expect(href('www.example.com/a')).toBe('www.example.com/a');
	warned();
});

it('leaves a relative address that may lead to a file or another page where browsers look for it', () => {
	const from = '/base/about/';
	for (const address of ['file.pdf', './file.pdf', '../search', '../search/?q=a#b'])
		expect(href(address, { from })).toBe(address);
	expect(href('../search', { from: '/base/guides/about' })).toBe('../search');
	warned();
});

it('warns of addresses that the finished site does not have', () => {
	const notices = collectNotices(() => false, 'SLUGLINE_EXPLAIN=1');
	notices.begin();
	const from = new URL('https://example.com/base/de/nur/');
	expect(href('/nowhere?x', { from })).toBe('/base/nowhere?x');
	expect(href('example.com', { from })).toBe('example.com');
	expect(href('/base/search', { from })).toBe('/base/search');
	expect(href('/feed.xml', { from })).toBe('/base/feed.xml');
	expect(href('./gone.md#x', { from: '/base/guides/about' })).toBe('/base/guides/gone#x');
	expect(href('./gone.pdf', { from: '/base/guides/about' })).toBe('./gone.pdf');
	notices.takeReads([
		['Cached.', null, '/none'],
		['Cached and right.', '/a', '/base/search'],
	]);
	// A build that fails says what it knows: whether the site has an address is not yet among that.
	notice('Rendered.', '/a');
	expect(notices.soFar()).toEqual(['Rendered. Seen on /a.']);
	const site = {
		has: (address: string) => address === '/base/search',
		near: (address: string) => (address === '/base/nowhere' ? '/now/here' : undefined),
	};
	expect(notices.end(site)).toMatchInlineSnapshot(`
		[
		  "A link leads to no file: the site has none at \`./gone.pdf\`. Put it into public/ and begin its address with a slash, or begin it with \`https://\` if it is of another site. Seen on /base/guides/about.",
		  "A link leads to no file: the site has none at \`/feed.xml\`. Put it into public/, correct the address, or begin it with \`https://\` if it is of another site. Seen on /base/de/nur/.",
		  "A link leads to no page: the site has none at \`/guides/gone\`, which \`./gone.md#x\` means in the folder of its story. Correct the address, or begin it with \`https://\` if it is of another site. Seen on /base/guides/about.",
		  "A link leads to no page: the site has none at \`/nowhere\`. Correct the address, or begin it with \`https://\` if it is of another site. Did you mean \`/now/here\`? Seen on /base/de/nur/.",
		  "A link leads to no page: the site has none at \`example.com\`. Correct the address, or begin it with \`https://\` if it is of another site. Seen on /base/de/nur/.",
		  "Rendered. Seen on /a.",
		  "1 warning of an earlier build still applies to pages that did not change. Set SLUGLINE_EXPLAIN=1 to show it.",
		]
	`);
});

it('warns once about a link to a story without a page, and names both', () => {
	const gone = story(uuids.unpublished);
	for (let page = 1; page <= 6; page += 1)
		for (let times = 0; times < 2; times += 1) expect(href(gone, { from: `/p${page}` })).toBeUndefined();
	expect(warned().join('\n')).toMatchInlineSnapshot(
		`"[astro-slugline] A link leads nowhere, because the story \`old/place\` (00000000-0000-4000-8000-000000000009) has no page: it is not published, it was deleted, or \`routes\` excludes it. Seen on /p1."`,
	);
	buildChannel().whyNoPage = () => 'space/old/place.md is not published';
	href(gone, { from: '/p1' });
	buildChannel().whyNoPage = undefined;
	expect(warned().at(-1)).toContain('has no page: space/old/place.md is not published. Seen on');
});

it('warns of a link to a story that the options leave out in the same words, however it names the story', () => {
	const from = '/p1';
	buildChannel().excludedStory = (given) =>
		[uuids.unpublished, '/settings/menu', 'settings/menu'].includes(given)
			? 'space/settings/menu.md by `settings/**`'
			: undefined;
	const notices = collectNotices(() => false, 'SLUGLINE_EXPLAIN=1');
	notices.begin();
	expect(href(story(uuids.unpublished), { from })).toBeUndefined();
	expect(href({ linktype: 'story', cached_url: 'settings/menu' }, { from })).toBeUndefined();
	href('/settings/menu', { from });
	expect(notices.end({ has: () => false, near: () => undefined })).toEqual([
		'A link leads nowhere: `routes.exclude` leaves out space/settings/menu.md by `settings/**`. Remove the link, or change the option. Seen on /p1.',
	]);
	buildChannel().excludedStory = undefined;
});

it('warns about an address that it leaves out, and names the scheme', () => {
	expect(href('vbscript:x', { from: { collection: 'own', id: 'my-about' } })).toBeUndefined();
	expect(warned().join('\n')).toMatchInlineSnapshot(
		`"[astro-slugline] An address that begins with \`vbscript:\` is left out, because it could run a script. Seen on /base/about/."`,
	);
});

/** Characters before, inside, and after a scheme that browsers skip. */
const noise = fc.constantFrom('', '&Tab;', '&#10;', ...' \t\n\r\u0000\u0001\u200b\u00a0\ufeff');
const letter = (character: string) => {
	const code = character.charCodeAt(0);
	const entities = [`&#${code};`, `&#x${code.toString(16)};`, `&#0${code}`];
	return fc.constantFrom(character, character.toUpperCase(), ...entities);
};
const nasty = fc
	.constantFrom('javascript', 'data', 'vbscript', 'livescript', 'blob', 'file')
	.chain((scheme) =>
		fc.tuple(
			...[...scheme].map((character) => fc.tuple(noise, letter(character)).map((parts) => parts.join(''))),
		),
	)
	.chain((letters) =>
		fc
			.tuple(noise, fc.constantFrom(':', '&colon;', '&#58;', '&#x3a;'))
			.map((end) => letters.join('') + end.join('')),
	)
	.map((scheme) => `${scheme}alert(1)//`);

it('returns no address with a scheme that runs scripts, in any spelling', () => {
	const runs = isLong ? 100_000 : 2_000;
	fc.assert(
		fc.property(nasty, fc.constantFrom('url', 'asset', undefined), (url, linktype) => {
			expect(href({ linktype, url })).toBeUndefined();
			expect(href(url)).toBeUndefined();
			expect(linkAttributes({ linktype: 'url', href: url, target: '_blank' })).toBeUndefined();
		}),
		{ numRuns: runs, seed: 7 },
	);
});

it('returns addresses that stay inside their attribute and keep their meaning', () => {
	fc.assert(
		fc.property(
			fc.string({ unit: 'binary' }),
			fc.constantFrom('', '/', 'https://x.org/', 'mailto:'),
			(rest, start) => {
				const found = href(start + rest);
				if (found === undefined) return;
				expect(found).not.toMatch(/["'<>`\s\p{Cc}]/u);
				if (URL.canParse(found)) expect(['https:', 'http:', 'mailto:']).toContain(new URL(found).protocol);
			},
		),
		{ numRuns: 2_000, seed: 7 },
	);
});

it('returns the attributes of a link, with harmless ones of editors only', () => {
	const window = { href: '/base/x', target: '_blank', rel: 'noopener' };
	const harmless = { 'data-track': 'a', 'aria-label': 'b' };
	const hostile = {
		...{ 'data-hx-on': 'click: alert(1)', 'data-tracker': 'c', onclick: 'alert(1)', style: 'x' },
		...{ href: 'javascript:1', Download: '' },
	};
	const link = { linktype: 'url', url: '/x', target: '_blank', title: 'X', onmouseover: 'alert(1)' };
	const custom = { ...harmless, ...hostile };
	expect(linkAttributes({ ...link, custom })).toEqual({ ...window, title: 'X', ...harmless });
	const plain = { ...link, custom: null, title: '', rel: 'nofollow' };
	expect(linkAttributes(plain)).toEqual({ ...window, rel: 'nofollow noopener' });
	expect(linkAttributes({ url: '/x', target: '_self' })).toEqual({ href: '/base/x' });
	expect(linkAttributes({ url: '/x', target: '"><script>' })).toEqual({ href: '/base/x' });
	expect(linkAttributes('/x')).toEqual({ href: '/base/x' });
	expect(linkAttributes(undefined)).toBeUndefined();
});

it('finds the route of a story that is not an entry', () => {
	expect(routeOf({ uuid: uuids.about, lang: 'de' })?.path).toBe('/de/über');
	expect(routeOf({ uuid: uuids.about })?.path).toBe('/about');
	expect(routeOf({ uuid: uuids.unpublished })).toBeUndefined();
	expect(routeOf({ collection: 'own', id: 'my-about' })?.href).toBe('/base/about/');
	expect(routeOf({ collection: 'pages', id: 'constructor' })).toBeUndefined();
});

it('throws for a collection without routes, and names it', () => {
	expect(() => routeOf({ collection: 'links', id: 'x' })).toThrowErrorMatchingInlineSnapshot(
		`[SluglinePageError: The entry \`x\` of the collection \`links\` has no route, because \`stories()\` does not load that collection.]`,
	);
});

it('warns of <StoryLink> without a link, but not of an empty field', () => {
	expect(linkAttributes(undefined, {}, { link: undefined })).toBeUndefined();
	expect(warned()).toEqual([]);
	expect(linkAttributes(undefined, { from: '/about/' }, {})).toBeUndefined();
	expect(warned().join('\n')).toContain(
		'`<StoryLink>` was given no `link`, so it shows only its text. Pass a field of the blok: `<StoryLink link={blok.link}>`.',
	);
});

it('leads to the story of an entry, and says that a language is an option', () => {
	const data = { uuid: uuids.about, full_slug: 'about' };
	const entry = { id: 'about', collection: 'pages', data };
	expect(href(entry as never)).toBe('/base/about/');
	expect(href(entry as never, { lang: 'de' })).toBe(routeOf({ uuid: uuids.about, lang: 'de' })?.href);
	expect(warned()).toEqual([]);
	href('/about', 'de' as never);
	expect(warned().join()).toContain("href() takes options: `href(…, { lang: 'de' })`");
});
