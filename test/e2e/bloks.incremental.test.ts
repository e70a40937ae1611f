import { beforeAll, expect, it } from 'vitest';
import { config, createSite, plainSite, type Site } from '../support/site.js';

// A page depends on the bloks that it shows, and on those that it would show if they had a component.

const story = (name: string, ...bloks: string[]) =>
	`---\nname: ${name}\ncontent:\n  component: page\n  body:\n${bloks.map((blok) => `    - { component: ${blok}, _uid: ${blok} }\n`).join('')}---\n`;

let site: Site;

beforeAll(async () => {
	site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en', missingBlok: 'warn' }`),
		'space/space.yaml': 'name: Bloks\n',
		'space/index.md': story('Home', 'hero', 'text'),
		'space/a.md': story('A', 'hero'),
		'space/b.md': story('B', 'text'),
		'space/c.md': story('C', 'newsletter'),
		'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
---
<html><head><title>page</title></head><body><Blok blok={Astro.props.story.data.content} /></body></html>`,
		'src/bloks/Page.astro': `---
import Blok from 'astro-slugline/components/Blok.astro';
---
<main><Blok blok={Astro.props.blok.body} /></main>`,
		'src/lib/words.ts': `export const shout = (text: string) => text.toUpperCase() + '!';`,
		'src/bloks/Hero.astro': `---\nimport { shout } from '../lib/words';\n---\n<h1>{shout('hero')}</h1>`,
		'src/bloks/Text.astro': '<p>text</p>',
	});
	await site.build();
}, 60_000);

async function rendered(files: Record<string, string>, removed?: string): Promise<string[]> {
	await site.write(files);
	if (removed) await site.remove(removed);
	const { code, output } = await site.build({ SLUGLINE_EXPLAIN: '1' });
	expect(code, output).toBe(0);
	return [...output.matchAll(/\] rendered (.*)/g)].map(([, line = '']) => line);
}

it('renders only the pages that show a blok whose code was changed, added, or removed', async () => {
	expect(await rendered({})).toEqual([]);
	expect(await rendered({ 'src/bloks/Text.astro': '<p>other text</p>' })).toEqual([
		'/b, /: the blok `text` changed: src/bloks/Text.astro',
	]);
	expect(
		await rendered({ 'src/lib/words.ts': `export const shout = (text: string) => text + '?';` }),
	).toEqual(['/a, /: the blok `hero` changed: src/lib/words.ts']);
	expect(await rendered({ 'src/bloks/Newsletter.astro': '<form>newsletter</form>' })).toEqual([
		'/c: the blok `newsletter` came or went',
	]);
	expect((await site.output())['c/index.html']).toContain('newsletter</form>');
	expect(await rendered({}, 'src/bloks/Newsletter.astro')).toEqual([
		'/c: the blok `newsletter` came or went',
	]);
});
