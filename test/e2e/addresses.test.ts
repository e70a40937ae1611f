import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import { createRandom, type Random } from '../support/random.js';
import { createSite, storyRoute } from '../support/site.js';

usePackedPackage();

// Random stories link to each other, to pages and files of the site, and to a redirect, in every kind of field and every form that an
// address has. Whatever the site's base, trailing slash, files, and languages: what visitors get is the canonical address of that page.

interface Target {
	name: string;
	uuid: string;
	/** Full slug in the default language. */
	slug: string;
	/** Real path, if it is not the slug. */
	path: string | undefined;
	/** Translated full slugs, by language. */
	translated: Record<string, string>;
}

const languages = ['de', 'pt-br'];
const folders = ['', 'log/', 'log/north sea/', 'über/'];

/** Paths that editors give to some stories. */
const oddPaths = [
	'50%-off',
	'offers/[new]',
	'a & b',
	"rock'n'roll",
	'größe/XL',
	'1+1=2',
	'c#-und-f#',
	'what?',
];

function targetsOf(random: Random, count: number): Target[] {
	return Array.from({ length: count }, (_, at) => {
		const folder = random.of(folders);
		const translated = languages
			.filter(() => random.below(3) > 0)
			.map((lang) => [lang, `${folder}${random.of(['seite', 'página', 'x y'])}-${at}`]);
		return {
			name: `Story ${at}`,
			uuid: `5b3a5d0e-7f5c-4a52-9d3f-${String(at).padStart(12, '0')}`,
			slug: `${folder}story-${at}`,
			path: oddPaths[at],
			translated: Object.fromEntries(translated),
		};
	});
}

/** Where the site is, and its pages in the default language below that. */
interface Place {
	base: string;
	prefix: string;
}

/** A link as an editor may write it, and the story in the language that it leads to. */
interface Written {
	/** Name of the target, or `other` for what is no story. */
	text: string;
	address: string;
}

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** An address of a story, in one of the forms that editors write. */
function addressOf(random: Random, target: Target, { base, prefix }: Place): Written {
	const [lang, inLanguage] = random.of([
		['', target.path ?? target.slug],
		...Object.entries(target.translated),
	]);
	const path = encoded(inLanguage ?? '');
	const whole = lang ? `/${lang}/${path}` : `${prefix}/${path}`;
	const form = random.of([
		whole,
		whole,
		`${whole}/`,
		base + whole,
		`${base + whole}/`,
		`/${encoded(target.slug)}`,
		target.uuid,
	]);
	const isOfLanguage = lang !== '' && form.includes(`/${lang}/`);
	return {
		text: `${target.name}|${isOfLanguage ? lang : ''}`,
		address: form + (form === target.uuid ? '' : random.of(['', '', '?a=1&b=2', '#top', '?a=1#top'])),
	};
}

const others = [
	'/menu.pdf',
	'/search',
	'/promo',
	'#top',
	'mailto:ann@example.com',
	'https://example.org/x',
	'?page=2',
];

function linkOf(random: Random, targets: readonly Target[], place: Place): Written {
	if (random.below(6) === 0) return { text: 'other', address: random.of(others) };
	return addressOf(random, random.of(targets), place);
}

/** A link as a field of the API, or in the short form of a folder. */
function fieldOf(random: Random, targets: readonly Target[], place: Place): object {
	const target = random.of(targets);
	const { text, address } = linkOf(random, targets, place);
	return random.of([
		{ text: `${target.name}|`, link: { link: target.slug, anchor: 'top' } },
		{ text: `${target.name}|`, link: { linktype: 'story', id: target.uuid, url: '', cached_url: 'gone' } },
		{ text: `${target.name}|`, link: { linktype: 'story', id: '', url: '', cached_url: `${target.slug}/` } },
		{ text: 'other', link: { linktype: 'asset', id: '1', url: '/menu.pdf', fieldtype: 'multilink' } },
		{ text: 'other', link: { linktype: 'email', email: 'ann@example.com' } },
		{ text, link: address },
	]);
}

/** Rich text as nodes of the API. */
function nodesOf(random: Random, targets: readonly Target[], place: Place): object {
	const target = random.of(targets);
	const { text, address } = linkOf(random, targets, place);
	const attributes = {
		linktype: 'story',
		uuid: target.uuid,
		href: `/${target.slug}`,
		target: null,
		anchor: null,
	};
	const texts = [
		{ type: 'text', text: `${target.name}|`, marks: [{ type: 'link', attrs: attributes }] },
		{
			type: 'text',
			text,
			marks: [
				{
					type: 'link',
					attrs: /^[\da-f-]{36}$/.test(address) ? { linktype: 'story', uuid: address } : { href: address },
				},
			],
		},
		{
			type: 'text',
			text: `${target.name}|`,
			marks: [{ type: 'link', attrs: { ...attributes, uuid: null } }],
		},
	];
	return { type: 'doc', content: [{ type: 'paragraph', content: texts }] };
}

function filesOf(random: Random, count: number, place: Place): Record<string, string> {
	const targets = targetsOf(random, count);
	const markdown = () =>
		Array.from({ length: 4 }, () => linkOf(random, targets, place))
			.map(({ text, address }) =>
				random.of([`[${text}](${address})`, `[${text}](<${address}>)`, `<a href="${address}">${text}</a>`]),
			)
			.join('\n\n');
	const links = () => Array.from({ length: 3 }, () => fieldOf(random, targets, place));
	const files = targets.flatMap(({ name, uuid, slug, path, translated }) => {
		const content = { component: 'page', rich: nodesOf(random, targets, place), links: links() };
		const body = `${markdown()}\n\n![Boat](/boat.svg)`;
		return [
			[
				`space/${slug}.md`,
				`---\n${JSON.stringify({ name, uuid, ...(path && { path }), content }, null, 1)}\n---\n\n${body}\n`,
			],
			...Object.entries(translated).map(([lang, whole]) => [
				`space/${slug}.${lang}.md`,
				`---\n${JSON.stringify({ slug: whole.split('/').at(-1), content: { rich: nodesOf(random, targets, place) } })}\n---\n\n${markdown()}\n`,
			]),
		];
	});
	const menu = { name: 'Menu', content: { component: 'menu', links: [...links(), ...links(), ...links()] } };
	return {
		...Object.fromEntries(files),
		'space/menu.md': `---\n${JSON.stringify(menu)}\n---\n`,
		'space/space.yaml': `name: Harbor\nlanguages: [${languages.join(', ')}]\n`,
		'redirects.json': JSON.stringify([{ from: '/promo', to: `${place.prefix}/${targets[0]?.path ?? ''}` }]),
	};
}

const pages = {
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	texts: defineCollection({ loader: stories({ entry: ({ name, content }) => ({ data: { name }, body: content.body }) }) }),
};`,
	'src/pages/[...path].astro': storyRoute(
		`<html><head><StoryHead story={story} /></head>
<body data-page={story.data.name + '|' + (story.data.lang === 'default' ? '' : story.data.lang)}>
<nav>{menu.data.content.links.map(({ text, link }) => <StoryLink link={link}>{text}</StoryLink>)}</nav>
{story.data.content.links?.map(({ text, link }) => <StoryLink link={link}>{text}</StoryLink>)}
<RichText doc={story.data.content.rich} /><Markdown text={story.data.content.body} /><Content /></body></html>`,
		{
			components: ['RichText', 'Markdown', 'StoryHead', 'StoryLink'],
			code: `import { getEntry, render } from 'astro:content';
const { Content } = await render(await getEntry('texts', story.id));
const menu = await getEntry('pages', 'menu');`,
		},
	),
	'src/pages/search.astro': '<h1>Search</h1>',
	'src/pages/feed.xml.ts': `
import { getCollection } from 'astro:content';
import { feedItems } from 'astro-slugline/rendering';
export const GET = async ({ site }) => new Response(
	['default', 'de', 'pt-br'].flatMap((lang) => feedItems(pages, { site, lang })).map(({ link }) => '<link>' + link + '</link>').join(''));
const pages = await getCollection('pages');`,
	'public/menu.pdf': 'x',
	'public/boat.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>',
};

const locales = `locales: ['en', 'de', 'pt-br'], defaultLocale: 'en'`;
const settings: [place: Place, rest: string][] = [
	[{ base: '/harbor', prefix: '' }, `base: '/harbor', trailingSlash: 'never'`],
	[
		{ base: '', prefix: '/en' },
		`trailingSlash: 'always', i18n: { ${locales}, routing: { prefixDefaultLocale: true } }`,
	],
	[
		{ base: '/log', prefix: '' },
		`base: '/log', trailingSlash: 'never', build: { format: 'file' }, i18n: { ${locales} }`,
	],
	[{ base: '/harbor/dock', prefix: '' }, `base: '/harbor/dock/', build: { format: 'preserve' }`],
];

const unescaped = (text: string): string =>
	text
		.replaceAll('&#38;', '&')
		.replaceAll('&#x26;', '&')
		.replaceAll('&#39;', "'")
		.replaceAll('&apos;', "'")
		.replaceAll('&#x27;', "'")
		.replaceAll('&amp;', '&');

/** The path of an internal address; undefined for other addresses. */
function pathIn(address: string): string | undefined {
	const { origin, pathname } = new URL(unescaped(address), 'https://example.com/here/');
	return origin === 'https://example.com' && !/^[#?]/.test(address) ? pathname : undefined;
}

const addressesIn = (html: string): string[] =>
	[
		...html.matchAll(
			/ (?:href|src)="([^"]*)"|<(?:loc|link)>([^<]*)|content="(?:0;url=|(?=https:\/\/example\.com))([^"]*)/g,
		),
	].map(([, attribute, element, meta]) => attribute ?? element ?? meta ?? '');

it.each(settings.slice(0, isLong ? undefined : 2))(
	'every internal address leads to a file of the output, in the right language: %j, %s',
	{ timeout: 600_000 },
	async (place, rest) => {
		const { base } = place;
		const random = createRandom(Number(process.env['SLUGLINE_SEED'] ?? 1));
		const site = await createSite({
			...pages,
			...filesOf(random, 40, place),
			'astro.config.mjs': `
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import slugline, { withAlternates } from 'astro-slugline';
const own = slugline({ space: './space', defaultLanguage: 'en', redirects: {} });
export default defineConfig({
	integrations: [own, sitemap({ serialize: withAlternates })],
	site: 'https://example.com',
	${rest},
});`,
		});
		const log = await site.built();
		const output = await site.output();
		const html = Object.entries(output).filter(([file]) => /\.(?:html|xml)$/.test(file));
		/** Pages of stories by their canonical paths, with the name of the story and its language. */
		const shown = new Map(
			html.flatMap(([, text]) => {
				const canonical = /<link rel="canonical" href="([^"]*)"/.exec(text)?.[1];
				const page = /data-page="([^"]*)"/.exec(text)?.[1];
				return canonical && page ? [[pathIn(canonical), page] as const] : [];
			}),
		);
		expect(shown.size).toBeGreaterThan(60);
		/** Files of the output by the paths that hosts serve them at. */
		const files = new Set(
			Object.keys(output).flatMap((file) =>
				[file, file.replace(/(?:\/index)?\.html$/, '')].map((path) => `${base}/${path}`),
			),
		);
		const isStory = (path: string) => shown.has(path);
		const isFile = (path: string) => files.has(decodeURIComponent(path).replace(/\/$/, ''));
		for (const path of shown.keys()) expect(path === `${base}/` || isFile(path ?? '')).toBe(true);
		const bad = html.flatMap(([file, text]) =>
			addressesIn(text)
				.filter((address) => {
					const path = pathIn(address);
					return (
						path !== undefined && !isStory(path) && !(isFile(path) && !/story-|\/(?:seite|p%C3)/.test(path))
					);
				})
				.map((address) => `${file}: ${address}`),
		);
		expect(bad).toEqual([]);
		const astray = html.flatMap(([file, text]) => {
			const here = /data-page="[^|]*\|([^"]*)"/.exec(text)?.[1] ?? '';
			return [
				...text
					.replace(/^.*<nav>/s, '')
					.matchAll(/<a(?: [^>]*?href="([^"]*)")?[^>]*>(Story \d+)\|([^<]*)<\/a>|(Story \d+)\|/g),
			].flatMap(([all, address = '', name = '', lang = '']) => {
				const page = shown.get(pathIn(address) ?? '') ?? '';
				const expected = [`${name}|${lang || here}`, ...(lang ? [] : [`${name}|`])];
				const best = expected.find((one) => [...shown.values()].includes(one));
				return page === best ? [] : [`${file}: ${all} leads to ${page}, not ${best}`];
			});
		});
		expect(astray).toEqual([]);
		expect(log.match(/(?:A link leads nowhere|The file).*/g)).toBeNull();
	},
);
