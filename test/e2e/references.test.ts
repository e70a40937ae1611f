import { expect, it } from 'vitest';
import { checking, config, createSite, plainSite } from '../support/site.js';

const article = (title: string, more: string[] = []) =>
	`---\nname: ${title}\ncontent:\n${[`component: article`, `title: ${title}`, ...more].map((line) => `  ${line}\n`).join('')}---\n`;

const options = (more = '') => config(`{ space: './space', defaultLanguage: 'en'${more} }`);

/** A page with the name of its story. */
const page = `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
---
<html><head><title>{Astro.props.story.data.name}</title></head><body></body></html>`;

const site = await createSite({
	...plainSite,
	'astro.config.mjs': options(),
	'src/pages/[...path].astro': page,
	'src/pages/digests.json.ts': `
import { getCollection } from 'astro:content';
export const GET = async () =>
Response.json(Object.fromEntries((await getCollection('pages')).map(({ id, digest }) => [id, digest])));`,
	'space/space.yaml':
		'name: Small\nlanguages: [de]\ncontent_types: { article: { references: [author, more] } }\n',
	'space/post.md': article('Post', ['author: people/ann']),
	'space/post.de.md': '---\ncontent:\n  title: Beitrag\n---\n',
	'space/review.md': article('Review', ['more: [post]']),
	'space/hint.md': article('Hint', ['link: { fieldtype: multilink, cached_url: people/ann }']),
	'space/alone.md': article('Alone'),
	'space/people/ann.md': article('Ann'),
});
const space = site.space();

let printed = '';

/** Builds, and returns both parts of each story's digest. */
async function build(env = {}): Promise<Record<string, [own: string, references: string]>> {
	const output = await site.built({ SLUGLINE_EXPLAIN: '1', ...env });
	printed = output;
	const digests: Record<string, string> = JSON.parse((await site.output())['digests.json'] ?? '{}');
	return Object.fromEntries(
		Object.entries(digests).map(([id, digest]) => {
			expect(digest).toMatch(/^[\da-f]{32}\.(?:0|[\da-f]{16})\.[\da-f]{32}$/);
			const [own = '', references = ''] = digest.split('.');
			return [id, [own, references]];
		}),
	);
}

/** The ids whose own part changed, and those whose references part changed. */
function changes(before: Awaited<ReturnType<typeof build>>, after: typeof before) {
	const of = (part: 0 | 1) => Object.keys(after).filter((id) => before[id]?.[part] !== after[id]?.[part]);
	return { own: of(0), references: of(1) };
}

it('gives entries a digest that changes with the stories they refer to, and with relations and routes', async () => {
	const first = await build(checking);
	expect(first['alone']?.[1]).toBe('0');

	await space.edit.write('people/ann', { content: { component: 'article', title: 'Anna' } });
	const edited = await build();
	expect(changes(first, edited)).toEqual({ own: ['people/ann'], references: ['de/post', 'post', 'review'] });

	await space.edit.rename('people', 'team');
	const renamed = await build();
	// The files refer to stories by slug, so a rename also rewrites the files that refer to a renamed story.
	expect(changes(edited, renamed)).toEqual({
		own: ['de/post', 'hint', 'post', 'team/ann'],
		references: ['de/post', 'hint', 'post', 'review', 'team/ann'],
	});

	await space.edit.unpublish('team/ann');
	const unpublished = await build();
	expect(changes(renamed, unpublished)).toEqual({
		own: [],
		references: ['de/post', 'hint', 'post', 'review'],
	});
	expect(unpublished['hint']?.[1]).toBe('0');
	await space.edit.publish('team/ann');

	// Options change digests, too, without anything fetched.
	await site.write({ 'astro.config.mjs': options(`, relations: ['article.more']`) });
	const less = await build();
	expect(changes(renamed, less)).toEqual({ own: [], references: ['de/post', 'post', 'review'] });
	expect(less['post']?.[1]).toBe('0');
	await site.write({ 'astro.config.mjs': options(`, routes: { exclude: ['team/**'] }`) });
	expect(changes(renamed, await build())).toEqual({
		own: [],
		references: ['de/post', 'hint', 'post', 'review'],
	});
	expect(printed).toMatch(/Small, cv \d+: unchanged, /);
	await site.write({ 'astro.config.mjs': options() });
	expect(await build(checking)).toEqual(renamed);
});

it('renders pages that show a changed story, and not every page that refers to it', async () => {
	await space.edit.write('team/ann', {
		frontmatter: { name: 'Annie' },
		content: { component: 'article', title: 'Annie' },
	});
	await build();
	const rendered = [...printed.matchAll(/\] rendered ([^:]+):/g)].flatMap(([, paths]) => paths?.split(', '));
	expect(rendered.sort()).toEqual(['/digests.json', '/team/ann']);
});
