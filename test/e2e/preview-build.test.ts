import { expect, it, onTestFinished } from 'vitest';
import { config, createSite, plainSite } from '../support/site.js';

const files = {
	...plainSite,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
---
<html><head><title>{story.data.name}</title></head><body><Blok blok={story.data.content} /></body></html>`,
	'src/bloks/Page.astro': `---
import { editable } from 'astro-slugline/rendering';
const { blok } = Astro.props;
---
<main {...editable(blok)}>{blok.title}</main>`,
	'space/space.yaml': 'name: Small\nid: 4711\nlanguages: [de]\n',
	'space/home.md': '---\nname: Home\ncontent: { _uid: root, component: page, title: Published }\n---\n',
	'space/home.draft.md': '---\ncontent: { _uid: root, component: page, title: A draft }\n---\n',
	'space/new.draft.md': '---\nname: New\ncontent: { component: page, title: A new draft }\n---\n',
};

it('a build with preview is the build without it, byte for byte', async () => {
	const site = await createSite(files);
	onTestFinished(site.delete);
	const build = async (options: string) => {
		await site.write({ 'astro.config.mjs': config(options) });
		const { code, output } = await site.build({ SLUGLINE_PREVIEW_TOKEN: 'the-preview-token' });
		expect(code, output).toBe(0);
		expect(output).not.toContain('the-preview-token');
		return site.output();
	};
	const plain = await build(`{ defaultLanguage: 'en' }`);
	const withPreview = await build(`{ defaultLanguage: 'en', preview: {} }`);
	expect(withPreview).toEqual(plain);
	expect(plain['home/index.html']).toContain('Published');
	const all = JSON.stringify(withPreview);
	for (const text of ['draft', '_slugline', 'storyblok#', 'data-blok', 'the-preview-token', 'preview'])
		expect(all).not.toContain(text);
});
