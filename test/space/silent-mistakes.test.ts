import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSpace } from './open-space.js';

const page = (content: string) => `---\ncontent:\n  component: page\n${content}---\n`;

it('reports what would show nothing, with the file and the line', async () => {
	const { space } = await openSpace({
		'a.md': page('  title: A\n  body:\n    - { component: hero, title: Hi, more: [{ component: note }] }\n'),
		'a.de.md': '---\ncontent:\n  note: ""\n  title: ""\n---\n',
		'b.md': page('  title: B\n  body: just text\n'),
		'c.md': `${page('  title: ""\n')}Some *text*.\n`,
		'd.md': page(
			'  title: D\n  body:\n    - { componet: hero, title: Hi }\n    - component: hero\n      more: [{ words: Ahoy }]\n',
		),
	});
	await space.ready();
	expect(space.warnings()).toMatchInlineSnapshot(`
		[
		  "a.de.md:4:3: \`title\` is empty in the language \`de\`, so pages in it show nothing there. Translate it, or remove the line to show the default language.",
		  "b.md:5:3: \`body\` is text, but other stories have bloks in this field of \`page\`, so pages do not show it. Write a list of bloks.",
		  "c.md:2:1: \`body\` is text, but other stories have bloks in this field of \`page\`, so pages do not show it. Write a list of bloks.",
		  "d.md:6:7: An item of \`body\` has no \`component\`, so pages do not show it. Rename \`componet\` to \`component\`.",
		  "d.md:8:14: An item of \`more\` has no \`component\`, so pages do not show it. Add it.",
		]
	`);
});

it('reports rich text where other stories have text, and text where others have rich text', async () => {
	const { space } = await openSpace({
		'space.yaml': 'name: Boats\nlanguages: [de]\ncontent_types: { page: { richtext: [text] } }\n',
		'a.md': page('  intro: A\n  more: { richtext: A }\n  text: A\n'),
		'b.md': page('  intro: { richtext: B }\n  more: { richtext: B }\n  text: { richtext: B }\n'),
		'c.md': page('  intro: { type: doc, content: [] }\n  more: C\n  text: C\n'),
		'd.md': page('  intro: D\n  more: ""\n'),
		'd.de.md': '---\ncontent: { more: Text }\n---\n',
	});
	await space.ready();
	expect(space.warnings().filter((line) => line.includes('text'))).toMatchInlineSnapshot(`
		[
		  "b.md:4:3: \`intro\` is rich text, but other stories have text in this field of \`page\`, so pages show it wrong. Write text.",
		  "c.md:4:3: \`intro\` is rich text, but other stories have text in this field of \`page\`, so pages show it wrong. Write text.",
		  "c.md:5:3: \`more\` is text, but other stories have rich text in this field of \`page\`, so pages show it wrong. Write rich text.",
		  "d.de.md:2:12: \`more\` is text, but other stories have rich text in this field of \`page\`, so pages show it wrong. Write rich text.",
		]
	`);
});

it('reports a field of a translation that no story has in the default language', async () => {
	const { space } = await openSpace({
		'a.md': page('  title: A\n  seo: { component: seo, description: All }\n'),
		'a.de.md':
			'---\ncontent:\n  titel: Ah\n  motto: Ahoi\n  seo: { component: seo, descripton: Alles }\n---\n',
	});
	await space.ready();
	expect(space.warnings()).toEqual([
		'a.de.md:3:3: `page` has no field `titel` in the default language, but `title`. One of them is misspelled.',
		'a.de.md:5:26: `seo` has no field `descripton` in the default language, but `description`. One of them is misspelled.',
	]);
});

it('reports a field that only one story has, if others have a similar one', async () => {
	const { space } = await openSpace({
		'a.md': page('  intro: A\n  image_1: x.png\n  image: x\n  body: [{ component: hero, title: A }]\n'),
		'b.md': page('  intro: B\n  image_1: x.png\n  image: x\n  body: [{ component: hero, title: B }]\n'),
		'c.md': page(
			'  intr: C\n  image_2: x.png\n  images: [x]\n  body:\n    - { component: hero, titel: C }\n    - { component: note, titel: C }\n',
		),
		'c.draft.md': page('  intr: Draft\n  intro: Draft\n'),
		'd.md': page('  body: [{ component: hero, title: D, titles: D }]\n'),
	});
	await space.ready();
	expect(space.warnings()).toEqual([
		'c.md:4:3: Only this story has `intr` in `page`, where `intro` is usual. Did you mean `intro`?',
		'c.md:8:26: Only this story has `titel` in `hero`, where `title` is usual. Did you mean `title`?',
	]);
});

it('names the field or the type that space.yaml probably means, and none that no story has yet', async () => {
	const types =
		'content_types: { page: { references: [auther, editor], richtext: [intor] }, none: { references: [a] }, tesaer: { references: [b] }, pages: {} }';
	const { space } = await openSpace({
		'space.yaml': `name: A\n${types}\n`,
		'a.md': page('  author: b\n  intro: x\n  body: [{ component: teaser, b: a }]\n'),
	});
	await space.ready();
	const type =
		'space.yaml: `content_types` names `tesaer`, but no story or blok has this component. Did you mean `teaser`?';
	const known = (...names: string[]) => new Map(names.map((name) => [name, new Map([['b', true]])]));
	expect(space.warnings()).toContain(type);
	expect(space.warnings(known('teaser'))).toContain(type);
	expect(space.warnings(known('teaser', 'tesaer'))).not.toContain(type);
	expect(space.warnings().filter((line) => line !== type)).toEqual([
		'space.yaml: `content_types` names `auther`, but no `page` has this field. Did you mean `author`?',
		'space.yaml: `content_types` names `intor`, but no `page` has this field. Did you mean `intro`?',
	]);
});

it('says nothing of text, lists, and translations that are as meant', async () => {
	const { space } = await openSpace({
		'a.md': page(
			'  title: A\n  words: text\n  tags: [a, b]\n  body:\n    - { component: hero }\n  empty: ""\n',
		),
		'a.de.md': '---\ncontent: { title: Ah, empty: "" }\n---\n',
		'b.md': page('  words: more\n  body: []\n'),
		'c.md': page('  body: ""\n'),
		'd.md': '---\ncontent: { component: article }\n---\nSome text.\n',
		'e.md': '---\nverbatim: true\ncontent: { component: page, body: text }\n---\n',
	});
	await space.ready();
	expect(space.warnings()).toEqual([]);
});

it('names the field that was meant, where the fields of a component are known', async () => {
	const { space } = await openSpace({
		'space.yaml': 'name: A\nlanguages: [de]\n',
		'a.md': page(
			'  titel: A\n  intor: x\n  body:\n    - { component: hero, headlin: Hi }\n    - { component: note, titel: Hi }\n',
		),
		'a.de.md': '---\ncontent: { titel: Ah }\n---\n',
	});
	const fields = (...names: string[]) => new Map(names.map((name) => [name, true]));
	const known = new Map([
		['page', fields('title', 'body')],
		['hero', fields('headline')],
	]);
	await space.ready();
	expect(space.warnings()).toEqual([]);
	expect(space.warnings(known)).toMatchInlineSnapshot(`
		[
		  "a.md:4:3: \`page\` has no field \`titel\`. Did you mean \`title\`?",
		  "a.md:7:26: \`hero\` has no field \`headlin\`. Did you mean \`headline\`?",
		  "a.de.md:2:12: \`page\` has no field \`titel\`. Did you mean \`title\`?",
		]
	`);
});

it('refuses a translation into the default language of the site', async () => {
	const files = { 'blog/a.md': page(''), 'blog/a.de.md': '---\nname: Ah\n---\n' };
	const { space } = await openSpace(files);
	await space.ready();
	const [mistake, ...others] = space.mistakes(undefined, 'DE');
	expect(mistake).toMatchInlineSnapshot(
		`[SpaceFolderError: blog/a.de.md: It is a translation into \`de\`, the default language of the site, so no page would show it. Set \`defaultLanguage\`, or Astro's \`i18n.defaultLocale\`, to the language of \`a.md\`, or put its fields into \`a.md\`.]`,
	);
	expect(others).toEqual([]);
	for (const other of ['en', undefined])
		expect([...space.mistakes(undefined, other), ...space.warnings(undefined, other)]).toEqual([]);
	const pulled = await openSpace({ ...files, '.slugline-pull.json': '{ "files": {} }' });
	await pulled.space.ready();
	expect([...pulled.space.mistakes(undefined, 'de'), ...pulled.space.warnings(undefined, 'de')]).toEqual([]);
});

it('reports once a file that looks like a translation, with what to do if the default language is known', async () => {
	const files = { 'a.md': page('  title: A\n'), 'a.en.md': page('  title: Ah\n') };
	const { space } = await openSpace(files);
	await space.ready();
	expect([...space.warnings(undefined, 'en'), ...space.warnings(undefined, 'de')]).toMatchInlineSnapshot(`
		[
		  "The file a.en.md looks like a translation into \`en\`, which is the default language, so it is a separate story. Put its fields into the file without \`.en\`.",
		  "The file a.en.md looks like a translation, but space.yaml does not list the language \`en\`, so it is a separate story. Add it: \`languages: [de, en]\`.",
		]
	`);
	const named = await openSpace({ ...files, 'space.yaml': 'default_language: { code: en }\n' });
	await named.space.ready();
	expect(named.space.warnings()).toEqual(space.warnings(undefined, 'en'));
});

it('reports a file whose suffix is nearly that of a draft or a language', async () => {
	const { space } = await openSpace({
		'space.yaml': 'default_language: { code: en }\nlanguages: [de, pt-br]\n',
		'a.md': page('  title: A\n'),
		...{ 'a.de.md': '---\ncontent: {}\n---\n', 'a.DE.md': page(''), 'b.PT_BR.md': page('') },
		...{ 'b.en.md': page(''), 'c.EN.md': page(''), 'c.drfat.md': page(''), 'd.Draft.md': page('') },
		...{ 'd.drfat.md': page(''), 'v1.2.md': page(''), 'node.js.md': page(''), 'e.pt.md': page('') },
	});
	await space.ready();
	expect(space.warnings()).toMatchInlineSnapshot(`
		[
		  "The file a.DE.md is a separate story, because \`.DE\` is read as part of its slug. Put its fields into \`a.de.md\`.",
		  "The file b.PT_BR.md is a separate story, because \`.PT_BR\` is read as part of its slug. Rename it to \`b.pt-br.md\`.",
		  "The file b.en.md is a separate story, because \`.en\` is read as part of its slug. Rename it to \`b.md\`.",
		  "The file c.EN.md is a separate story, because \`.EN\` is read as part of its slug. Rename it to \`c.md\`.",
		  "The file c.drfat.md is a separate story, because \`.drfat\` is read as part of its slug. Rename it to \`c.draft.md\`, and 1 more in the same way.",
		  "The file d.Draft.md is a separate story, because \`.Draft\` is read as part of its slug. Rename it to \`d.draft.md\`.",
		]
	`);
});

it('reports short forms whose name is misspelled, YAML files that nothing reads, and odd slugs', async () => {
	const { space } = await openSpace({
		'a.md': page(
			'  image: { aset: /a.png, alt: A }\n  to: { lnik: blog/one }\n  text: { richtxt: "*Hi*" }\n  size: { lines: 3, width: 4 }\n  ok: { asset: /b.png, alt: B }\n',
		),
		'labels.yml': 'a: b\n',
		'_third.md': page(''),
		'_own.draft.md': page(''),
		'blog/my story.md': page(''),
		'blog/_named.md': `---\nslug: named\n${page('').slice(4)}`,
		'datasources/deep/labels.yaml': 'entries: []\n',
		'blog/_folder.yaml': 'name: Blog\n',
		'datasources/colors.yaml': 'name: Colors\nentries: []\n',
	});
	await space.ready();
	const yaml =
		'Nothing reads this file. A datasource is `datasources/<slug>.yaml`, and the settings of a folder are its `_folder.yaml`.';
	expect(space.warnings()).toEqual([
		`datasources/deep/labels.yaml: ${yaml}`,
		`labels.yml: ${yaml}`,
		'_third.md: It is published with the slug `_third`. A leading `_` does not hide a story: a draft has `published: false`.',
		'blog/my story.md: It is published with the slug `blog/my story`. Name the file without spaces, or give it a `slug`.',
		'a.md:4:12: `aset` makes no asset, so pages do not show it. Did you mean `asset`?',
		'a.md:5:9: `lnik` makes no link, so pages do not show it. Did you mean `link`?',
		'a.md:6:11: `richtxt` makes no rich text, so pages do not show it. Did you mean `richtext`?',
	]);
});

it('reports code of MDX in a text, and a path of a folder, which moves no page', async () => {
	const files = {
		'a.md': `${page('')}import Chart from '../Chart.astro';\n\nHello\n`,
		'a.de.md': '---\ncontent: {}\n---\nexport const a = 1;\n',
		'b.md': `${page('')}import duties on 'old' boats\n\n~~~astro\n---\nimport x from 'x';\n---\n~~~\n`,
		'blog/_folder.yaml': 'path: /news\n',
		'blog/c.md': page(''),
	};
	const { space } = await openSpace(files);
	await space.ready();
	const mdx =
		'The text begins with MDX code, which pages show as it is, because a story is plain Markdown. Remove the code.';
	expect(space.warnings()).toEqual([
		`a.md: ${mdx}`,
		`a.de.md: ${mdx}`,
		'blog/_folder.yaml: `path` of a folder moves no page. Set `slug` to move all of its stories, or `path` in a story.',
	]);
	const pulled = await openSpace({ ...files, '.slugline-pull.json': '{}' });
	await pulled.space.ready();
	expect(pulled.space.warnings().join()).not.toContain('_folder.yaml');
});

it('reports files in forms that nothing reads in one sentence, and none that projects and tools have', async () => {
	const { space, folder } = await openSpace({
		'a.md': page(''),
		...{ 'blog/b.json': '{}', 'c.txt': 'C', 'blog/d.HTML': '<p>D', 'datasources/e.csv': 'a,b' },
		...{ 'components.json': '{}', 'LICENSE.txt': 'MIT', README: 'A', '.DS_Store': '', 'blog/.gitkeep': '' },
		...{
			'blog/photo.jpg': '',
			'menu.pdf': '',
			'logo.svg': '',
			'package.json': '{}',
			'package-lock.json': '{}',
		},
	});
	await space.ready();
	expect(space.warnings()).toEqual([
		'Nothing reads `blog/b.json`, `blog/d.HTML`, `c.txt` and `datasources/e.csv`. A story is a Markdown file that ends in `.md`, and a datasource is `datasources/<slug>.yaml`. Files for visitors belong in public/.',
	]);
	await rename(join(folder, 'c.txt'), join(folder, 'c.pdf'));
	await space.refresh();
	expect(space.warnings().join()).not.toContain('c.txt');
});

it('reports fields of a story that are below `content:`', async () => {
	const files = {
		'a.md': page('  draft: false\n  path: /a\n  position: Editor\n  name: A\n  tag_list: [a]\n'),
		'a.de.md': '---\ncontent: { published: true, position: "3" }\n---\n',
		'b.md': page('  slug: b\n  hero: { component: hero, path: /b }\n'),
		'c.md': `---\nslug: c\n${page('  slug: c\n').slice(4)}`,
	};
	const { space } = await openSpace(files);
	await space.ready();
	const moved = (name: string) =>
		`\`${name}\` below \`content:\` is not that of the story, but a field of \`page\`. Move it to the top level, above \`content:\`, if it is meant for the story.`;
	const warnings = space.warnings().filter((line) => line.includes('below'));
	expect(warnings).toEqual([
		`a.md:5:3: ${moved('path')}`,
		`a.md:8:3: ${moved('tag_list')}`,
		`a.de.md:2:12: ${moved('published')}`,
	]);
	const known = new Map([['page', new Map(['path', 'tag_list', 'published'].map((name) => [name, true]))]]);
	expect(space.warnings(known).filter((line) => line.includes('below'))).toEqual([
		`b.md:4:3: ${moved('slug')}`,
	]);
});

it('refuses to publish a story whose content says that it is a draft', async () => {
	const told = async (files: Record<string, string>, ...fields: string[]) => {
		const { space } = await openSpace(files);
		await space.ready();
		const known = new Map([['page', new Map(fields.map((name) => [name, true]))]]);
		return space.mistakes(known).join('\n');
	};
	const refused = (place: string, name: string) =>
		`SpaceFolderError: ${place}: \`${name}\` below \`content:\` does not hide the story. Write \`published: false\` at the top level, above \`content:\`, or \`published: true\` there if \`${name}\` is a field of \`page\`.`;
	const draft = { 'a.md': page('  draft: true\n') };
	expect(await told(draft)).toBe(refused('a.md:4:3', 'draft'));
	const translation = { 'a.md': page(''), 'a.de.md': '---\ncontent: { published: false }\n---\n' };
	expect(await told(translation)).toBe(refused('a.de.md:2:12', 'published'));
	expect(await told(draft, 'draft')).toBe('');
	expect(await told({ ...draft, '.slugline-pull.json': '{ "files": {} }' })).toBe('');
	expect(await told({ 'a.md': page(''), 'a.draft.md': page('  draft: true\n') })).toBe('');
	for (const stated of [true, false])
		expect(await told({ 'a.md': `---\npublished: ${stated}\n${page('  draft: true\n').slice(4)}` })).toBe('');
});

it('reports once dates of a story that are below `content:` in all stories of a type', async () => {
	const dated = (field: string) => page(`  ${field}: 2026-03-09\n  slug: a\n`);
	const { space } = await openSpace({
		'a.md': dated('first_published_at'),
		'b.md': dated('first_published_at'),
		'b.de.md': '---\ncontent: { first_published_at: 2026-03-10 }\n---\n',
		'c.md': dated('published_at'),
		'd.md': dated('published_at'),
		'e.md': dated('published_at'),
	});
	await space.ready();
	const moved =
		'is not that of the story, but a field of `page`. Move it to the top level, above `content:`, if it is meant for the story.';
	expect(space.warnings()).toEqual([
		`a.md:4:3: \`first_published_at\` below \`content:\` in 2 stories ${moved}`,
		`c.md:4:3: \`published_at\` below \`content:\` in 3 stories ${moved}`,
	]);
	const fields = new Map(['first_published_at', 'published_at', 'slug'].map((name) => [name, true]));
	expect(space.warnings(new Map([['page', fields]]))).toEqual([]);
});

it('knows the places of bloks, and those of assets', async () => {
	const { space } = await openSpace({
		'a.md': page('  body:\n    - { component: hero, more: [{ component: note }] }\n'),
		'b.md': page('  photo: { asset: boat.jpg }\n  boat: boat.jpg\n  full: { filename: boat.jpg, id: 7 }\n'),
		'a.de.md': '---\ncontent:\n  body: [{ component: note }]\n---\n',
	});
	await space.ready();
	expect([...space.blokPlaces('note'), ...space.blokPlaces('page'), ...space.blokPlaces('none')]).toEqual([
		...['a.md:5:35', 'a.de.md:3:12', 'a.md:3:3', 'b.md:3:3'],
	]);
	expect(space.blokPlaces('boat.jpg')).toEqual(['b.md:4:3', 'b.md:5:3', 'b.md:6:3']);
});
