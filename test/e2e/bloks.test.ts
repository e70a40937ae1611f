import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { config, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

const body = `
content:
  component: page
  title: Home
  body:
    - { component: hero, _uid: h, headline: 'A & <b>B</b>' }
    - component: teaser_grid
      _uid: g
      items:
        - { component: card, _uid: c1, text: one }
        - { component: card, _uid: c2, text: two }
    - { component: newsletter, _uid: n }
  empty: []
`;

const show = (component: string, inside: string, more = '') => `---
import Blok from 'astro-slugline/components/Blok.astro';
import { editable } from 'astro-slugline/rendering';
${more}
const { blok, lang } = Astro.props;
---
<${component} {...editable(blok)}>${inside}</${component}><style>${component} { color: red }</style>`;

const files = {
	...plainSite,
	'astro.config.mjs': config(
		`{ space: './space', version: process.env.VERSION, missingBlok: process.env.MISSING }`,
	),
	'src/pages/[...path].astro': storyRoute(`<Blok blok={content} lang={lang} />`, {
		components: ['Blok'],
		code: `const { content, lang } = Astro.props.story.data;`,
	}),
	'src/bloks/Page.astro': show(
		'main',
		'<h1>{blok.title}</h1><Blok blok={blok.body} lang={lang} /><Blok blok={blok.empty} /><Blok blok={null} />',
	),
	'src/bloks/Hero.astro': show('h2', '{blok.headline} ({lang})'),
	'src/bloks/grids/teaser-grid.astro': show('ul', '<Blok blok={blok.items} />'),
	'src/bloks/grids/Card/index.astro': show('li', '{blok.text}', "import Part from './_part.astro';"),
	'src/bloks/grids/Card/_part.astro': '<i>part</i>',
	'space/space.yaml': 'name: Bloks\nlanguages: [de]\n',
	'space/index.md': `---\nname: Home${body}---\n`,
	'space/other.md': `---\nname: Other${body}---\n`,
	'space/index.de.md': '---\nname: Start\n---\n',
};

const siteOf = (more: Record<string, string> = {}): Promise<Site> => createSite({ ...files, ...more });

const warnings = (output: string) =>
	output
		.split('\n')
		.filter((line) => line.includes('[WARN]'))
		.map((line) => line.replace(/^.*?\[WARN\] /, ''));

const bare = (html = '') =>
	html
		.replace(/ data-astro-cid-\w+| class="astro-\w+"/g, '')
		.replace(/<(?:link|style)\b[^>]*>(?:[^<]*<\/style>)?/g, '');

it('renders nested bloks with the components of a folder, and warns once about a blok without a component', async () => {
	const site = await siteOf();
	const output = await site.built();
	const pages = await site.output();
	expect(bare(pages['index.html'])).toMatchInlineSnapshot(
		`"<!DOCTYPE html><main><h1>Home</h1><h2>A &amp; &lt;b&gt;B&lt;/b&gt; (default)</h2><ul><li>one</li><li>two</li></ul></main>"`,
	);
	expect(pages['de/index.html']).toContain('(de)');
	expect(warnings(output)).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] The code of the default language is unknown, so its pages have no \`lang\`, and \`hreflang\` lists only the other languages and x-default. Set the option \`defaultLanguage\`.",
		  "[astro-slugline] The blok \`newsletter\` has no component. It is skipped; the option \`missingBlok: 'error'\` fails the build instead. It is in space/index.md:13:9, space/other.md:13:9. Add src/bloks/Newsletter.astro, which gets the blok as \`Astro.props.blok\`. Seen on /, /de/, /other/.",
		]
	`);
});

it('adds the attributes for the visual editor to drafts only', async () => {
	const site = await siteOf({
		// A published field that imitates a field of a draft.
		'src/bloks/Hero.astro': files['src/bloks/Hero.astro'].replace(
			'editable(blok)',
			'editable({ _editable: \'<!--#storyblok#{"id":"1"}-->\' })',
		),
	});
	await site.built();
	expect((await site.output())['index.html']).not.toContain('data-blok');

	await site.built({ VERSION: 'draft' });
	const html = bare((await site.output())['index.html']);
	const uids = [...html.matchAll(/<(\w+)[^>]* data-blok-uid="\d+-([^"]*)"/g)].map(
		([, tag, uid]) => `${tag} ${uid}`,
	);
	expect(uids).toEqual(expect.arrayContaining(['ul g', 'li c1', 'li c2']));
	const [, json = ''] = /<li data-blok-c="([^"]*)"/.exec(html) ?? [];
	expect(JSON.parse(json.replaceAll('&quot;', '"'))).toMatchObject({ name: 'card', uid: 'c1' });
});

it('fails the build for a blok without a component if `missingBlok` is `error`', async () => {
	const site = await siteOf();
	const { code, output } = await site.build({ MISSING: 'error' });
	expect(code).toBe(1);
	expect(output).toContain('The blok `newsletter` has no component. It is on the page /');
	expect(output).not.toContain('Stack trace');
	expect(output).toContain('Add src/bloks/Newsletter.astro, which gets the blok as `Astro.props.blok`.');
});

it('accepts a map from bloks to files, alone or on top of a folder', async () => {
	const map = `{ page: './src/bloks/Page.astro', hero: 'src/bloks/Hero', teaser_grid: 'bloks/grids/teaser-grid', card: 'bloks/grids/Card/index' }`;
	const site = await siteOf({ 'astro.config.mjs': config(`{ space: './space', bloks: ${map} }`) });
	await site.built();
	expect(bare((await site.output())['index.html'])).toContain(
		'<h2>A &amp; &lt;b&gt;B&lt;/b&gt; (default)</h2>',
	);
	// On top of the folder, also for a name that two of its files have.
	await site.write({
		'astro.config.mjs': config(`{ space: './space', bloks: ['./src/bloks', { hero: './src/Hero.astro' }] }`),
		'src/bloks/old/HERO.astro': '<p>old</p>',
		'src/Hero.astro': '<h2>On top</h2>',
	});
	await site.built();
	const html = bare((await site.output())['index.html']);
	expect(html).toContain('<h2>On top</h2>');
	expect(html).toContain('one');
	await site.remove('src/Hero.astro');
	const failed = await site.build();
	expect(failed.code).toBe(1);
	expect(failed.output).toContain(
		'The component ./src/Hero.astro does not exist. The option `bloks` of slugline() names it for `hero`.',
	);
	await site.write({ 'astro.config.mjs': config(`{ space: './space', bloks: './src/blocks' }`) });
	const { output } = await site.build();
	const sentence = 'The folder ./src/blocks does not exist. The option `bloks` of slugline() names it.';
	expect(output.split(sentence)).toHaveLength(2);
	expect(output).not.toContain('    at ');
});

it.runIf(isLong)(
	'rejects two files for one blok if the space uses the blok and neither has exactly its name',
	async () => {
		const site = await siteOf({
			'src/bloks/old/HERO.astro': '<p>old</p>',
			'src/bloks/one/default.astro': '<p>1</p>',
			'src/bloks/two/default.astro': '<p>2</p>',
		});
		const { code, output } = await site.build();
		expect(code).toBe(1);
		expect(output).toContain(
			'The blok `hero` has several components: src/bloks/Hero.astro, src/bloks/old/HERO.astro.',
		);
		expect(output).toContain('for example with a leading `_`');
		await site.remove('src/bloks/old');
		await site.write({ 'src/bloks/grids/teaser_grid.astro': '<p>exact</p>' });
		const home = async () => {
			await site.built();
			return (await site.output())['index.html'];
		};
		expect(await home()).toContain('<p>exact</p>');
		await site.write({ 'src/bloks/grids/teaser_grid.astro': '<p>edited</p>' });
		expect(await home()).toContain('<p>edited</p>');
		await site.remove('src/bloks/grids/teaser_grid.astro');
		expect(await home()).toContain('<ul');
	},
);
