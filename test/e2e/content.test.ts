import { expect, it } from 'vitest';
import { config, createSite, plainSite } from '../support/site.js';

const article = (name: string, fields: string, uuid = '') =>
	`---\nname: ${name}\n${uuid && `uuid: ${uuid}\n`}content:\n  component: article\n${fields}---\n`;

const space = {
	'space/space.yaml': `name: Answers
languages: [de]
content_types: { article: { references: [author, related] }, author: { references: [best, home] } }
`,
	'space/blog/a.md': article(
		'Ärger',
		'  rank: 2\n  featured: true\n  tags: [x, y]\n  author: authors/ada\n',
		'11111111-1111-4111-8111-111111111111',
	),
	'space/blog/a.de.md': '---\nslug: aa\ncontent:\n  title: Deutsch\n---\n',
	'space/blog/b.md': article(
		'Banane',
		'  rank: 10\n  featured: false\n  tags: [y]\n  related: [blog/a, blog/c]\n',
	),
	'space/blog/c.md': article('Zebra', '  featured: true\n  author: authors/ada\n'),
	'space/authors/ada.md':
		'---\nname: Ada\ncontent:\n  component: author\n  best: blog/c\n  home: blog/a\n  link: { fieldtype: multilink, linktype: story, id: 11111111-1111-4111-8111-111111111111, cached_url: old/address }\n  gone: 00000000-0000-4000-8000-000000000000\n---\n',
};

/** Runs the queries in an endpoint of a built site. */

const site = await createSite({
	...space,
	'astro.config.mjs': config(
		`{ space: './space', defaultLanguage: 'en', routes: { exclude: ['authors/**'] } }`,
	),
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/pages/answers.json.ts': `
import { getEntry } from 'astro:content';
import { query, resolve, storyBySlug } from 'astro-slugline/content';
const names = (entries) => entries.map(({ id, data }) => id + ' ' + data.name);
const ask = async (asked) => names(await query({ collection: 'pages', ...asked }));
/** Fields as text: a story by its name, a link by its address, and a reference that stays by "uuid". */
const shape = (value) => {
if (Array.isArray(value)) return value.map(shape).join(' ');
if (typeof value !== 'object' || !value) return /^[0-9a-f-]{36}$/.test(value) ? 'uuid' : value;
if (value.uuid) return value.name + shape(value.content);
if (value.linktype) return '→ ' + value.href;
const fields = Object.entries(value).filter(([name]) => !['_uid', 'component', 'text'].includes(name));
return '(' + fields.map(([name, inner]) => name + ': ' + shape(inner)).join(', ') + ')';
};
const depth = async (id, options) => shape((await resolve(await getEntry('pages', id), options)).data);
export const GET = async () => Response.json({
type: await ask({ contentType: 'author' }),
english: await ask({ contentType: 'author', lang: 'en' }),
bySlug: [(await storyBySlug('blog/a', { collection: 'pages', lang: 'DE' }))?.data.lang, (await storyBySlug('blog/a', { collection: 'pages', lang: 'EN' }))?.data.lang],
start: await ask({ startsWith: 'blog/', lang: 'default' }),
german: await ask({ startsWith: 'blog/', lang: 'de' }),
where: await ask({ contentType: 'article', where: { 'content.featured': true, 'content.tags': ['x', 'z'] } }),
sorted: await ask({ lang: 'default', contentType: ['article'], sort: 'content.rank' }),
turned: await ask({ lang: 'default', contentType: ['article'], sort: '-content.rank' }),
byName: await ask({ lang: 'default', sort: 'name', offset: 1, limit: 2 }),
none: await ask({ contentType: 'nothing' }),
fields: await query({ collection: 'pages', lang: 'default', contentType: 'article', limit: 1, fields: ['name', 'content.rank', 'content.nothing'] }),
once: await depth('blog/a'),
german1: await depth('de/blog/aa'),
deep: await depth('blog/b', { depth: Infinity }),
chosen: await depth('blog/c', { depth: 2, relations: ['article.author', 'author.best'] }),
not: await depth('blog/c', { depth: 0 }),
});`,
});
const said = await site.built();
const answers = JSON.parse((await site.output())['answers.json'] ?? '');

it('accepts a locale in place of a language code', () => {
	expect(answers['english']).toEqual(answers['type']);
	expect(answers['bySlug']).toEqual(['de', 'default']);
});

it('filters, sorts, and limits the results of query()', () => {
	const { type, start, german, where, sorted, turned, byName, none, fields } = answers;
	expect(fields).toEqual([
		{ id: 'blog/a', collection: 'pages', data: { name: 'Ärger', content: { rank: '2' } } },
	]);
	const names = Object.entries({ type, start, german, where, sorted, turned, byName, none });
	expect(names.map(([name, found]) => `${name}: ${(found as string[]).join(', ')}`)).toMatchInlineSnapshot(`
		[
		  "type: authors/ada Ada",
		  "start: blog/a Ärger, blog/b Banane, blog/c Zebra",
		  "german: de/blog/aa Ärger",
		  "where: blog/a Ärger, de/blog/aa Ärger",
		  "sorted: blog/a Ärger, blog/b Banane, blog/c Zebra",
		  "turned: blog/b Banane, blog/a Ärger, blog/c Zebra",
		  "byName: blog/a Ärger, blog/b Banane",
		  "none: ",
		]
	`);
});

it('resolves relations to the given depth, and through cycles', () => {
	const { once, german1, deep, chosen, not } = answers;
	expect({ once, german1, deep, chosen, not }).toMatchInlineSnapshot(`
		{
		  "chosen": "Zebra(featured: true, author: Ada(best: Zebra(featured: true, author: uuid), home: uuid, link: → /blog/a/, gone: uuid))",
		  "deep": "Banane(rank: 10, featured: false, tags: y, related: Ärger(rank: 2, featured: true, tags: x y, author: Ada(best: Zebra(featured: true, author: uuid), home: uuid, link: → /blog/a/, gone: uuid)) Zebra(featured: true, author: uuid))",
		  "german1": "Ärger(rank: 2, featured: true, tags: x y, author: Ada(best: uuid, home: uuid, link: → /de/blog/aa/, gone: uuid), title: Deutsch)",
		  "not": "Zebra(featured: true, author: uuid)",
		  "once": "Ärger(rank: 2, featured: true, tags: x y, author: Ada(best: uuid, home: uuid, link: → /blog/a/, gone: uuid))",
		}
	`);
});

it('warns about a reference to a story that does not exist', () => {
	const lines = said.split('\n').filter((line) => line.includes('refers to'));
	expect(lines.map((line) => line.replace(/^.*?The story/, 'The story'))).toMatchInlineSnapshot(`
		[
		  "The story \`authors/ada\` refers to the story 00000000-0000-4000-8000-000000000000, which is not published, was deleted, or is not loaded by any collection. It stays a uuid. Called in src/pages/answers.json.ts.",
		]
	`);
});
