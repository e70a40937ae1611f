import { existsSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Prompts } from 'astro-slugline/command';
import { expect, it, onTestFinished } from 'vitest';
import { addIntegration } from '../../packages/create-slugline/src/init/add-integration.js';
import { fileOfBlok } from '../../packages/create-slugline/src/init/file-names.js';
import { stubOf } from '../../packages/create-slugline/src/init/stub.js';
import { openSpace } from '../space/open-space.js';
import { readTree } from '../support/read-tree.js';
import { temporaryFolder } from '../support/test-folder.js';
import { creates } from './terminal.js';

it('writes a demo into an empty folder, and nothing the second time', async () => {
	const root = await temporaryFolder();
	const first = await creates([root, '--demo', '--yes']);
	expect(first.complained).toBe('');
	expect(first.code).toBe(0);
	const files = await readTree(root);
	expect(files['astro.config.mjs']).toContain("slugline({ defaultLanguage: 'en', preview: {} })");
	expect(Object.keys(files).filter((path) => !path.startsWith('space/'))).toEqual([
		'.gitignore',
		'astro.config.mjs',
		'package.json',
		'public/harbor.svg',
		'src/bloks/Article.astro',
		'src/bloks/Hero.astro',
		'src/bloks/Page.astro',
		'src/content.config.ts',
		'src/layouts/StoryLayout.astro',
		'src/pages/404.astro',
		'src/pages/[...lang]/blog/[...page].astro',
		'src/pages/[...path].astro',
		'tsconfig.json',
	]);
	expect(first.said).toContain('Harbor News: 5 stories, 4 bloks.');
	expect(first.said).toMatch(/Next:\n {2}cd .*\n {2}npm install\n {2}npx astro dev$/);
	const second = await creates([root, '--demo', '--yes']);
	expect(second.said).toContain(`unchanged  ${Object.keys(files).length} files`);
	expect(second.said).not.toMatch(/wrote|changed {4}|left/);
	expect(await readTree(root)).toEqual(files);
});

it('does not take a misspelled command for a folder, unless it is there', async () => {
	expect(await creates(['migrat', '--empty', '--yes'])).toMatchObject({
		code: 2,
		complained:
			'Unknown command "migrat". Did you mean create-slugline migrate? For a new folder, write ./migrat.',
	});
	const home = process.cwd();
	process.chdir(await temporaryFolder({ 'migrat/space/space.yaml': 'name: Small\n' }));
	onTestFinished(() => process.chdir(home));
	expect(await creates(['migrat', '--yes'])).toMatchObject({ code: 0, complained: '' });
});

it('writes a space with one page, makes a repository, and names the package manager that runs it', async () => {
	const root = await temporaryFolder();
	const env = { npm_config_user_agent: 'pnpm/10.1.0 npm/? node/v24.0.0 linux x64' };
	const { said, code } = await creates([root, '--empty', '--git', '--yes'], { env });
	expect(code).toBe(0);
	expect(said).toContain('My site: 1 story, 1 blok.');
	expect(said).toMatch(/Next:\n {2}cd .*\n {2}pnpm install\n {2}pnpm astro dev$/);
	const files = await readTree(root);
	expect(existsSync(join(root, '.git/HEAD'))).toBe(true);
	expect(files['src/bloks/Page.astro']).toContain('<Markdown text={blok.body} />');
	expect(files['astro.config.mjs']).toContain(
		"integrations: [slugline({ defaultLanguage: 'en', preview: {} })]",
	);
});

it('shows each field in the plainest way that its type allows', async () => {
	const root = await temporaryFolder({
		'space/space.yaml': 'name: News\ncontent_types: { article: { references: [author] } }\n',
		'space/ada.md': '---\ncontent: { component: author }\n---\n',
		'space/first.md':
			'---\ncontent: { component: article, title: First, author: ada }\n---\nSome **Markdown**\n',
	});
	await creates([root, '--yes']);
	expect(await readFile(join(root, 'src/bloks/Article.astro'), 'utf8')).toBe(`---
import Markdown from 'astro-slugline/components/Markdown.astro';
import StoryLink from 'astro-slugline/components/StoryLink.astro';
import { editable } from 'astro-slugline/rendering';
import type { Blok } from 'astro-slugline/types';

interface Props {
	blok: Blok<'article'>;
}

const { blok } = Astro.props;
---

<article {...editable(blok)}>
	<h1>{blok.title}</h1>
	<StoryLink link={blok.author}>Author</StoryLink>
	<Markdown text={blok.body} />
</article>
`);
	const field = (...types: string[]) => ({ types, optional: false });
	expect(
		stubOf({
			name: "it's",
			isContentType: false,
			markdown: new Set(),
			fields: new Map([
				['headline', field('string')],
				['photo', field('AssetField', 'null')],
				['photos', field('AssetField[]')],
				['text', field('RichTextField', 'string')],
				['readMore-link', field('LinkField')],
				['items', field("Bloks['teaser'][]")],
				['n', field('number')],
				['*/ evil', field('unknown[]')],
			]),
		}).split('---\n\n')[1],
	).toBe(`<section {...editable(blok)}>
	<h2>{blok.headline}</h2>
	{/* * / evil: unknown[] */}
	<BlokList blok={blok.items} />
	<p>{blok.n}</p>
	{blok.photo?.filename && <StoryImage asset={blok.photo} />}
	{blok.photos?.map((asset) => <StoryImage asset={asset} />)}
	<StoryLink link={blok['readMore-link']}>Read More link</StoryLink>
	<RichText doc={blok.text} />
</section>
`);
});

it('shows the text below the front matter as Markdown, even if it looks like any text', async () => {
	const root = await temporaryFolder({
		'space/space.yaml': 'name: News\ncontent_types: { person: { body: bio } }\n',
		'space/ada.md': '---\ncontent: { component: person, body: Plain }\n---\nWrites.\n',
		'space/page.md': '---\ncontent: { component: page }\n---\nText.\n',
	});
	await creates([root, '--yes']);
	const files = await readTree(root);
	expect(files['src/bloks/Person.astro']).toContain('<Markdown text={blok.bio} />');
	expect(files['src/bloks/Person.astro']).toContain('<p>{blok.body}</p>');
	expect(files['src/bloks/Page.astro']).toContain('<Markdown text={blok.body} />');
});

it('writes comments for what a space does not say', async () => {
	const root = await temporaryFolder({
		...project,
		'astro.config.ts': "export default {\n\ti18n: { locales: ['de'], defaultLocale: 'de' },\n};",
		'new/space/space.yaml': 'name: News\nlanguages: [de]\n',
		'old/space/space.yaml': 'name: News\nlanguages: [en]\n',
		'own/space/space.yaml': 'name: News\ndefault_language: { code: fr }\n',
	});
	await creates([root, '--space', 'site-space', '--yes']);
	await creates([join(root, 'new'), '--yes']);
	await creates([join(root, 'old'), '--yes']);
	await creates([join(root, 'own'), '--yes']);
	const files = await readTree(root);
	expect(files['astro.config.ts']).toContain(
		"integrations: [slugline({ space: './site-space', preview: {} })]",
	);
	expect(files['new/astro.config.mjs']?.split('export ')[1]).toMatchInlineSnapshot(`
		"default defineConfig({
			// What no space says: the site's address, for canonical addresses, sitemap, and feeds, and its languages.
			// site: 'https://example.com',
			// i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
			integrations: [slugline({ defaultLanguage: 'en', preview: {} })],
		});
		"
	`);
	expect(files['own/astro.config.mjs']).toContain(
		"integrations: [slugline({ defaultLanguage: 'fr', preview: {} })]",
	);
	expect(files['old/astro.config.mjs']).toContain('integrations: [slugline({ preview: {} })]');
});

it.each([
	['My Site', 'my-site'],
	['node_modules', 'node-modules'],
	['favicon.ico', 'favicon-ico'],
	['.hidden_', 'hidden'],
	["it's (1)~", 'it-s-1'],
	['日本', 'site'],
	['a'.repeat(250), 'a'.repeat(214)],
])('gives the package in the folder %s a valid name', async (folder, name) => {
	const root = join(await temporaryFolder(), folder);
	await creates([root, '--empty', '--yes']);
	expect(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).name).toBe(name);
});

it('says which file it cannot use, and why', async () => {
	const root = await temporaryFolder({ 'package.json/a': '', 'file.txt': '', 'site/src': '' });
	const told = async (folder: string) => {
		const { complained, code } = await creates([join(root, folder), '--empty', '--yes']);
		expect(code).toBe(1);
		return complained.replaceAll(`${root}/`, '');
	};
	const advice = 'Check its path and its permissions.';
	expect(await told('.')).toBe(
		`package.json cannot be read or written: illegal operation on a directory. ${advice}`,
	);
	expect(await told('file.txt')).toMatch(
		/^file\.txt\/\S+ cannot be read or written: not a directory\. Check/,
	);
	expect(await told('file.txt/below')).toContain('not a directory');
	expect(await told('site')).toBe(
		`site/src/pages/index.astro cannot be read or written: not a directory. ${advice}`,
	);
});

it('names files after bloks, and none after what is no name', () => {
	expect(['teaser_grid', 'hero', 'two words', 'page-2'].map(fileOfBlok)).toEqual([
		'TeaserGrid.astro',
		'Hero.astro',
		'TwoWords.astro',
		'Page2.astro',
	]);
	const odd = ['../etc', 'a/b', '_hidden', '', 'con.js', 'con', 'Lpt1', 'x'.repeat(300)];
	expect(odd.map(fileOfBlok)).toEqual(odd.map(() => undefined));
});

const project = {
	'package.json': '{ "name": "mine", "type": "module" }\n',
	'astro.config.ts': `import { defineConfig } from 'astro/config';
import sitemap from '@astrojs/sitemap';

export default defineConfig({ site: 'https://example.com', integrations: [sitemap()] });
`,
	'src/pages/[...path].astro': '<p>mine</p>\n',
	'site-space/space.yaml': 'name: Mine\n',
	'site-space/index.md': '---\ncontent:\n  component: landing\n  title: Hi\n---\n',
};

/** The space of the project, on a port. */
async function serveMine() {
	const { space } = await openSpace({
		'space.yaml': project['site-space/space.yaml'],
		'index.md': project['site-space/index.md'],
	});
	return space.listen();
}

it('adds what a project lacks, and leaves what it has', async () => {
	const root = await temporaryFolder(project);
	const { said, code } = await creates([root, '--space', 'site-space', '--yes']);
	expect(code).toBe(0);
	const files = await readTree(root);
	expect(files['astro.config.ts']).toBe(`import { defineConfig } from 'astro/config';
import sitemap from '@astrojs/sitemap';
import slugline from 'astro-slugline';

export default defineConfig({ site: 'https://example.com', integrations: [slugline({ space: './site-space', defaultLanguage: 'en', preview: {} }), sitemap()] });
`);
	expect(files['src/pages/[...path].astro']).toBe('<p>mine</p>\n');
	expect(files['package.json']).toBe(project['package.json']);
	expect(said).toContain('left       src/pages/[...path].astro, which is there already');
	expect(said).toContain(
		'Left as they are, and perhaps without fields that the space has now: `src/pages/[...path].astro`. To compare',
	);
	expect(said).toContain('  npm install astro astro-slugline');
	await creates([root, '--space', 'site-space', '--yes']);
	expect(await readTree(root)).toEqual(files);
});

/** A person who answers in this order. */
const person = (...answers: (string | boolean)[]): { prompts: Prompts; asked: string[] } => {
	const asked: string[] = [];
	const answer = async (message: string) => {
		asked.push(message);
		return answers.shift() as never;
	};
	return { asked, prompts: { choose: answer, secret: answer, text: answer, confirm: answer } };
};

it('moves the index page of a template, completes the call of astro add, and shows Markdown', async () => {
	const template = {
		'src/pages/index.astro': '<h1>Astro</h1>\n',
		'astro.config.mjs': `import { defineConfig } from 'astro/config';
import news from 'astro-slugline';
export default defineConfig({ integrations: [news()] });
`,
		'space/space.yaml': 'name: Small\n',
		'space/index.md': '---\ncontent: { component: page, intro: "See **this**.", plain: Text }\n---\n',
	};
	const root = await temporaryFolder(template);
	const { said } = await creates([root, '--yes']);
	expect(said).toContain('moved      src/pages/index.astro to src/pages/_index.astro, because it hides');
	const files = await readTree(root);
	expect(files['src/pages/_index.astro']).toBe('<h1>Astro</h1>\n');
	expect(files['src/pages/index.astro']).toBeUndefined();
	expect(files['src/bloks/Page.astro']).toContain('<Markdown text={blok.intro} />');
	expect(files['src/bloks/Page.astro']).toContain('<p>{blok.plain}</p>');
	const config = template['astro.config.mjs'];
	expect(await addIntegration('astro.config.mjs', config, "slugline({ defaultLanguage: 'en' })")).toBe(
		config.replace('news()', "news({ defaultLanguage: 'en' })"),
	);
});

it('moves no index page that was written after the site showed stories', async () => {
	const root = await temporaryFolder();
	await creates([root, '--empty', '--yes']);
	await writeFile(join(root, 'src/pages/index.astro'), '<h1>Mine</h1>\n');
	const { said } = await creates([root, '--empty', '--yes']);
	expect(said).not.toContain('moved');
	expect((await readTree(root))['src/pages/index.astro']).toBe('<h1>Mine</h1>\n');
});

it('writes no pages into a site with Starlight, and says where they come from', async () => {
	const site = {
		'package.json': '{ "dependencies": { "@astrojs/starlight": "^0.42.0", "astro": "^7.3.1" } }\n',
		'src/content.config.ts': 'export const collections = {};\n',
		'src/pages/index.astro': '<h1>Mine</h1>\n',
		'space/space.yaml': 'name: Docs\n',
		'space/index.md': '---\ncontent: { component: page }\n---\nText\n',
	};
	const root = await temporaryFolder({
		...site,
		'astro.config.mjs': `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
export default defineConfig({ integrations: [starlight({ title: 'Docs' })] });
`,
	});
	const { said, code } = await creates([root, '--yes']);
	expect(code).toBe(0);
	expect(said).toMatch(
		/Next:\n {2}cd .*\n {2}npm install astro-slugline\n {2}in src\/content\.config\.ts, load the stories into the collection `docs`: see docs\/starlight\.md of astro-slugline\.\n {2}npx astro dev$/,
	);
	expect(said).not.toContain('Add to the collections');
	const { 'astro.config.mjs': config, ...others } = await readTree(root);
	expect(config).toContain("[slugline({ preview: {} }), starlight({ title: 'Docs' })]");
	expect(Object.keys(others).sort()).toEqual(['.gitignore', ...Object.keys(site), 'tsconfig.json'].sort());
	await writeFile(join(root, 'src/content.config.ts'), "import { stories } from 'astro-slugline/loaders';\n");
	expect((await creates([root, '--yes'])).said).not.toContain('load the stories');
});

it.each([
	["integrations: [\n\t\tstarlight({ locales: { root: { lang: 'en' }, 'pt-br': {} } }),\n\t],", '[pt-br]'],
	["integrations: [starlight({ defaultLocale: 'en', locales: { en: {}, fr: {}, de: {} } })],", '[fr, de]'],
	['integrations: [starlight({ locales })],', undefined],
	["i18n: { defaultLocale: 'en', locales: ['en', { path: 'fr', codes: ['fr-CA'] }, ...more] },", '[fr]'],
])('writes an empty space in the languages of the site: %s', async (rest, languages) => {
	const root = await temporaryFolder({
		'package.json': '{ "dependencies": { "@astrojs/starlight": "^0.42.0", "astro": "^7.3.1" } }\n',
		'astro.config.mjs': `export default {\n\t${rest}\n};\n`,
	});
	await creates([root, '--empty', '--yes']);
	const files = await readTree(root);
	const stated = languages === undefined ? '' : `languages: ${languages}\n`;
	expect(files['space/space.yaml']).toBe(`name: My site\n${stated}`);
	expect(files['space/index.md']).not.toContain('Page.astro');
	expect(files['astro.config.mjs']).not.toMatch(/[ \t]$/m);
});

it('writes the code of a site into its srcDir', async () => {
	const root = await temporaryFolder({
		'astro.config.mjs': "export default { 'srcDir': './app/', i18n: {} };\n",
		'app/content.config.js': 'export const collections = {};\n',
		'app/pages/index.astro': '<h1>Astro</h1>\n',
	});
	const { said, complained } = await creates([root, '--demo', '--yes']);
	expect(complained).toBe('');
	expect(said).toContain('  moved      app/pages/index.astro to app/pages/_index.astro, because');
	expect(said).toContain('Add to the collections of app/content.config.js: ');
	const files = await readTree(root);
	expect(Object.keys(files).filter((path) => path.startsWith('src'))).toEqual([]);
	expect(files['app/bloks/Hero.astro']).toBeDefined();
	expect(files['app/layouts/StoryLayout.astro']).toBeDefined();
	expect(files['astro.config.mjs']).toContain("bloks: './app/bloks', preview: {} })");
});

it.each([
	['no config', undefined, 'src'],
	['a literal', "export default { srcDir: './app' };", 'app'],
	['the folder itself', "export default { ...base, srcDir: '.' };", '.'],
	['another folder', "export default { srcDir: '../app' };", undefined],
	['code', 'export default { srcDir: process.env.A };', undefined],
	['a spread', 'export default { ...base };', undefined],
	['a function', 'export default () => ({});', undefined],
])('finds the source folder in %s, or says where the files are', async (_what, text, folder) => {
	const root = await temporaryFolder(text === undefined ? {} : { 'astro.config.ts': text });
	const { complained } = await creates([root, '--empty', '--yes']);
	expect(complained).toBe(
		folder
			? ''
			: 'The files of the site are in src/, because create-slugline cannot tell which folder `srcDir` in astro.config.ts names. If it is another one, move them there.',
	);
	expect(existsSync(join(root, folder ?? 'src', 'content.config.ts'))).toBe(true);
});

it('asks where the content comes from, and before it replaces a file', async () => {
	const root = await temporaryFolder({ 'src/pages/[...path].astro': '<p>mine</p>\n' });
	const { prompts, asked } = person('demo', false);
	await creates([root], { prompts });
	expect(asked).toEqual([
		'Where does the content come from?',
		'src/pages/[...path].astro is there and says something else. Replace it?',
		'Make a Git repository?',
		'Install the packages with npm?',
	]);
	expect((await readTree(root))['src/pages/[...path].astro']).toBe('<p>mine</p>\n');
	// The collections and the layout stay, the page does not.
	const yes = person(false, false, true);
	const { said } = await creates([root], { prompts: yes.prompts });
	expect(said).toContain('changed    src/pages/[...path].astro');
	expect((await readTree(root))['src/pages/[...path].astro']).toContain('storyPaths');
});

it('keeps a token that was typed in .env, which Git ignores, and prints it nowhere', async () => {
	const root = await temporaryFolder({ '.gitignore': 'dist' });
	const { url, tokens } = await serveMine();
	const { prompts } = person('token', tokens.public);
	const { said, complained, code } = await creates([root, '--base-url', url], { prompts });
	expect([complained, code]).toEqual(['', 0]);
	const files = await readTree(root);
	expect(files['.env']).toBe(`SLUGLINE_TOKEN=${tokens.public}\nSLUGLINE_BASE_URL=${url}\n`);
	expect(files['.gitignore']).toBe('dist\n.env\n');
	expect(files['src/bloks/Landing.astro']).toContain("blok: Blok<'landing'>");
	const others = Object.entries(files).filter(([path]) => path !== '.env');
	expect(JSON.stringify([said, complained, others])).not.toContain(tokens.public);
	// The second time the token is in the file.
	await creates([root, '--yes']);
	expect(await readTree(root)).toEqual(files);
});

it('writes nothing through links, out of the folder or within it', async () => {
	const config = 'export default { integrations: [] };\n';
	const outside = await temporaryFolder({ 'astro.config.mjs': config, '.gitignore': 'dist\n' });
	const own = { 'own/readme.md': 'mine', 'public/config.txt': 'a=b\n' };
	const root = await temporaryFolder(own);
	for (const path of ['astro.config.mjs', '.gitignore', 'tsconfig.json'])
		await symlink(join(outside, path), join(root, path));
	await symlink('public/config.txt', join(root, '.env'));
	await mkdir(join(root, 'src'));
	await symlink(outside, join(root, 'src/bloks'));
	await symlink(join(root, 'own'), join(root, 'src/pages'));
	const { url, tokens } = await serveMine();
	const { prompts } = person('token', tokens.public);
	const { complained, code } = await creates([root, '--base-url', url], { prompts });
	expect(await readTree(outside)).toEqual({ 'astro.config.mjs': config, '.gitignore': 'dist\n' });
	expect(code).toBe(1);
	expect(complained).toMatchInlineSnapshot(
		`"Not written, because they are behind links: \`.env\`, \`.gitignore\`, \`astro.config.mjs\`, \`src/bloks/Landing.astro\`, \`src/pages/[...path].astro\` and \`tsconfig.json\`. Replace the links with files or folders, and run create-slugline again."`,
	);
	const tree = await readTree(root);
	for (const [path, text] of Object.entries(own)) expect(tree[path]).toBe(text);
	expect(Object.keys(tree)).not.toContain('own/[...path].astro');
});

it('writes one component for bloks that share it, and none for a name that is no file', async () => {
	const names = ['Page', 'page', 'aux', 'x'.repeat(300), 'fooBar', 'foobar'];
	const bloks = names.map((name) => `    - component: ${name}\n      title: ${name}\n`).join('');
	const root = await temporaryFolder({
		...project,
		'site-space/index.md': `---\ncontent:\n  component: landing\n  body:\n${bloks}---\n`,
	});
	const { complained, code } = await creates([root, '--space', 'site-space', '--yes']);
	expect(code).toBe(0);
	expect(complained.replace(/x{9,}/, 'x…')).toMatchInlineSnapshot(`
		"The names \`aux\` and \`x…\` cannot be file names, so these bloks have no component yet. Name one for each in the option \`bloks\` of slugline().
		The bloks \`Page\` and \`page\` share a component, because case, hyphens, and spaces in names do not matter. Make it show all of them, or rename them in the space.
		The bloks \`fooBar\` and \`foobar\` share a component, because case, hyphens, and spaces in names do not matter. Make it show all of them, or rename them in the space."
	`);
	const written = Object.keys(await readTree(root)).filter((path) => path.startsWith('src/bloks/'));
	expect(written).toEqual(['src/bloks/FooBar.astro', 'src/bloks/Landing.astro', 'src/bloks/Page.astro']);
});

it('prints the name of a space on one line, without control characters', async () => {
	const name = '"Harbor\\n  wrote      /etc/passwd\\r\\u2028\\u001b[2JNews"';
	const root = await temporaryFolder({ ...project, 'site-space/space.yaml': `name: ${name}\n` });
	const { said, complained } = await creates([root, '--space', 'site-space', '--yes']);
	expect(complained).toBe('');
	expect(said.split('\n')[0]).toBe('Harbor   wrote      /etc/passwd ��[2JNews: 1 story, 1 blok.');
	expect(said).not.toMatch(/^ {2}wrote {6}\/etc/m);
});

it('says what to add to a config that other code may change', async () => {
	const root = await temporaryFolder({
		...project,
		'astro.config.ts': 'export default { integrations: [], ...base };\n',
	});
	const { said } = await creates([root, '--space', 'site-space', '--yes']);
	expect(said).toContain(
		"Add to the integrations of astro.config.ts: slugline({ space: './site-space', defaultLanguage: 'en', preview: {} }), with slugline from 'astro-slugline'\n",
	);
});

it('says what is missing, and changes nothing', async () => {
	const root = await temporaryFolder();
	expect(await creates([root, '--yes'])).toMatchObject({
		code: 2,
		complained:
			'There is no space to start from. Give --token or SLUGLINE_TOKEN, a folder with --space, --demo, or --empty.',
	});
	expect((await creates([root, '--space', 'nowhere', '--yes'])).complained).toContain(
		'nowhere is not the folder of a space',
	);
	expect((await creates([root, '--demo', '--token', 'a'])).complained).toContain('Give one of them.');
	expect(await readTree(root)).toEqual({});
});

it.each([
	[
		'an object',
		'export default { site: "a" };',
		`import slugline from 'astro-slugline';\nexport default {\n\tintegrations: [slugline()], site: "a" };`,
	],
	[
		'an empty list',
		'import a from "a";\nexport default { integrations: [] } satisfies A;',
		`import a from "a";\nimport slugline from 'astro-slugline';\nexport default { integrations: [slugline()] } satisfies A;`,
	],
	[
		'a constant, after a comment and a shebang',
		'#!/usr/bin/env node\n// @ts-check\n/** @type {A} */\nconst config = { ...base, "integrations": [a()] };\nexport default config;',
		`#!/usr/bin/env node\n// @ts-check\nimport slugline from 'astro-slugline';\n/** @type {A} */\nconst config = { ...base, "integrations": [slugline(), a()] };\nexport default config;`,
	],
	[
		'a file with a byte order mark',
		'\uFEFFexport default /** @type {A} */ ({ integrations: [], });',
		`\uFEFFimport slugline from 'astro-slugline';\nexport default /** @type {A} */ ({ integrations: [slugline()], });`,
	],
	[
		'defineConfig under another name',
		"import { defineConfig as define } from 'astro/config';\nexport default define({ integrations: [] });",
		`import { defineConfig as define } from 'astro/config';\nimport slugline from 'astro-slugline';\nexport default define({ integrations: [slugline()] });`,
	],
	['a list before a spread', 'export default { integrations: [], ...base };', undefined],
	['a list before a computed key', 'export default { integrations: [], [key]: [] };', undefined],
	['only a spread', 'export default { ...base };', undefined],
	['a getter', 'export default { get integrations() { return []; } };', undefined],
	['a call of something else', 'export default withMore({ integrations: [] });', undefined],
	['a config whose name is taken', 'const slugline = "a"; export default { site: slugline };', undefined],
	[
		'a config that is changed later',
		'const config = { integrations: [] };\nconfig.integrations.push(a());\nexport default config;',
		undefined,
	],
	[
		'a config that is assigned later',
		'let config = {};\nconfig.integrations = [];\nexport default config;',
		undefined,
	],
	['a namespace', "import * as s from 'astro-slugline'; export default { integrations: [] };", undefined],
	['an unused import', "import s from 'astro-slugline'; export default { integrations: [] };", undefined],
	[
		'two spaces',
		"import s from 'astro-slugline'; export default { integrations: [s(), s()] };",
		"import s from 'astro-slugline'; export default { integrations: [s(), s()] };",
	],
	['a list that is made elsewhere', 'export default { integrations: all };', undefined],
	['a function', 'export default () => ({});', undefined],
	['what is no code', 'export default {', undefined],
])('adds the integration to %s, or leaves the config', async (_what, text, changed) => {
	expect(await addIntegration('astro.config.ts', text, 'slugline()')).toBe(changed);
});
