import { expect, it } from 'vitest';
import { createSite } from '../support/site.js';

// Bloks may be components of a UI framework. Islands are in an Astro component, as Astro requires.

const files = {
	'package.json': '{ "type": "module", "dependencies": { "@astrojs/preact": "*", "preact": "*" } }',
	'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
	'astro.config.mjs': `
import preact from '@astrojs/preact';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [preact(), slugline()] });`,
	'space/space.yaml': 'name: Frameworks\n',
	'space/index.md': `---
content:
  component: page
  body:
    - { component: hero, _uid: h, headline: 'A & <b>B</b>' }
    - { component: counter, _uid: c, start: 3 }
---
`,
	'src/content.config.ts': `
import { storyCollections } from 'astro-slugline/loaders';
export const collections = storyCollections({ types: ['page'] });`,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import Blok from 'astro-slugline/components/Blok.astro';
export const getStaticPaths = async () => storyPaths(await getCollection('page'));
const { story } = Astro.props;
---
<Blok blok={story.data.content.body} size="large" />`,
	'src/bloks/Hero.jsx': `export default ({ blok, size }) => <h1 class={size}>{blok.headline}</h1>;`,
	'src/bloks/Counter.astro': `---
import Count from './_Count.jsx';
const { blok } = Astro.props;
---
<Count client:load start={blok.start} />`,
	'src/bloks/_Count.jsx': `
import { useState } from 'preact/hooks';
export default function Count({ start }) {
	const [count, setCount] = useState(start);
	return <button onClick={() => setCount(count + 1)}>{count}</button>;
}`,
};

it('renders bloks that are framework components, and islands in bloks', async () => {
	const site = await createSite(files);
	await site.built();
	const { 'index.html': page = '', ...rest } = await site.output();
	expect(page).toContain('<h1 class="large">A &amp; &lt;b>B&lt;/b></h1>');
	expect(page).toMatch(/<astro-island [^>]*props="[^"]*start[^>]* client="load"/);
	expect(page).toContain('<button>3</button>');
	expect(Object.keys(rest).some((name) => /_Count\..*\.js$/.test(name))).toBe(true);

	await site.write({ 'space/index.md': files['space/index.md'].replace('start: 3', 'start: 4') });
	expect((await site.build()).output).toContain('1 page rendered, 0 kept');
	expect((await site.output())['index.html']).toContain('<button>4</button>');
});

it('gives all pages of a route the same order of styles', async () => {
	const island = (name: string) => ({
		[`src/islands/${name}.jsx`]: `import './${name}.css';\nexport default () => <i class="${name}" />;`,
		[`src/islands/${name}.css`]: `.${name} { color: red }`,
	});
	const stories = ['a', 'b', 'c', 'd'].map((slug) => [
		`space/${slug}.md`,
		`---\ncontent: { component: page }\n---\n`,
	]);
	const site = await createSite({
		...files,
		...Object.fromEntries(stories),
		...{ ...island('first'), ...island('second') },
		// Astro sorts them in place for each page, and its comparison turns those of `client:only` around.
		'src/pages/[...path].astro': files['src/pages/[...path].astro'].replace(
			/---\n<Blok.*/,
			`
import First from '../islands/first.jsx';
import Second from '../islands/second.jsx';
---
<head></head><First client:only="preact" /><Second client:only="preact" />{story.data.name}`,
		),
	});
	await site.built();
	const pages = Object.entries(await site.output()).filter(([name]) => name.endsWith('.html'));
	expect(pages).toHaveLength(5);
	expect(new Set(pages.map(([, page]) => /<style>.*<\/style>/s.exec(page)?.[0]))).toHaveLength(1);
	await site.write({ 'space/a.md': `---\nname: Edited\ncontent: { component: page }\n---\n` });
	expect((await site.build()).output).toContain('1 page rendered, 4 kept');
});
