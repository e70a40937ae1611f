import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace, SpaceFolderError } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const space = 'name: Harbour\nlanguages: [de]\n';
const page = '---\ncontent:\n  component: page\n---\n';

/** What `ready` says of a folder. */
async function problem(files: Readonly<Record<string, string>>): Promise<string> {
	return problemOf(await temporaryFolder({ 'space.yaml': space, ...files }));
}

async function problemOf(folder: string): Promise<string> {
	const opened = createSpace(folder);
	onTestFinished(() => opened.close());
	const error = await opened.ready().then(
		() => undefined,
		(reason: unknown) => reason,
	);
	expect(error).toBeInstanceOf(SpaceFolderError);
	return error instanceof Error ? error.message : '';
}

test('a missing folder, and one without space.yaml', async () => {
	const folder = await temporaryFolder();
	const missing = await problemOf(join(folder, 'nowhere'));
	expect(missing.replace(folder, '<folder>')).toMatchInlineSnapshot(
		`"<folder>/nowhere: The folder does not exist. Create it with a file space.yaml, or correct its path."`,
	);
	expect(await problemOf(folder)).toMatchInlineSnapshot(
		`"space.yaml: The folder has no such file. Add it, with the \`name\` and \`languages\` of the space."`,
	);
});

test('errors in space.yaml', async () => {
	expect(await problem({ 'space.yaml': 'name: Harbour\n\ncolour: red\n' })).toMatchInlineSnapshot(
		`"space.yaml:3:1: \`colour\` is not a valid field here. The fields are: id, name, domain, default_language, languages, created_at, tokens, content_types, webhooks, use_filter_query_in_translated_stories, publish_languages_independently, translatable_slugs."`,
	);
	expect(await problem({ 'space.yaml': 'name: [Harbour\n' })).toMatchInlineSnapshot(
		`"space.yaml:2:1: Flow sequence in block collection must be sufficiently indented and end with a ]."`,
	);
	expect(await problem({ 'space.yaml': 'name: Harbour\nid: seven\n' })).toMatchInlineSnapshot(
		`"space.yaml:2:1: \`id\`: Expected a whole number."`,
	);
	expect(await problem({ 'space.yaml': 'id: 90071992547409930\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`id\`: Expected a whole number between -2^53 and 2^53."`,
	);
	expect(await problem({ 'space.yaml': 'created_at: yesterday\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`created_at\`: Expected a date that exists, such as 2024-05-01 or 2024-05-01T10:00:00.000Z."`,
	);
	expect(await problem({ 'space.yaml': 'created_at: 2024-02-30\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`created_at\`: Expected a date that exists, such as 2024-05-01 or 2024-05-01T10:00:00.000Z."`,
	);
	expect(await problem({ 'space.yaml': 'languages: [de, de]\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:17: The language \`de\` is listed twice, or is also the default language. Remove it here."`,
	);
	expect(
		await problem({ 'space.yaml': 'default_language: { code: de }\nlanguages: [fr, de]\n' }),
	).toMatchInlineSnapshot(
		`"space.yaml:2:17: The language \`de\` is listed twice, or is also the default language. Remove it here."`,
	);
	expect(await problem({ 'space.yaml': 'languages: [{ code: d/e }]\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:13: \`languages.0\`: Expected a language code such as de or pt-br."`,
	);
	expect(await problem({ 'space.yaml': 'languages: de\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`languages\`: Expected a list of languages."`,
	);
	expect(await problem({ 'space.yaml': 'tokens: { public: "" }\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:11: \`tokens.public\`: A token cannot be empty."`,
	);
	expect(await problem({ 'space.yaml': 'publish_languages_independently: maybe\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`publish_languages_independently\`: Expected true or false."`,
	);
	expect(
		await problem({ 'space.yaml': 'content_types:\n  article:\n    refs: [author]\n' }),
	).toMatchInlineSnapshot(
		`"space.yaml:3:5: \`content_types.article.refs\` is not a valid field here. Correct its name or remove it."`,
	);
	expect(await problem({ 'space.yaml': 'content_types: [article]\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: \`content_types\`: Expected a map by content type."`,
	);
	expect(await problem({ 'space.yaml': '- name\n' })).toMatchInlineSnapshot(
		`"space.yaml:1:1: Expected a map with the \`name\` and \`id\` of the space."`,
	);
	expect(await problem({ 'space.yml': 'name: x\n' })).toMatchInlineSnapshot(
		`"space.yml: YAML files of a space must end in \`.yaml\`. Rename this one."`,
	);
});

test('a file that is not a story', async () => {
	expect(await problem({ 'a/b.md': '# Hello\n' })).toMatchInlineSnapshot(
		`"a/b.md:1:1: The file has no front matter. Start it with a line \`---\`, \`content:\` with the \`component\` of the story, and another \`---\`."`,
	);
	expect(await problem({ 'a.md': '---\nname: A\n' })).toMatchInlineSnapshot(
		`"a.md:1:1: The front matter does not end. Close it with a line \`---\`."`,
	);
	expect(await problem({ 'a.md': '---js\n({ content: {} })\n---\n' })).toMatchInlineSnapshot(
		`"a.md:1:1: The front matter is in \`js\`. Write it in YAML, after a bare \`---\`."`,
	);
	expect(await problem({ 'a.md': '---\nname: A\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:1: \`content\`: Expected a front matter with a map \`content:\` that has the \`component\` of the story."`,
	);
	expect(await problem({ 'a.md': '---\n---\n' })).toMatchInlineSnapshot(
		`"a.md:1:1: \`content\`: Expected a front matter with a map \`content:\` that has the \`component\` of the story."`,
	);
	expect(await problem({ 'a.md': '---\n- a\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:1: Expected a front matter with a map \`content:\` that has the \`component\` of the story."`,
	);
	expect(await problem({ 'a.md': '---\ncontent:\n  title: A\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:1: \`content.component\`: Expected \`component\`, the name of the content type."`,
	);
});

test('front matter that is not YAML, or has unknown fields', async () => {
	expect(
		await problem({ 'a.md': '---\nname: A\ncontent:\n  component: page\n  title: "a\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:5:12: Missing closing "quote. Close the quote or bracket on its line."`);
	expect(await problem({ 'a.md': '---\nname: Boats: a guide\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:7: Nested mappings are not allowed in compact mappings. Quote a value with a colon: \`name: "Boats: a guide"\`."`,
	);
	expect(await problem({ 'a.md': '---\nname: @boats\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:7: Plain value cannot start with reserved character @. Quote the value."`,
	);
	expect(await problem({ 'a.md': '---\nname: "Boats" at sea\n---\n' })).toMatchInlineSnapshot(
		`"a.md:2:15: Unexpected scalar at node end. Quote the whole value."`,
	);
	expect(await problem({ 'a.md': page, 'b/_folder.yaml': 'title: B\n' })).toMatchInlineSnapshot(
		`"b/_folder.yaml:1:1: \`title\` is not a valid field here. The fields are: uuid, id, name, slug, path, position, published, created_at, published_at, updated_at, translated, link."`,
	);
	expect(await problem({ 'a.md': page, 'b/_folder.yaml': 'nmae: B\n' })).toMatchInlineSnapshot(
		`"b/_folder.yaml:1:1: \`nmae\` is not a valid field here. Did you mean \`name\`?"`,
	);
	expect(await problem({ 'a.md': '---\nname: A\nname: B\n---\n' })).toMatchInlineSnapshot(
		`"a.md:3:1: Map keys must be unique. Remove one of the two."`,
	);
	expect(
		await problem({ 'a.md': '---\ncontent: { component: page, when: !date 2024 }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:35: Unresolved tag: !date."`);
	expect(
		await problem({ 'a.md': '---\ncontent: { component: page, count: !!int many }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:36: \`many\` is not a number."`);
	expect(await problem({ 'a.md': '---\ncontent:\n  component: page\n  a: *b\n---\n' })).toMatchInlineSnapshot(
		`"a.md:4:6: An alias refers to a missing anchor, or there are too many aliases. Write the value out."`,
	);
	expect(await problem({ 'a.md': '---\ncontent:\n  ? [a, b]\n  : c\n---\n' })).toMatchInlineSnapshot(
		`"a.md:3:5: The key is a list or a map. Use text."`,
	);
	expect(
		await problem({ 'a.md': '---\nname: A\ntitle: A\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(
		`"a.md:3:1: \`title\` is not a valid field here. The fields are: uuid, id, name, slug, path, position, published, created_at, published_at, updated_at, full_slug, tag_list, first_published_at, sort_by_date, group_id, meta_data, is_startpage, release_id, releases, verbatim, content, extra, link."`,
	);
	expect(
		await problem({ 'a.md': '---\nname: true\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`name\`: Expected text; quote a value such as \`"true"\` or \`""\`."`);
	expect(
		await problem({ 'a.md': '---\nslug: a/b\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`slug\`: Expected one segment of a slug, without slashes."`);
	expect(
		await problem({ 'a.md': '---\npublished: no\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`published\`: Expected true or false."`);
	expect(
		await problem({ 'a.md': '---\ntag_list: news\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`tag_list\`: Expected a list of texts."`);
	expect(
		await problem({ 'a.md': '---\nmeta_data: text\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`meta_data\`: Expected a map of fields."`);
	expect(
		await problem({ 'a.md': '---\nuuid: ""\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`uuid\`: A uuid cannot be empty."`);
	expect(
		await problem({ 'a.md': '---\nfull_slug: ""\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"a.md:2:1: \`full_slug\`: A full slug cannot be empty."`);
});

test('inconsistent languages, drafts, and bodies', async () => {
	expect(await problem({ 'blog/a.de.md': '---\nname: A\n---\n' })).toMatchInlineSnapshot(
		`"blog/a.de.md: This is a translation of a story, but its file \`a.md\` does not exist. Add that file, or rename this one."`,
	);
	expect(await problem({ 'a.md': page, 'a.de.md': '---\nposition: 5\n---\n' })).toMatchInlineSnapshot(
		`"a.de.md:2:1: \`position\` is not a valid field here. The fields are: name, slug, path, published, verbatim, content, releases, extra, link."`,
	);
	expect(await problem({ 'a.md': page, 'a.de.md': '---\ncontent: text\n---\n' })).toMatchInlineSnapshot(
		`"a.de.md:2:1: \`content\`: Expected a map of fields."`,
	);
	expect(
		await problem({ 'a.md': page, 'a.de.md': '---\ncontent:\n  component: article\n---\n' }),
	).toMatchInlineSnapshot(
		`"a.de.md:3:3: The story is of the content type \`page\`, and so are its languages. Remove \`component\` here."`,
	);
	expect(
		await problem({ 'a.md': page, 'a.draft.md': '---\nuuid: other\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(
		`"a.draft.md:2:1: \`uuid\` differs from \`a.md\`, of which this is a draft. Remove it here, or set it in both."`,
	);
	expect(
		await problem({ 'a.md': '---\ncontent:\n  component: page\n  body: here\n---\nAnd here.\n' }),
	).toMatchInlineSnapshot(
		`"a.md:4:3: \`body\` is set here and by the text below the front matter. Remove one, or choose another field for the text as \`body\` of \`content_types: page\` in space.yaml."`,
	);
});

test('references to missing stories', async () => {
	const types = `${space}content_types:\n  page: { references: [author] }\n  card: { references: [story] }\n`;
	expect(
		await problem({
			'space.yaml': types,
			'a.md': '---\ncontent:\n  component: page\n  author: authors/nobody\n---\n',
		}),
	).toMatchInlineSnapshot(
		`"a.md:4:3: No story has the slug \`authors/nobody\`. Correct it, or add the story."`,
	);
	const nested =
		'---\ncontent:\n  component: page\n  body:\n    - component: card\n      story: [a, b]\n---\n';
	expect(await problem({ 'space.yaml': types, 'a.md': nested })).toMatchInlineSnapshot(
		`"a.md:6:18: No story has the slug \`b\`. Correct it, or add the story."`,
	);
	const link =
		'---\ncontent:\n  component: page\n  link: { fieldtype: multilink, cached_url: nowhere }\n---\n';
	expect(await problem({ 'a.md': link })).toMatchInlineSnapshot(
		`"a.md:4:33: No story has the slug \`nowhere\`. Correct it, or add the story."`,
	);
});

test('two files with the same id, uuid, or slug are both named', async () => {
	const withId = '---\nid: 5\ncontent: { component: page }\n---\n';
	expect(await problem({ 'a.md': withId, 'b.md': withId })).toMatchInlineSnapshot(
		`"b.md:2:1: The id \`5\` is already used by \`a.md\`. Change one of them."`,
	);
	const withUuid = '---\nuuid: one\ncontent: { component: page }\n---\n';
	expect(await problem({ 'a.md': withUuid, 'b/c.md': withUuid })).toMatchInlineSnapshot(
		`"b/c.md:2:1: The uuid \`one\` is already used by \`a.md\`. Change one of them."`,
	);
	expect(await problem({ 'b/_folder.yaml': 'uuid: one\n', 'a.md': withUuid })).toMatchInlineSnapshot(
		`"a.md:2:1: The uuid \`one\` is already used by \`b/_folder.yaml\`. Change one of them."`,
	);
	expect(
		await problem({ 'a.md': page, 'b.md': '---\nslug: a\ncontent: { component: page }\n---\n' }),
	).toMatchInlineSnapshot(`"b.md:2:1: The slug \`a\` is already used by \`a.md\`. Change one of them."`);
	expect(await problem({ 'blog.md': page, 'blog/index.md': page })).toMatchInlineSnapshot(
		`"blog/index.md: The slug \`blog\` is already used by \`blog.md\`. Change one of them."`,
	);
	expect(await problem({ 'home.md': page, 'index.md': page })).toMatchInlineSnapshot(
		`"index.md: The slug \`home\` is already used by \`home.md\`. Change one of them."`,
	);
	expect(
		await problem({ 'a/_folder.yaml': 'slug: x\n', 'b/_folder.yaml': 'slug: x\n' }),
	).toMatchInlineSnapshot(
		`"b/_folder.yaml: The folder slug \`x\` is already used by \`a/_folder.yaml\`. Change one of them."`,
	);
	const german = '---\nslug: gleich\n---\n';
	expect(
		await problem({ 'a.md': page, 'b.md': page, 'a.de.md': german, 'b.de.md': german }),
	).toMatchInlineSnapshot(
		`"b.md: The slug in \`de\` \`gleich\` is already used by \`a.md\`. Change one of them."`,
	);
});

test('errors in folders and datasources', async () => {
	expect(await problem({ 'a/_folder.yaml': 'title: A\n' })).toMatchInlineSnapshot(
		`"a/_folder.yaml:1:1: \`title\` is not a valid field here. The fields are: uuid, id, name, slug, path, position, published, created_at, published_at, updated_at, translated, link."`,
	);
	expect(await problem({ 'a/_folder.yaml': 'translated:\n  fr: { slug: x }\n' })).toMatchInlineSnapshot(
		`"a/_folder.yaml:2:3: \`fr\` is not a language of the space. Add it to \`languages\` in space.yaml, or remove it here."`,
	);
	expect(await problem({ 'a/_folder.yml': 'name: A\n' })).toMatchInlineSnapshot(
		`"a/_folder.yml: YAML files of a space must end in \`.yaml\`. Rename this one."`,
	);
	expect(await problem({ 'datasources/c.yaml': 'entries:\n  - name: red\n' })).toMatchInlineSnapshot(
		`"datasources/c.yaml:2:5: \`entries.0.value\`: Expected text; quote a value such as \`"true"\` or \`""\`."`,
	);
	expect(
		await problem({
			'datasources/c.yaml': 'entries:\n  - name: red\n    value: Red\n    dimensions: { de: Rot }\n',
		}),
	).toMatchInlineSnapshot(
		`"datasources/c.yaml:4:19: The datasource has no dimension with the entry value \`de\`. Add it under \`dimensions\` or remove it here."`,
	);
	expect(
		await problem({ 'datasources/a.yaml': 'id: 5\n', 'datasources/b.yaml': 'id: 5\n' }),
	).toMatchInlineSnapshot(
		`"datasources/b.yaml: The id of a datasource \`5\` is already used by \`datasources/a.yaml\`. Change one of them."`,
	);
	expect(await problem({ 'datasources/c.yaml': 'dimensions: [de]\n' })).toMatchInlineSnapshot(
		`"datasources/c.yaml:1:14: \`dimensions.0\`: Expected a map with \`name\` and \`entry_value\`."`,
	);
});

test('links that leave the folder, lead to nothing, or form a cycle, and files that are not text', async () => {
	const elsewhere = await temporaryFolder({ 'secret.md': page });
	const withLink = async (name: string, target: string) => {
		const folder = await temporaryFolder({ 'space.yaml': space, 'a/b.md': page });
		await symlink(target, join(folder, name));
		return problemOf(folder);
	};
	expect(await withLink('secret.md', join(elsewhere, 'secret.md'))).toMatchInlineSnapshot(
		`"secret.md: The link leads out of the folder, or to nothing. Replace it with the file itself."`,
	);
	expect(await withLink('secrets', elsewhere)).toMatchInlineSnapshot(
		`"secrets: The link leads out of the folder, or to nothing. Replace it with the file itself."`,
	);
	expect(await withLink('gone.md', join(elsewhere, 'gone.md'))).toMatchInlineSnapshot(
		`"gone.md: The link leads out of the folder, or to nothing. Replace it with the file itself."`,
	);
	expect(await withLink('a/circle', '..')).toMatchInlineSnapshot(
		`"a/circle: The link leads out of the folder, or to nothing. Replace it with the file itself."`,
	);
	expect(await withLink('c', 'a')).toMatchInlineSnapshot(
		`"c: Links to directories are not followed. Replace it with the directory itself."`,
	);
	const folder = await temporaryFolder({ 'space.yaml': space });
	await writeFile(join(folder, 'latin.md'), Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xe4, 0xfc]));
	expect(await problemOf(folder)).toMatchInlineSnapshot(
		`"latin.md: The file is not UTF-8 text. Save it as UTF-8."`,
	);
});

test('an error contains file, line, and column', async () => {
	const folder = await temporaryFolder({
		'space.yaml': space,
		'blog/a.md': '---\nname: A\ncontent:\n  component: page\nposition: high\n---\n',
	});
	const opened = createSpace(folder);
	onTestFinished(() => opened.close());
	await expect(opened.ready()).rejects.toMatchObject({ file: 'blog/a.md', line: 5, column: 1 });
	await expect(opened.listen()).rejects.toBeInstanceOf(SpaceFolderError);
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
	expect(me.status).toBe(500);
	const message =
		'a.md:2:11: Flow sequence in block collection must be sufficiently indented and end with a ].';
	for (const response of [me, await ask(url, fetch), await ask(opened.url, opened.fetch)]) {
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({ error: message });
	}

	await writeFile(join(folder, 'a.md'), page);
	expect((await ask(url, fetch)).status).toBe(200);
});

test('an alias to itself, and endlessly nested content', async () => {
	const withField = (yaml: string) => ({
		'a.md': `---\nname: A\ncontent:\n  component: page\n  x: ${yaml}\n---\n`,
	});
	expect(await problem(withField('&a [*a]'))).toMatchInlineSnapshot(
		`"a.md:5:10: The alias refers to a value that contains it. Write the value out."`,
	);
	expect(await problem(withField('&a { b: { c: *a } }'))).toContain('a.md:5:');
	const tooDeep = 'The value is nested more than 1000 levels deep. Flatten it.';
	expect(await problem(withField('['.repeat(5000) + ']'.repeat(5000)))).toMatch(
		new RegExp(`^a\\.md:.*${tooDeep}$`),
	);
	const keys = Array.from({ length: 3000 }, (_, level) => `${' '.repeat(level + 4)}x:\n`).join('');
	expect(await problem(withField(`\n${keys}`))).toContain(`: ${tooDeep}`);
});
