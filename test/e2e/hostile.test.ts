import { createRequire } from 'node:module';
import { fromHtml } from 'hast-util-from-html';
import { beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import { type ServedStory, type Service, startService, uuidOfStory } from '../support/service.js';
import { config, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

usePackedPackage();

/** Texts that run a script if they are not treated as text. */
const attacks = [
	'<script>alert(1)</script>',
	'"><img src=x onerror=alert(1)>',
	"' onmouseover='alert(1)",
	'javascript:alert(1)',
	'</title></style></textarea><svg/onload=alert(1)>',
	'{{constructor.constructor("alert(1)")()}}',
	'<!--><script>alert(1)</script>-->',
];
const attack = attacks.join(' ');

const text = (text: string, ...marks: object[]) => ({ type: 'text', text, marks });
const node = (type: string, attrs: object, ...content: object[]) => ({ type, attrs, content });

const attributes =
	'href src alt title color class id textAlign level colspan backgroundColor target rel anchor name emoji style onclick set:html server:defer client:load';
const hostileAttrs = Object.fromEntries(attributes.split(' ').map((name) => [name, attack]));

const nodeTypes =
	'paragraph heading blockquote image emoji code_block tableCell <script> __proto__ constructor'.split(' ');
const hostileMarks = 'link anchor textStyle styled highlight __proto__ <b>'
	.split(' ')
	.map((type) => ({ type, attrs: hostileAttrs }));

const hostileText = {
	type: 'doc',
	content: [
		...nodeTypes.map((type) => node(type, hostileAttrs, text(attack, ...hostileMarks))),
		node('blok', {
			body: [{ component: '<script>', _uid: attack }, { component: 'box', items: null }, null, 7, attack],
		}),
		...attacks.map((href) =>
			node(
				'paragraph',
				{},
				text('link', { type: 'link', attrs: { href, linktype: 'url', target: '_blank' } }),
			),
		),
		null,
		attack,
	],
};

function nested(depth: number, wrap: (inner: object) => object, innermost: object): object {
	let inner = innermost;
	for (let level = 0; level < depth; level += 1) inner = wrap(inner);
	return inner;
}

const deepText = {
	type: 'doc',
	content: [
		nested(
			450,
			(inner) => node('blockquote', {}, inner),
			node('paragraph', {}, text('at the bottom of quotes')),
		),
		nested(
			220,
			(inner) => node('bullet_list', {}, node('list_item', {}, inner)),
			node('paragraph', {}, text('at the bottom of lists')),
		),
	],
};

const hostile: ServedStory = {
	slug: 'hostile',
	component: 'box',
	content: {
		title: attack,
		text: hostileText,
		markdown: attacks.join('\n\n'),
		link: {
			fieldtype: 'multilink',
			linktype: 'url',
			url: 'java\u0000script:alert(1)',
			target: attack,
			title: attack,
			onclick: attack,
		},
		links: attacks.map((url) => ({ fieldtype: 'multilink', linktype: 'url', url })),
		image: { fieldtype: 'asset', id: 1, filename: attack, alt: attack, title: attack, focus: attack },
		images: attacks.map((alt) => ({
			fieldtype: 'asset',
			id: 1,
			filename: `https://a.storyblok.com/f/1/2x3/${alt}/a.jpg`,
			alt,
			focus: alt,
		})),
		items: [
			...['__proto__', 'constructor', 'toString', '../../astro.config', '<script>', ''].map((component) => ({
				component,
				_uid: 'x',
			})),
			{ component: 'box', _uid: attack, title: attack, _editable: `<!--#storyblok#{"id":"${attack}"}-->` },
		],
	},
};

/** Attributes that htmx acts on: a request as soon as the page is loaded, and scripts. */
const htmxAttributes = Object.fromEntries(
	['', 'data-'].flatMap((prefix) => [
		[`${prefix}hx-get`, '/taken'],
		[`${prefix}hx-trigger`, 'load'],
		[`${prefix}hx-on:click`, 'window.ran = true'],
		[`${prefix}hx-vals`, 'js:{ran: window.ran = true}'],
		[`${prefix}hx-boost`, 'true'],
	]),
);
const htmxMarkup = Object.entries(htmxAttributes)
	.map(([name, value]) => `${name}="${value}"`)
	.join(' ');

const stories: ServedStory[] = [
	hostile,
	{
		slug: 'htmx',
		component: 'box',
		content: {
			title: 'Attributes',
			markdown: `<div ${htmxMarkup}>Markdown</div>\n\nA [link](/x){${htmxMarkup}} and <a href="/x" ${htmxMarkup}>another</a>.`,
			text: {
				type: 'doc',
				content: [
					node(
						'paragraph',
						htmxAttributes,
						text('rich text', {
							type: 'link',
							attrs: { href: '/x', linktype: 'url', custom: htmxAttributes, ...htmxAttributes },
						}),
					),
				],
			},
			link: { fieldtype: 'multilink', linktype: 'url', url: '/x', ...htmxAttributes, custom: htmxAttributes },
		},
	},
	{
		slug: 'deep',
		component: 'box',
		content: {
			text: deepText,
			items: [
				nested(220, (inner) => ({ component: 'box', _uid: 'd', items: [inner] }), {
					component: 'box',
					_uid: 'e',
					title: 'at the bottom of bloks',
				}),
			],
		},
	},
	{ slug: 'a', component: 'box', content: { other: uuidOfStory('b'), title: 'A' } },
	{ slug: 'b', component: 'box', content: { other: uuidOfStory('a'), title: 'B' } },
	{ slug: 'self', component: 'box', content: { other: uuidOfStory('self'), title: 'Self' } },
	{
		slug: 'large',
		component: 'box',
		content: {
			title: 'Large',
			text: {
				type: 'doc',
				content: Array.from({ length: 20_000 }, (_, at) =>
					node('paragraph', {}, text(`${at} ${'lorem '.repeat(15)}`)),
				),
			},
			markdown: 'Lorem *ipsum* dolor sit amet.\n\n'.repeat(60_000),
		},
	},
];

const files = {
	...plainSite,
	'src/pages/[...path].astro': storyRoute(
		`<html><head><title>{data.content.title}</title>{alternates.map(({ hreflang, href }) => <link rel="alternate" hreflang={hreflang} href={href} />)}</head>
<body><Blok blok={data.content} /></body></html>`,
		{
			components: ['Blok'],
			code: `import { resolve } from 'astro-slugline/content';
const { data } = await resolve(story, { depth: Infinity });
const alternates = routeOf(story)?.alternates ?? [];`,
		},
	),
	'src/bloks/Box.astro': `---
import { editable } from 'astro-slugline/rendering';
import Blok from 'astro-slugline/components/Blok.astro';
import Markdown from 'astro-slugline/components/Markdown.astro';
import RichText from 'astro-slugline/components/RichText.astro';
import StoryImage from 'astro-slugline/components/StoryImage.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
const { blok } = Astro.props;
---
<section {...editable(blok)}>
<h2>{blok.title}</h2>
<RichText doc={blok.text} />
<Markdown text={blok.markdown} />
<StoryLink link={blok.link}>link</StoryLink>
{blok.links?.map((link) => <StoryLink link={link}>{link.url}</StoryLink>)}
<StoryImage asset={blok.image} />
{blok.images?.map((asset) => <StoryImage asset={asset} />)}
<Blok blok={blok.items} />
<Blok blok={blok.other?.content} />
</section>`,
};

const dangerous = ['script', 'svg', 'math', 'style', 'iframe', 'object', 'embed', 'form', 'base', 'meta'];
const isAddress = /^(?:href|src|srcSet|action|formAction|poster|data)$/;

/** The elements that could run code, in a page as a browser would parse it. */
function running(html: string): string[] {
	const found: string[] = [];
	const nodes: { children?: ReturnType<typeof fromHtml>['children'] }[] = [fromHtml(html)];
	for (let node = nodes.pop(); node; node = nodes.pop()) {
		for (const child of node.children ?? []) {
			if (child.type !== 'element') continue;
			nodes.push(child);
			const runs = Object.entries(child.properties).filter(
				([name, value]) =>
					/^on|^(?:set|server|client):/i.test(name) ||
					(isAddress.test(name) && /^\s*(?:javascript|data|vbscript):/i.test(String(value))) ||
					(name === 'style' && /url\(|expression/i.test(String(value))),
			);
			if (dangerous.includes(child.tagName) || runs.length > 0)
				found.push([child.tagName, ...runs.flat()].join(' '));
		}
	}
	return found;
}

let service: Service;
let site: Site;
let output: Record<string, string>;
let said: string;

describe('a hostile space', () => {
	beforeAll(async () => {
		service = await startService({ stories });
		site = await createSite({
			...files,
			'astro.config.mjs': config(
				`{ token: '${service.token}', baseUrl: '${service.url}', version: process.env.VERSION }`,
			),
		});
		said = await site.built();
		output = await site.output();
	});

	it('runs no script from any field', () => {
		expect(
			running('<p><img src=x onerror=alert(1)><a href=" javascript:x"><b title="<script>"><svg/onload=x>'),
		).toEqual(['img onError alert(1)', 'a href  javascript:x', 'svg onLoad x']);
		const html = output['hostile/index.html'] ?? '';
		expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
		expect(running(html)).toEqual([]);
		expect(said).not.toContain(service.token);
	});

	it('contains nothing that htmx acts on', async () => {
		const browser = await startBrowser();
		try {
			const page = await browser.newPage();
			const asked: string[] = [];
			await page.route('**/*', (route) => {
				const { pathname } = new URL(route.request().url());
				asked.push(pathname);
				const body = pathname === '/htmx/' ? output['htmx/index.html'] : '';
				return route.fulfill({ contentType: 'text/html', body: body ?? '' });
			});
			await page.goto('http://site.test/htmx/');
			await page.addScriptTag({ path: createRequire(import.meta.url).resolve('htmx.org/dist/htmx.js') });
			// htmx sends the requests of attributes in the page before it sends this one.
			const processed = page.waitForRequest('**/processed*');
			await page.evaluate(
				(markup) => {
					const element = document.createElement('div');
					element.innerHTML = `<p ${markup}></p>`;
					document.body.append(element);
					Reflect.get(window, 'htmx').process(element);
				},
				htmxMarkup.replaceAll('/taken', '/processed'),
			);
			await processed;
			expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBe(true);
			await page.evaluate(() => Reflect.deleteProperty(window, 'ran'));
			const links = await page.$$('section a');
			expect(links.length).toBeGreaterThanOrEqual(3);
			for (const link of links) {
				await link.evaluate((element) => {
					element.addEventListener('click', (event) => event.preventDefault());
					element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
				});
			}
			expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
			expect(asked.filter((path) => path === '/taken')).toEqual([]);
		} finally {
			await browser.close();
		}
	});

	it('runs no script from a draft', async () => {
		await site.built({ VERSION: 'draft' });
		const html = (await site.output())['hostile/index.html'] ?? '';
		expect(running(html)).toEqual([]);
	});

	it('renders the innermost level of deeply nested content', () => {
		for (const bottom of ['quotes', 'lists', 'bloks'])
			expect(output['deep/index.html']).toContain(`at the bottom of ${bottom}`);
	});

	it('renders each story of a reference cycle once', () => {
		const titles = (page: string) =>
			[...(output[`${page}/index.html`] ?? '').matchAll(/<h2>(.+?)<\/h2>/g)].map(([, title]) => title);
		expect(titles('a')).toEqual(['A', 'B']);
		expect(titles('self')).toEqual(['Self']);
	});

	it('builds a story of several megabytes', () => {
		expect(output['large/index.html']?.length).toBeGreaterThan(4_000_000);
	});

	it('warns about bloks without a component', () => {
		const warnings = said
			.split('\n')
			.flatMap((line) => /\[WARN\] .*?(The blok .*? has no component)/.exec(line)?.[1] ?? []);
		expect(warnings).toMatchInlineSnapshot(`
			[
			  "The blok \`../../astro.config\` has no component",
			  "The blok \`<script>\` has no component",
			  "The blok \`__proto__\` has no component",
			  "The blok \`\` has no component",
			  "The blok \`constructor\` has no component",
			  "The blok \`toString\` has no component",
			]
		`);
	});
});

it('leaves out a story that is nested too deep, and names it in each build', async () => {
	const quotes = nested(1000, (inner) => node('blockquote', {}, inner), node('paragraph', {}, text('x')));
	const service = await startService({
		stories: [
			{ slug: 'bottomless', content: { text: { type: 'doc', content: [quotes] } } },
			{ slug: 'shallow' },
		],
	});
	const site = await createSite({
		...files,
		'astro.config.mjs': config(`{ token: '${service.token}', baseUrl: '${service.url}' }`),
	});
	try {
		for (const build of [site.build, site.build]) {
			const { code, output } = await build();
			expect([code, output]).toEqual([
				0,
				expect.stringContaining(
					'The story `bottomless` is left out, because it is nested more than 1,000 levels deep.',
				),
			]);
			const pages = Object.keys(await site.output());
			expect(pages).toContain('shallow/index.html');
			expect(pages).not.toContain('bottomless/index.html');
		}
	} finally {
		await service.close();
	}
});

it('builds each of many languages of a story, with all others as alternates', async () => {
	const letters = [...'abcdefghij'];
	const wanted = isLong ? 1000 : 200;
	const codes = letters
		.flatMap((a) => letters.flatMap((b) => letters.map((c) => `q${a}${b}-${c}${c}`)))
		.slice(0, wanted);
	const polyglot = await createSite({
		...files,
		'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
		'space/space.yaml': `name: Babel\nlanguages: [${codes.join(', ')}]\n`,
		'space/about.md': '---\nname: About\ncontent: { component: box, title: About }\n---\n',
		...Object.fromEntries(codes.map((code) => [`space/about.${code}.md`, '---\nname: A\n---\n'])),
	});
	await polyglot.built();
	const pages = await polyglot.output();
	const html = Object.keys(pages).filter((name) => name.endsWith('about/index.html'));
	expect(html).toHaveLength(wanted + 1);
	expect(pages['about/index.html']?.match(/hreflang=/g)).toHaveLength(wanted + 2);
});
