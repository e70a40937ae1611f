import { expect, it } from 'vitest';
import { checking, createSite, plainSite, storyRoute } from '../support/site.js';

const island = (name: string) => ({
	[`src/islands/${name}.jsx`]: `import './${name}.css';\nexport default () => <i class="${name}" />;`,
	[`src/islands/${name}.css`]: `.${name} { color: red }`,
});
const story = (name: string) => `---\nname: ${name}\ncontent: { component: page }\n---\n`;

// Astro sorts them in place for each page, and its comparison exchanges those of `client:only` every time.
it('gives all pages of a route the same order of styles', async () => {
	const site = await createSite({
		...plainSite,
		'package.json': '{ "type": "module", "dependencies": { "@astrojs/preact": "*", "preact": "*" } }',
		'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "preact" } }',
		'astro.config.mjs': `
import preact from '@astrojs/preact';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [preact(), slugline()] });`,
		...{ ...island('first'), ...island('second') },
		'src/pages/[...path].astro': storyRoute(
			'<head></head><First client:only="preact" /><Second client:only="preact" />{story.data.name}',
		).replace(
			'---\n',
			`---\nimport First from '../islands/first.jsx';\nimport Second from '../islands/second.jsx';\n`,
		),
		'space/space.yaml': 'name: Styles\n',
		...Object.fromEntries(['a', 'b', 'c', 'd'].map((slug) => [`space/${slug}.md`, story(slug)])),
	});
	await site.built(checking);
	const pages = Object.entries(await site.output()).filter(([name]) => name.endsWith('.html'));
	expect(pages).toHaveLength(4);
	expect(new Set(pages.map(([, page]) => /<style>.*<\/style>/s.exec(page)?.[0]))).toHaveLength(1);
	await site.write({ 'space/a.md': story('Edited') });
	expect((await site.build()).output).toContain('1 page rendered, 3 kept');
});
