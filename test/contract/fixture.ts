const story = (front: string, content: string, body = ''): string =>
	`---\n${front}content:\n${content.replace(/^(?=.)/gm, '  ')}---\n${body}`;

/** The space for the contract: two languages besides the default one, every state, folders, references, datasources. */
export const fixture: Readonly<Record<string, string>> = {
	'space.yaml': `id: 4711
name: Harbour
domain: https://harbour.example/
created_at: 2025-01-01T00:00:00.000Z
default_language: { code: en, name: English }
languages:
  - { code: de, name: Deutsch }
  - { code: pt-br, name: Português }
tokens: { public: pub, preview: pre, oauth: oa }
content_types:
  article: { body: text, references: [author, categories] }
`,
	'index.md': story('name: Home\n', 'component: page\ntitle: Harbour\n'),
	'index.de.md': story('slug: start\nname: Startseite\n', 'title: Hafen\n'),
	'about.md': story(
		'name: About\npath: /about-us\nposition: -20\nsort_by_date: 2024-02-03\n',
		'component: page\ntitle: About us\n',
	),
	'blog/_folder.yaml': 'name: Blog\nposition: 7\ntranslated:\n  de: { slug: magazin, name: Magazin }\n',
	'blog/index.md': story('name: The blog\n', 'component: page\ntitle: Blog\n'),
	'blog/hello.md': story(
		'name: Hello\nposition: 10\ntag_list: [news, sea]\nmeta_data: { note: kept }\n',
		`component: article
title: Hello world
teaser: A first word
scheduled: 2024-05-01 10:00
price: 270.50
stock: 12
featured: true
topics: [sea, wind, salt]
author: authors/ada
categories: [categories/boats, categories/people]
image: { fieldtype: asset, filename: https://a.example.com/f/1/2x3/a/b.jpg, alt: A boat }
seo: { plugin: seo_metatags, title: Hello, description: Said once }
body:
  - component: quote
    words: Ahoy
  - component: note
    words: Later
`,
		'The text.\n',
	),
	'blog/hello.draft.md': story(
		'name: Hello again\n',
		'component: article\ntitle: Hello, edited\nauthor: authors/ada\n',
	),
	'blog/hello.de.md': story('slug: hallo\nname: Hallo\n', 'title: Hallo Welt\nteaser: Ein erstes Wort\n'),
	'blog/hello.pt-br.md': story('slug: ola\nname: Olá\npublished: false\n', 'title: Olá\n'),
	'blog/second.md': story(
		'name: Second\nposition: 5\ntag_list: [news]\n',
		`component: article
title: A second hello
teaser: ""
scheduled: 2024-06-01 09:30
price: 9.90
stock: 3
featured: false
topics: [wind]
author: authors/bob
body:
  - component: note
    words: Ahoy there
`,
	),
	'blog/news.md': story('name: News\npublished: false\n', 'component: article\ntitle: Not yet\n'),
	'blog/2024/old.md': story('name: Old\n', 'component: page\ntitle: Old\n'),
	'authors/ada.md': story('', 'component: author\nname: Ada\nrole: captain\n'),
	'authors/bob.md': story('', 'component: author\nname: Bob\n'),
	'authors/bob.pt-br.md': story('', 'name: Beto\n'),
	'categories/boats.md': story('', 'component: category\ntitle: Boats\n'),
	'categories/people.md': story('', 'component: category\ntitle: People\n'),
	'en/team.md': story('group_id: 11111111-2222-4333-8444-555555555555\n', 'component: page\ntitle: Team\n'),
	'fr/equipe.md': story(
		'group_id: 11111111-2222-4333-8444-555555555555\n',
		'component: page\ntitle: Equipe\n',
	),
	'datasources/colors.yaml': `name: Colors
dimensions: [{ name: Deutsch, entry_value: de }]
entries:
  - { name: red, value: Red, dimensions: { de: Rot } }
  - { name: blue, value: Blue }
`,
	'datasources/sizes.yaml': 'entries: [{ name: s, value: "1" }]\n',
};
