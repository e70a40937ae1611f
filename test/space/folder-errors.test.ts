import { symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { createSpace, SpaceFolderError } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { page } from './open-space.js';

type Files = Readonly<Record<string, string>>;

const space = 'name: Harbour\nlanguages: [de]\n';
/** A story with these lines in its front matter. */
const story = (front: string) => `---\n${front}content: { component: page }\n---\n`;
/** A story with these lines in its content. */
const withContent = (content: string, text = '') =>
	`---\ncontent:\n  component: page\n${content}---\n${text}`;

/** What `ready` says of each of these folders. */
async function problems(...folders: Files[]): Promise<string[]> {
	const said = [];
	for (const files of folders)
		said.push(await problemOf(await temporaryFolder({ 'space.yaml': space, ...files })));
	return said;
}

async function problemOf(folder: string): Promise<string> {
	const opened = createSpace(folder);
	onTestFinished(() => opened.close());
	const error: unknown = await opened.ready().catch((reason) => reason);
	expect(error).toBeInstanceOf(SpaceFolderError);
	return error instanceof Error ? error.message : '';
}

test('names files as the folder was given, if that is relative', async () => {
	const folder = await temporaryFolder({
		'space.yaml': space,
		'a.md': withContent('  body: x\n'),
		'b.md': withContent('  body: [{ component: hero }]\n'),
	});
	const given = relative(process.cwd(), folder);
	const opened = createSpace(given);
	onTestFinished(() => opened.close());
	await opened.ready();
	expect(opened.warnings()).toEqual([expect.stringMatching(/^\.\.\/.*\/a\.md:4:3: /)]);
	expect(opened.warnings()[0]).toContain(`${given}/a.md:4:3: `);
	await writeFile(join(folder, 'a.md'), '');
	expect(await problemOf(given)).toContain(`${given}/a.md:1:1: The file has no front matter.`);
	expect(await problemOf('no-such-folder')).toMatch(/^no-such-folder: The folder does not exist/);
});

test('a missing folder, and one without space.yaml', async () => {
	const folder = await temporaryFolder();
	const missing = await problemOf(join(folder, 'nowhere'));
	expect([missing.replace(folder, '<folder>'), await problemOf(folder)]).toMatchInlineSnapshot(`
		[
		  "<folder>/nowhere: The folder does not exist. Create it with a file space.yaml, or correct its path.",
		  "space.yaml: The folder has no such file. Add it, with the \`name\` and \`languages\` of the space.",
		]
	`);
});

test('errors in space.yaml', async () => {
	const texts = [
		'name: Harbour\n\ncolour: red\n',
		'name: [Harbour\n',
		'name: Harbour\nid: seven\n',
		'id: 90071992547409930\n',
		'created_at: 2024-02-30\n',
		'languages: [de, de]\n',
		'default_language: { code: de }\nlanguages: [fr, de]\n',
		'languages: [{ code: d/e }]\n',
		'languages: de\n',
		'tokens: { public: "" }\n',
		'publish_languages_independently: maybe\n',
		'content_types:\n  article:\n    refs: [author]\n',
		'content_types: [article]\n',
		'- name\n',
		'webhooks:\n  - name: a\n    endpoint: https://example.com\n    actions: [story.saved]\n',
		'webhooks:\n  - url: https://example.com\n',
	];
	const files = texts.map((text) => ({ 'space.yaml': text }));
	expect(await problems(...files, { 'space.yml': 'name: x\n' })).toMatchInlineSnapshot(`
		[
		  "space.yaml:3:1: \`colour\` is not a valid field here. The fields are: id, name, domain, default_language, languages, created_at, tokens, content_types, webhooks, use_filter_query_in_translated_stories, publish_languages_independently, translatable_slugs.",
		  "space.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]. Close each bracket and quote, and indent with spaces, as the lines around it.",
		  "space.yaml:2:1: \`id\`: Expected a whole number.",
		  "space.yaml:1:1: \`id\`: Expected a whole number between -2^53 and 2^53.",
		  "space.yaml:1:1: \`created_at\`: Expected a date that exists, such as 2024-05-01 or 2024-05-01T10:00:00.000Z.",
		  "space.yaml:1:17: The language \`de\` is listed twice, or is also the default language. Remove it here.",
		  "space.yaml:2:17: The language \`de\` is listed twice, or is also the default language. Remove it here.",
		  "space.yaml:1:13: \`languages.0\`: Expected a language code such as de or pt-br.",
		  "space.yaml:1:1: \`languages\`: Expected a list of languages.",
		  "space.yaml:1:11: \`tokens.public\`: A token cannot be empty.",
		  "space.yaml:1:1: \`publish_languages_independently\`: Expected true or false.",
		  "space.yaml:3:5: \`content_types.article.refs\` is not a valid field here. The fields are: body, references, richtext.",
		  "space.yaml:1:1: \`content_types\`: Expected a map by content type.",
		  "space.yaml:1:1: Expected a map with the \`name\` and \`id\` of the space.",
		  "space.yaml:4:15: \`webhooks.0.actions.0\`: Expected one of story.published, story.unpublished, story.deleted, story.moved, datasource.entries_updated, asset.created, asset.replaced, asset.deleted, asset.restored, user.added, user.removed, user.roles_updated, stage.changed, pipeline.deployed, release.merged.",
		  "space.yaml:2:5: \`webhooks.0.url\` is not a valid field here. The fields are: name, description, endpoint, secret, actions, activated.",
		  "space.yml: YAML files of a space must end in \`.yaml\`. Rename this one.",
		]
	`);
});

test('a file that is not a story', async () => {
	const texts = [
		'# Hello\n',
		'---\nname: A\n',
		'---js\n({ content: {} })\n---\n',
		'---\nname: A\n---\n',
		'---\n---\n',
		'---\n- a\n---\n',
		'---\ncontent:\n  title: A\n---\n',
	];
	expect(await problems(...texts.map((text) => ({ 'a/b.md': text })))).toMatchInlineSnapshot(`
		[
		  "a/b.md:1:1: The file has no front matter. Start it with a line \`---\`, \`content:\` with the \`component\` of the story, and another \`---\`.",
		  "a/b.md:1:1: The front matter does not end. Close it with a line \`---\`.",
		  "a/b.md:1:1: The front matter is in \`js\`. Write it in YAML, after a bare \`---\`.",
		  "a/b.md:2:1: \`content\`: Expected a front matter with a map \`content:\` that has the \`component\` of the story.",
		  "a/b.md:1:1: \`content\`: Expected a front matter with a map \`content:\` that has the \`component\` of the story.",
		  "a/b.md:2:1: Expected a front matter with a map \`content:\` that has the \`component\` of the story.",
		  "a/b.md:2:1: \`content.component\`: Expected \`component\`, the name of the content type.",
		]
	`);
});

test('front matter that is not YAML, or has unknown fields', async () => {
	const texts = [
		withContent('  title: "a\n'),
		withContent('  items: [a, "b\n  text: c\n'),
		withContent('  photo: { asset: a\n'),
		withContent('  item: { value: Log: book }\n'),
		story('name: Boats: a guide\n'),
		story('name: @boats\n'),
		story('name: "Boats" at sea\n'),
		story('name: A\nname: B\n'),
		withContent('  when: !date 2024\n'),
		withContent('  when: !!timestamp 2024-02-01\n'),
		withContent('  when: !!timestamp { a: b }\n'),
		withContent('  who: !!set { a, b }\n'),
		withContent('  what: !!binary aGk=\n'),
		withContent('  count: !!int many\n'),
		withContent('  a: *b\n'),
		withContent('  ? [a, b]\n  : c\n'),
		story('title: A\n'),
		story('nmae: A\n'),
		story('name: true\n'),
		story('slug: a/b\n'),
		story('tag_list: news\n'),
		story('meta_data: text\n'),
		story('uuid: ""\n'),
		story('full_slug: ""\n'),
	];
	expect(await problems(...texts.map((text) => ({ 'a.md': text })))).toMatchInlineSnapshot(`
		[
		  "a.md:4:10: Missing closing "quote. Close the quote or bracket on its line.",
		  "a.md:4:10: Missing closing "quote. Close the quote or bracket on its line.",
		  "a.md:4:20: Flow map in block collection must be sufficiently indented and end with a }. Close each bracket and quote, and indent with spaces, as the lines around it.",
		  "a.md:4:18: Block collections are not allowed within flow collections. Quote a value with a colon: \`name: "Boats: a guide"\`. Otherwise, close each bracket.",
		  "a.md:2:7: Nested mappings are not allowed in compact mappings. Quote a value with a colon: \`name: "Boats: a guide"\`.",
		  "a.md:2:7: Plain value cannot start with reserved character @. Quote the value.",
		  "a.md:2:15: Unexpected scalar at node end. Quote the whole value.",
		  "a.md:3:1: Map keys must be unique. Remove one of the two.",
		  "a.md:4:9: Unresolved tag: !date. Remove the tag.",
		  "a.md:4:9: Unresolved tag: !!timestamp. Remove the tag.",
		  "a.md:4:9: Unresolved tag: !!timestamp. Remove the tag.",
		  "a.md:4:8: Unresolved tag: !!set. Remove the tag.",
		  "a.md:4:9: Unresolved tag: !!binary. Remove the tag.",
		  "a.md:4:10: \`many\` is not a number. Remove the tag.",
		  "a.md:4:6: \`*b\` is an alias, but there is no anchor of that name. Quote the value.",
		  "a.md:4:5: The key is a list or a map. Use text.",
		  "a.md:2:1: \`title\` is not a valid field here. The fields are: uuid, id, name, slug, path, position, published, created_at, published_at, updated_at, full_slug, tag_list, first_published_at, sort_by_date, group_id, meta_data, is_startpage, release_id, releases, verbatim, content, extra, link. Fields of the content are below \`content:\`.",
		  "a.md:2:1: \`nmae\` is not a valid field here. Did you mean \`name\`?",
		  "a.md:2:1: \`name\`: Expected text; quote a value such as \`"true"\` or \`""\`.",
		  "a.md:2:1: \`slug\`: Expected one segment of a slug, without slashes.",
		  "a.md:2:1: \`tag_list\`: Expected a list of texts.",
		  "a.md:2:1: \`meta_data\`: Expected a map of fields.",
		  "a.md:2:1: \`uuid\`: A uuid cannot be empty.",
		  "a.md:2:1: \`full_slug\`: A full slug cannot be empty.",
		]
	`);
});

test('text that is another value in YAML, or none, until it is quoted', async () => {
	const titles = [
		"'It's a boat'",
		'"The "Tide" sails"',
		'Boats: a guide',
		'@boats',
		'*boats',
		'**Boats** at sea',
		'&boats',
		'&copy; The boats',
		'%boats',
		'{boats}',
		'{{ boats }}',
		'{ text: Boats, and more }',
		'#1 of the boats',
		'`boats`',
		'\n\ttext: Boats',
	];
	const files = [...titles.map((title) => `  title: ${title}\n`), '  title:Boats\n'];
	expect(await problems(...files.map((title) => ({ 'a.md': withContent(title) })))).toMatchInlineSnapshot(`
		[
		  "a.md:4:14: Unexpected scalar at node end. An apostrophe ends the text. Use double quotes around it: "It's a boat".",
		  "a.md:4:16: Unexpected scalar at node end. A quote ends the text. Put a backslash before each \`"\` within it.",
		  "a.md:4:10: Nested mappings are not allowed in compact mappings. Quote a value with a colon: \`name: "Boats: a guide"\`.",
		  "a.md:4:10: Plain value cannot start with reserved character @. Quote the value.",
		  "a.md:4:10: \`*boats\` is an alias, but there is no anchor of that name. Quote the value.",
		  "a.md:4:20: Unexpected scalar at node end. Quote the whole value.",
		  "a.md:4:16: \`&\` begins an anchor here, so \`&boats\` is lost. Quote the whole value.",
		  "a.md:4:17: \`&\` begins an anchor here, so \`&copy;\` is lost. Quote the whole value.",
		  "a.md:4:10: Plain value cannot start with directive indicator character %. Quote the value.",
		  "a.md:4:11: \`boats\` is a key without a value, as braces and commas make one. If it is text, quote the whole value.",
		  "a.md:4:11: The key is a list or a map. Use text.",
		  "a.md:4:25: \`and more\` is a key without a value, as braces and commas make one. If it is text, quote the whole value.",
		  "a.md:4:3: \`title\` is empty, because \`#\` begins a comment. Quote the value.",
		  "a.md:4:10: Plain value cannot start with reserved character \`. Quote the value.",
		  "a.md:5:1: Tabs are not allowed as indentation. Indent with spaces.",
		  "a.md:4:3: Implicit map keys need to be followed by map values. Write \`key: value\`, with a space after the colon.",
		]
	`);
});

test('comments, braces, anchors, and quotes that are as meant', async () => {
	const content = [
		...[
			"it: 'It''s'",
			'both: "A \\"b\\""',
			'none: # a comment',
			'# a comment',
			'same: &one a',
			'other: *one',
		],
		...[
			'map: { a: b, c: "d, e", f: [g, h], i: {} }',
			'hash: a #b',
			'list: [ # first',
			'  a ]',
			'x: {a: , b: }',
		],
	];
	const folder = await temporaryFolder({
		'space.yaml': space,
		'a.md': withContent(content.map((line) => `  ${line}\n`).join('')),
	});
	const opened = createSpace(folder);
	onTestFinished(() => opened.close());
	await opened.ready();
	expect(opened.warnings()).toEqual([]);
});

test('a line that is indented as no other of its level', async () => {
	const contents = [
		'   title: A\n',
		'  url: https://a.b\n\n   title: A\n',
		'  title: A\n   text: B: C\n',
		'  items:\n    - a: b\n       c: d\n',
		'  items:\n    - a: b\n     c: d\n',
		' title: A\n',
		'  items: [a]\n   title: A\n',
	];
	expect(
		await problems(...contents.map((content) => ({ 'a.md': withContent(content) }))),
	).toMatchInlineSnapshot(`
		[
		  "a.md:3:14: Nested mappings are not allowed in compact mappings. Line 4 is indented more than line 3: start the keys of one level in the same column.",
		  "a.md:4:8: Nested mappings are not allowed in compact mappings. Line 6 is indented more than line 4: start the keys of one level in the same column.",
		  "a.md:4:10: Nested mappings are not allowed in compact mappings. Line 5 is indented more than line 4: start the keys of one level in the same column.",
		  "a.md:5:10: Nested mappings are not allowed in compact mappings. Line 6 is indented more than line 5: start the keys of one level in the same column.",
		  "a.md:6:1: Sequence item without - indicator. Indent this line like the others at its level.",
		  "a.md:4:1: All mapping items must start at the same column. Indent this line like the others at its level.",
		  "a.md:5:1: All mapping items must start at the same column. Indent this line like the others at its level.",
		]
	`);
});

test('fields that other tools call differently', async () => {
	const lines = ['draft: true\n', 'tags: [sea]\n', 'date: 2026-03-09\n'];
	lines.push('pubDate: 2026-03-09\n', 'updatedDate: 2026-03-09\n');
	expect(await problems(...lines.map((line) => ({ 'a.md': story(line) })))).toMatchInlineSnapshot(`
		[
		  "a.md:2:1: \`draft\` is not a valid field here. Did you mean \`published: false\`?",
		  "a.md:2:1: \`tags\` is not a valid field here. Did you mean \`tag_list\`?",
		  "a.md:2:1: \`date\` is not a valid field here. Did you mean \`first_published_at\`?",
		  "a.md:2:1: \`pubDate\` is not a valid field here. Did you mean \`first_published_at\`?",
		  "a.md:2:1: \`updatedDate\` is not a valid field here. Did you mean \`updated_at\`?",
		]
	`);
	expect(await problems({ 'a.md': page, 'a.de.md': '---\ndate: 2026-03-09\n---\n' })).toEqual([
		expect.stringContaining('`date` is not a valid field here. The fields are: name,'),
	]);
});

test('inconsistent languages, drafts, and bodies', async () => {
	expect(
		await problems(
			{ 'blog/a.de.md': '---\nname: A\n---\n' },
			{ 'a.md': page, 'a.de.md': '---\nposition: 5\n---\n' },
			{ 'a.md': page, 'a.de.md': '---\npublished_at: 2026-01-01\n---\n' },
			{ 'a.md': page, 'a.de.md': '---\npublishd: true\n---\n' },
			{ 'a.md': page, 'a.de.md': '---\ncontent: text\n---\n' },
			{ 'a.md': page, 'a.de.md': '---\ncontent:\n  component: article\n---\n' },
			{ 'a.md': page, 'a.draft.md': story('uuid: other\n') },
			{ 'a.md': withContent('  body: here\n', 'And here.\n') },
		),
	).toMatchInlineSnapshot(`
		[
		  "blog/a.de.md: This is a translation of a story, but its file \`a.md\` does not exist. Add that file, or rename this one.",
		  "a.de.md:2:1: \`position\` is not a valid field here. A translation has that of its story. Set it in the file of the story.",
		  "a.de.md:2:1: \`published_at\` is not a valid field here. A translation has that of its story. Set it in the file of the story.",
		  "a.de.md:2:1: \`publishd\` is not a valid field here. Did you mean \`published\`?",
		  "a.de.md:2:1: \`content\`: Expected a map of fields.",
		  "a.de.md:3:3: The story is of the content type \`page\`, and so are its languages. Remove \`component\` here.",
		  "a.draft.md:2:1: \`uuid\` differs from \`a.md\`, of which this is a draft. Remove it here, or set it in both.",
		  "a.md:4:3: \`body\` is set here and by the text below the front matter. Remove one, or choose another field for the text as \`body\` of \`content_types: page\` in space.yaml.",
		]
	`);
});

test('references to missing stories', async () => {
	const types = `${space}content_types:\n  page: { references: [author] }\n  card: { references: [story] }\n`;
	const contents = [
		'  author: authors/nobody\n',
		'  body:\n    - component: card\n      story: [a, b]\n',
		'  link: { fieldtype: multilink, cached_url: nowhere }\n',
		'  link: { link: abuot }\n  more: { richtext: "[times](about)" }\n',
	];
	const files = contents.map((content) => ({ 'space.yaml': types, 'a.md': withContent(content) }));
	const near = { 'space.yaml': types, 'a.md': withContent('  link: { link: abuot }\n'), 'about.md': page };
	const below = { ...near, 'a.md': withContent('  author: ada\n'), 'people/ada.md': page };
	expect(await problems(...files, near, below)).toMatchInlineSnapshot(`
		[
		  "a.md:4:3: No story has the slug \`authors/nobody\`. Correct it, or add the story.",
		  "a.md:6:18: No story has the slug \`b\`. Correct it, or add the story.",
		  "a.md:4:33: No story has the slug \`nowhere\`. Correct it, or add the story.",
		  "a.md:4:3: No story has the slug \`abuot\`. Correct it, or add the story.",
		  "a.md:4:3: No story has the slug \`abuot\`. Did you mean \`about\`?",
		  "a.md:4:3: No story has the slug \`ada\`. Did you mean \`people/ada\`?",
		]
	`);
});

test('two files with the same id, uuid, or slug are both named', async () => {
	const [withId, withUuid] = [story('id: 5\n'), story('uuid: one\n')];
	const german = '---\nslug: gleich\n---\n';
	expect(
		await problems(
			{ 'a.md': withId, 'b.md': withId },
			{ 'a.md': withUuid, 'b/c.md': withUuid },
			{ 'b/_folder.yaml': 'uuid: one\n', 'a.md': withUuid },
			{ 'a.md': page, 'b.md': story('slug: a\n') },
			{ 'a.md': story('slug: b\n'), 'b.md': page },
			{ 'blog.md': page, 'blog/index.md': page },
			{ 'home.md': page, 'index.md': page },
			{ 'a/_folder.yaml': 'slug: x\n', 'b/_folder.yaml': 'slug: x\n' },
			{ 'a.md': page, 'b.md': page, 'a.de.md': german, 'b.de.md': german },
			{ 'datasources/a.yaml': 'id: 5\n', 'datasources/b.yaml': 'id: 5\n' },
		),
	).toMatchInlineSnapshot(`
		[
		  "b.md:2:1: The id \`5\` is already used by \`a.md\`. Change one of them.",
		  "b/c.md:2:1: The uuid \`one\` is already used by \`a.md\`. Change one of them.",
		  "a.md:2:1: The uuid \`one\` is already used by \`b/_folder.yaml\`. Change one of them.",
		  "b.md:2:1: The slug \`a\` is already used by \`a.md\`. Change one of them.",
		  "a.md:2:1: The slug \`b\` is already used by \`b.md\`. Change one of them.",
		  "blog/index.md: The slug \`blog\` is already used by \`blog.md\`. Change one of them.",
		  "index.md: The slug \`home\` is already used by \`home.md\`. Change one of them.",
		  "b/_folder.yaml: The folder slug \`x\` is already used by \`a/_folder.yaml\`. Change one of them.",
		  "b.de.md:2:1: The slug in \`de\` \`gleich\` is already used by \`a.de.md\`. Change one of them.",
		  "datasources/b.yaml: The id of a datasource \`5\` is already used by \`datasources/a.yaml\`. Change one of them.",
		]
	`);
});

test('errors in folders and datasources', async () => {
	expect(
		await problems(
			{ 'a/_folder.yaml': 'title: A\n' },
			{ 'a/_folder.yaml': 'translated:\n  fr: { slug: x }\n' },
			{ 'a/_folder.yml': 'name: A\n' },
			{ 'datasources/C.YAML': 'name: C\n' },
			{ 'a/b.mdx': '' },
			{ 'a/b.markdown': '' },
			{ 'a/b.MD': '' },
			{ 'a/_folder.de.yaml': 'slug: b\n' },
			{ 'datasources/c.yaml': 'entries:\n  - name: red\n' },
			{ 'datasources/c.yaml': 'entries:\n  - name: red\n    value: Red\n    dimensions: { de: Rot }\n' },
			{ 'datasources/c.yaml': 'dimensions: [de]\n' },
		),
	).toMatchInlineSnapshot(`
		[
		  "a/_folder.yaml:1:1: \`title\` is not a valid field here. The fields are: uuid, id, name, slug, path, position, published, created_at, published_at, updated_at, translated, link.",
		  "a/_folder.yaml:2:3: \`fr\` is not a language of the space. Add it to \`languages\` in space.yaml, or remove it here.",
		  "a/_folder.yml: YAML files of a space must end in \`.yaml\`. Rename this one.",
		  "datasources/C.YAML: YAML files of a space must end in \`.yaml\`. Rename this one.",
		  "a/b.mdx: MDX is not read: a story is plain Markdown, and its components are bloks. Rename it to end in \`.md\`, without imports.",
		  "a/b.markdown: Stories must end in \`.md\`. Rename this one.",
		  "a/b.MD: Stories must end in \`.md\`. Rename this one.",
		  "a/_folder.de.yaml: The translations of a folder are in a/_folder.yaml: \`translated: { de: { name: …, slug: … } }\`.",
		  "datasources/c.yaml:2:5: \`entries.0.value\`: It is missing.",
		  "datasources/c.yaml:4:19: The datasource has no dimension with the entry value \`de\`. Add it under \`dimensions\` or remove it here.",
		  "datasources/c.yaml:1:14: \`dimensions.0\`: Expected a map with \`name\` and \`entry_value\`.",
		]
	`);
});

test('a translation into a language that the space does not list', async () => {
	const translated = '---\ncontent: { title: A }\n---\n';
	expect(
		await problems(
			{ 'a.md': page, 'a.fr.md': translated },
			{ 'a.md': page, 'a.fr.md': translated, 'space.yaml': 'default_language: { code: fr }\n' },
			{ 'a.fr.md': translated },
		),
	).toMatchInlineSnapshot(`
		[
		  "a.fr.md: The front matter is not that of a story. The file a.fr.md looks like a translation, but space.yaml does not list the language \`fr\`, so it is a separate story. If \`fr\` is the default language, put its fields into the file without \`.fr\`. If not, add it: \`languages: [de, fr]\`.",
		  "a.fr.md: The front matter is not that of a story. The file a.fr.md looks like a translation into \`fr\`, which is the default language, so it is a separate story. Put its fields into the file without \`.fr\`.",
		  "a.fr.md:2:1: \`content.component\`: Expected \`component\`, the name of the content type.",
		]
	`);
});

test('links that leave the folder, lead to nothing, or form a cycle, and files that are not text', async () => {
	const elsewhere = await temporaryFolder({ 'secret.md': page });
	const said = [];
	for (const [name, target] of [
		['secret.md', join(elsewhere, 'secret.md')],
		['secrets', elsewhere],
		['gone.md', join(elsewhere, 'gone.md')],
		['a/circle', '..'],
		['c', 'a'],
	] as const) {
		const folder = await temporaryFolder({ 'space.yaml': space, 'a/b.md': page });
		await symlink(target, join(folder, name));
		said.push(await problemOf(folder));
	}
	const folder = await temporaryFolder({ 'space.yaml': space });
	await writeFile(join(folder, 'latin.md'), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe4, 0xfc]));
	expect([...said, await problemOf(folder)]).toMatchInlineSnapshot(`
		[
		  "secret.md: The link leads out of the folder, or to nothing. Replace it with the file itself.",
		  "secrets: The link leads out of the folder, or to nothing. Replace it with the file itself.",
		  "gone.md: The link leads out of the folder, or to nothing. Replace it with the file itself.",
		  "a/circle: The link leads out of the folder, or to nothing. Replace it with the file itself.",
		  "c: Links to directories are not followed. Replace it with the directory itself.",
		  "latin.md: The file is not UTF-8 text. Save it as UTF-8.",
		]
	`);
});

test('a folder that cannot be served responds with 500 and the problem, until it is fixed', async () => {
	const folder = await temporaryFolder({ 'space.yaml': space, 'a.md': page });
	const opened = createSpace(folder);
	onTestFinished(() => opened.close());
	const { url, tokens } = await opened.listen();
	const ask = (base: string, asking: typeof fetch) =>
		asking(`${base}/v2/cdn/stories?cv=1&token=${tokens.public}`);
	expect((await ask(url, fetch)).status).toBe(200);

	await writeFile(join(folder, 'a.md'), '---\ncontent: [\n---\n');
	const me = await opened.fetch(`${opened.url}/v2/cdn/spaces/me?token=${tokens.public}`);
	const message =
		'a.md:2:11: Flow sequence in block collection must be sufficiently indented and end with a ]. Close each bracket and quote, and indent with spaces, as the lines around it.';
	for (const response of [me, await ask(url, fetch), await ask(opened.url, opened.fetch)]) {
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({ error: message });
	}
	await expect(opened.ready()).rejects.toMatchObject({ file: 'a.md', line: 2, column: 11 });
	await expect(opened.listen()).rejects.toBeInstanceOf(SpaceFolderError);

	await writeFile(join(folder, 'a.md'), page);
	expect((await ask(url, fetch)).status).toBe(200);
});

test('an alias to itself, and endlessly nested content', async () => {
	const keys = Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level + 4)}x:\n`).join('');
	const values = ['&a [*a]', '&a { b: { c: *a } }', '['.repeat(5000) + ']'.repeat(5000), `\n${keys}`];
	const said = await problems(...values.map((yaml) => ({ 'a.md': withContent(`  x: ${yaml}\n`) })));
	const cyclic = 'The alias refers to a value that contains it. Write the value out.';
	const tooDeep = 'The value is nested more than 1000 levels deep. Flatten it.';
	expect(said.map((sentence) => sentence.replace(/^a\.md:(\d+):\d+: /, '$1 '))).toEqual([
		`4 ${cyclic}`,
		`4 ${cyclic}`,
		expect.stringContaining(tooDeep),
		expect.stringContaining(tooDeep),
	]);
});
