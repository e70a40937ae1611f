import { beforeAll, expect, it } from 'vitest';
import { config, createSite, type Site } from '../support/site.js';

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

let site: Site;
let answers: Record<string, unknown>;
let said: string;

/** Runs the queries in an endpoint of a built site. */
beforeAll(async () => {
	site = await createSite({
		...space,
		'package.json': '{ "type": "module" }',
		'astro.config.mjs': config(
			`{ space: './space', defaultLanguage: 'en', routes: { exclude: ['authors/**'] } }`,
		),
		'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
		'src/pages/answers.json.ts': `
import { getEntry } from 'astro:content';
import { query, resolve, storyBySlug } from 'astro-slugline/content';
const names = (entries) => entries.map(({ id, data }) => id + ' ' + data.name);
const ask = async (asked) => names(await query({ collection: 'pages', ...asked }));
/** A story's fields, with the names of stories in the place of stories. */
const shape = (value) =>
	value && typeof value === 'object'
		? value.uuid
			? { [value.name]: shape(value.content) }
			: Array.isArray(value) ? value.map(shape) : Object.fromEntries(Object.entries(value).filter(([key]) => !['_uid', 'component', 'text'].includes(key)).map(([key, inner]) => [key, shape(inner)]))
		: typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) ? 'a uuid' : value;
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
	// A link field names its story by uuid, which the space derives from the path.
	const first = await site.build();
	expect(first.code, first.output).toBe(0);
	const run = await site.build({});
	said = first.output;
	expect(run.code, run.output).toBe(0);
	answers = JSON.parse((await site.output())['answers.json'] ?? '');
});

it('accepts a locale in place of a language code', () => {
	expect(answers['english']).toEqual(answers['type']);
	expect(answers['bySlug']).toEqual(['de', 'default']);
});

it('filters, sorts, and limits the results of query()', () => {
	const { type, start, german, where, sorted, turned, byName, none, fields } = answers;
	expect({ type, start, german, where, sorted, turned, byName, none, fields }).toMatchInlineSnapshot(`
		{
		  "byName": [
		    "blog/a Ärger",
		    "blog/b Banane",
		  ],
		  "fields": [
		    {
		      "collection": "pages",
		      "data": {
		        "content": {
		          "rank": "2",
		        },
		        "name": "Ärger",
		      },
		      "id": "blog/a",
		    },
		  ],
		  "german": [
		    "de/blog/aa Ärger",
		  ],
		  "none": [],
		  "sorted": [
		    "blog/a Ärger",
		    "blog/b Banane",
		    "blog/c Zebra",
		  ],
		  "start": [
		    "blog/a Ärger",
		    "blog/b Banane",
		    "blog/c Zebra",
		  ],
		  "turned": [
		    "blog/b Banane",
		    "blog/a Ärger",
		    "blog/c Zebra",
		  ],
		  "type": [
		    "authors/ada Ada",
		  ],
		  "where": [
		    "blog/a Ärger",
		    "de/blog/aa Ärger",
		  ],
		}
	`);
});

it('resolves relations to the given depth, and through cycles', () => {
	const { once, german1, deep, chosen, not } = answers;
	expect({ once, german1, deep, chosen, not }).toMatchInlineSnapshot(`
		{
		  "chosen": {
		    "Zebra": {
		      "author": {
		        "Ada": {
		          "best": {
		            "Zebra": {
		              "author": "a uuid",
		              "featured": true,
		            },
		          },
		          "gone": "a uuid",
		          "home": "a uuid",
		          "link": {
		            "cached_url": "old/address",
		            "fieldtype": "multilink",
		            "href": "/blog/a/",
		            "id": "a uuid",
		            "linktype": "story",
		            "url": "",
		          },
		        },
		      },
		      "featured": true,
		    },
		  },
		  "deep": {
		    "Banane": {
		      "featured": false,
		      "rank": "10",
		      "related": [
		        {
		          "Ärger": {
		            "author": {
		              "Ada": {
		                "best": {
		                  "Zebra": {
		                    "author": "a uuid",
		                    "featured": true,
		                  },
		                },
		                "gone": "a uuid",
		                "home": "a uuid",
		                "link": {
		                  "cached_url": "old/address",
		                  "fieldtype": "multilink",
		                  "href": "/blog/a/",
		                  "id": "a uuid",
		                  "linktype": "story",
		                  "url": "",
		                },
		              },
		            },
		            "featured": true,
		            "rank": "2",
		            "tags": [
		              "x",
		              "y",
		            ],
		          },
		        },
		        {
		          "Zebra": {
		            "author": "a uuid",
		            "featured": true,
		          },
		        },
		      ],
		      "tags": [
		        "y",
		      ],
		    },
		  },
		  "german1": {
		    "Ärger": {
		      "author": {
		        "Ada": {
		          "best": "a uuid",
		          "gone": "a uuid",
		          "home": "a uuid",
		          "link": {
		            "cached_url": "old/address",
		            "fieldtype": "multilink",
		            "href": "/de/blog/aa/",
		            "id": "a uuid",
		            "linktype": "story",
		            "url": "",
		          },
		        },
		      },
		      "featured": true,
		      "rank": "2",
		      "tags": [
		        "x",
		        "y",
		      ],
		      "title": "Deutsch",
		    },
		  },
		  "not": {
		    "Zebra": {
		      "author": "a uuid",
		      "featured": true,
		    },
		  },
		  "once": {
		    "Ärger": {
		      "author": {
		        "Ada": {
		          "best": "a uuid",
		          "gone": "a uuid",
		          "home": "a uuid",
		          "link": {
		            "cached_url": "old/address",
		            "fieldtype": "multilink",
		            "href": "/blog/a/",
		            "id": "a uuid",
		            "linktype": "story",
		            "url": "",
		          },
		        },
		      },
		      "featured": true,
		      "rank": "2",
		      "tags": [
		        "x",
		        "y",
		      ],
		    },
		  },
		}
	`);
});

it('warns about a reference to a story that does not exist', () => {
	const lines = said.split('\n').filter((line) => line.includes('refers to'));
	expect(lines.map((line) => line.replace(/^.*?The story/, 'The story'))).toMatchInlineSnapshot(`
		[
		  "The story \`authors/ada\` refers to the story 00000000-0000-4000-8000-000000000000, which is not published, was deleted, or is not loaded by any collection. It stays a uuid.",
		]
	`);
});
