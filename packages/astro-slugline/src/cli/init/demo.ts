/** The default language of the demo, which a space does not contain. */
export const demoLanguage = 'en';

/** The files of a small space to start with, by their paths: two languages, nested bloks, a relation, and a datasource. */
export const demoSpace: Readonly<Record<string, string>> = {
	'space.yaml': `name: Harbor News
languages: [de]
content_types:
  article: { references: [author] }
`,
	'index.md': `---
name: Home
content:
  component: page
  title: Harbor News
  body:
    - component: hero
      headline: What the tide brought in
      text: A demo space of Slugline. Edit these files, and the pages follow.
    - component: grid
      items:
        - { component: teaser, title: The first story, link: { link: blog/first } }
        - { component: teaser, title: The second story, link: { link: blog/second } }
---
`,
	'index.de.md': `---
name: Start
content:
  title: Neues vom Hafen
---
`,
	'authors/ada.md': `---
name: Ada
content:
  component: author
  name: Ada Marsh
---
`,
	'blog/first.md': `---
name: The first story
content:
  component: article
  title: The first story
  author: authors/ada
---

A story is a **Markdown** file. Its path is its slug, and its fields are at the top.

Write another one beside it, and it has a page.
`,
	'blog/first.de.md': `---
name: Die erste Geschichte
slug: erste
content:
  title: Die erste Geschichte
---

Eine Geschichte ist eine **Markdown**-Datei.
`,
	'blog/second.md': `---
name: The second story
content:
  component: article
  title: The second story
  author: authors/ada
---

This one is not translated.
`,
	'datasources/labels.yaml': `dimensions:
  - { name: German, entry_value: de }
entries:
  - { name: more, value: Read more, dimensions: { de: Mehr lesen } }
`,
};
