import { execFile } from 'node:child_process';
import { chmod, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { readTree } from '../support/read-tree.js';
import { temporaryFolder, writeFiles } from '../support/test-folder.js';
import { creates } from './terminal.js';

const git = (folder: string, ...args: string[]) =>
	promisify(execFile)('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder });

async function commit(root: string) {
	await git(root, 'init', '-q');
	await git(root, 'add', '.');
	await git(root, 'commit', '-qm', 'a');
}

type Files = Record<string, string>;

/** One side of files. In a text that begins with a line break, lines begin with a space, or with `-` before and `+` after a migration. */
const sideOf = (files: Files, side: '-' | '+'): Files =>
	Object.fromEntries(
		Object.entries(files).map(([path, text]) => {
			if (!text.startsWith('\n')) return [path, text];
			const lines = text.slice(1).split('\n');
			const own = lines.filter((line) => ['', ' ', side].includes(line.charAt(0)));
			return [path, own.map((line) => line.slice(1)).join('\n')];
		}),
	);

/** Migrates files, of which each text with two sides has to become its other one, and gives all files and what was said. */
async function migrated(changes: Files) {
	const before = sideOf(changes, '-');
	const root = await temporaryFolder(before);
	const { said, code, complained } = await creates(['migrate', root]);
	expect([code, complained]).toEqual([0, '']);
	expect(await readTree(root)).toEqual(before);
	await commit(root);
	await creates(['migrate', root, '--write']);
	const files = await readTree(root);
	const after = Object.entries(sideOf(changes, '+')).filter(([path, text]) => text !== before[path]);
	expect(files).toMatchObject(Object.fromEntries(after));
	return { files, said, root };
}

const packageChange = `
 {
   "name": "site",
   "dependencies": {
-    "@storyblok/astro": "^10.2.0",
     "astro": "^7.3.0",
+    "astro-slugline": "^0.1.0",
     "zod": "^4.0.0"
   }
 }
`;
const packageJson = sideOf({ '': packageChange }, '-')[''] ?? '';

const loaderPackageJson = packageJson.replace(
	'"@storyblok/astro": "^10.2.0"',
	'"astro-loader-storyblok": "^1.0.19"',
);

const siteChanges = {
	'package.json': packageChange,
	'astro.config.mjs': `
-import { storyblok } from '@storyblok/astro';
+import slugline from 'astro-slugline';
 import { defineConfig } from 'astro/config';
 import { loadEnv } from 'vite';

 const env = loadEnv('', process.cwd(), '');

 export default defineConfig({
 	integrations: [
-		storyblok({
-			accessToken: env.STORYBLOK_DELIVERY_TOKEN,
-			bridge: { customParent: 'https://app.example.com' },
-			apiOptions: { region: 'us', cache: { clear: 'auto' } },
-			components: {
+		slugline({
+			token: env.STORYBLOK_DELIVERY_TOKEN,
+			region: 'us',
+			bloks: ['./src/storyblok', {
 				page: 'storyblok/Page',
-				teaser: 'storyblok/Teaser',
-			},
-			livePreview: true,
+			}],
+			missingBlok: 'error',
 		}),
 	],
 });
`,
	'src/pages/[...slug].astro': `
 ---
-import { useStoryblokApi, type ISbStoryData } from '@storyblok/astro';
-import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
+import { useStoryblokApi } from 'astro-slugline/compat';
+import Blok from 'astro-slugline/components/Blok.astro';
+import type { Story } from 'astro-slugline/types';
 import Layout from '../layouts/Layout.astro';

 const { data } = await useStoryblokApi().get('cdn/stories/home');
-const story: ISbStoryData = data.story;
+const story: Story = data.story;
 ---

-<Layout><StoryblokComponent blok={story.content} /></Layout>
+<Layout><Blok blok={story.content} /></Layout>
`,
	'src/storyblok/Teaser.astro': `
 ---
-import { renderRichText, storyblokEditable, type SbBlokData } from '@storyblok/astro';
+import RichText from 'astro-slugline/components/RichText.astro';
+import StoryImage from 'astro-slugline/components/StoryImage.astro';
+import { href } from 'astro-slugline/paths';
+import { editable } from 'astro-slugline/rendering';
+import type { Blok } from 'astro-slugline/types';

 interface Props {
-	blok: SbBlokData;
+	blok: Blok;
 }

 const { blok } = Astro.props;
-const text = renderRichText(blok.text);
 ---

-<section class="teaser" {...storyblokEditable(blok)}>
-	<img src={blok.photo.filename} alt={blok.photo.alt} width="300" />
-	<img src={\`\${blok.photo?.filename}/m/600x400\`} alt="" />
+<section class="teaser" {...editable(blok)}>
+	<StoryImage asset={blok.photo} alt={blok.photo.alt} width={300} />
+	<StoryImage asset={blok.photo} width={600} height={400} alt="" />
 	<img src={blok.photo.filename + '/m/'} alt="" />
-	<a href={\`/\${blok.link.cached_url}\`}>more</a>
-	<a href={blok.link.cached_url || '/'}>more</a>
-	<Fragment set:html={text} />
-	<Fragment set:html={renderRichText(blok.more)} />
-	<div class="text" {...storyblokEditable(blok)} set:html={renderRichText(blok.note)} />
-	<div set:html={renderRichText(blok.note)}></div>
+	<a href={href(blok.link, { from: Astro.url })}>more</a>
+	<a href={href(blok.link, { from: Astro.url }) ?? '/'}>more</a>
+	<RichText doc={blok.text} />
+	<RichText doc={blok.more} />
+	<div class="text" {...editable(blok)}><RichText doc={blok.note} /></div>
+	<div><RichText doc={blok.note} /></div>
 </section>
`,
	'src/lib/html.ts': `
-import { renderRichText, RichTextSchema } from '@storyblok/astro';
+import { RichTextSchema, renderRichText } from 'astro-slugline/compat';

 export const html = (doc: unknown) => renderRichText(doc, { schema: RichTextSchema });
`,
	'src/other.ts': 'export const other = 1;\n',
};

const site = sideOf(siteChanges, '-');

it('changes config, imports, markup, types, and package.json', async () => {
	await migrated(siteChanges);
});

it('shows a diff first, lists what is left with file and line, and changes nothing a second time', async () => {
	const { said, root } = await migrated(siteChanges);
	expect((await creates(['migrate', root])).said).not.toMatch(/^\+/m);
	expect(said).toContain(`--- a/src/pages/[...slug].astro
+++ b/src/pages/[...slug].astro
@@ -1,10 +1,11 @@
 ---
-import { useStoryblokApi, type ISbStoryData } from '@storyblok/astro';`);
	expect(said.slice(said.indexOf('Works unchanged'))).toBe(`Works unchanged, through astro-slugline/compat:
  src/lib/html.ts:1  \`RichTextSchema\`: an empty schema; functions in \`resolvers\` take the place of its nodes and marks
  src/lib/html.ts:3  \`renderRichText\`: <RichText> can replace it, and renders bloks, too
  src/pages/[...slug].astro:2  \`useStoryblokApi\`: answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it

Left to do by hand:
  astro.config.mjs:17  \`livePreview\` becomes the option \`preview: {}\`, which needs no server
  src/storyblok/Teaser.astro:15  \`<img>\` with a URL that is not recognized: try <StoryImage asset={…}>

5 files to change. Nothing was written; --write applies the changes.`);
});

it('moves a site of astro-loader-storyblok', async () => {
	const { files, said } = await migrated({
		'package.json': loaderPackageJson,
		'astro.config.mjs': `import { defineConfig } from 'astro/config';\n\nexport default defineConfig({});\n`,
		'src/content.config.ts': `
-import { StoryblokLoader, StoryblokLoaderStories } from 'astro-loader-storyblok';
+import { datasource, stories } from 'astro-slugline/loaders';
 import { defineCollection } from 'astro:content';

-const loader = new StoryblokLoader({ accessToken: import.meta.env.TOKEN });

 export const collections = {
-	all: defineCollection({ loader: StoryblokLoaderStories({ accessToken: 'a' }) }),
+	all: defineCollection({ loader: stories() }),
 	authors: defineCollection({
-		loader: StoryblokLoaderStories({ accessToken: 'a', useUuids: true, contentTypes: ['author'], apiOptions: {} }),
+		loader: stories({ id: ({ uuid }) => uuid, contentType: ['author'] }),
 	}),
 	articles: defineCollection({
-		loader: loader.getStoriesLoader({
-			contentTypes: ['article'],
-			storyblokParams: { version: 'draft', starts_with: 'blog/' },
-		}),
+		loader: stories({ contentType: ['article'], startsWith: 'blog/' }),
 	}),
-	colors: defineCollection({ loader: loader.getDatasourceLoader({ datasource: 'colors' }) }),
+	colors: defineCollection({ loader: datasource('colors') }),
 };
`,
	});
	expect(files['astro.config.mjs']).toContain('integrations: [slugline()]');
	expect(said).toContain(
		'src/content.config.ts:14  `version` is an option of slugline(), for all collections',
	);
	expect(said).toContain(
		'src/content.config.ts:9  the region is an option of slugline(), for all collections',
	);
});

it('keeps names that a file has already, and types that cannot be replaced', async () => {
	await migrated({
		'package.json': packageJson,
		'src/storyblok/Page.astro': `
 ---
-import { storyblokEditable as mark, type SbBlokData, type ISbStoryData } from '@storyblok/astro';
-import StoryblokComponent from '@storyblok/astro/StoryblokComponent.astro';
+import type { ISbStoryData, SbBlokData } from 'astro-slugline/compat';
+import StoryblokComponent from 'astro-slugline/components/Blok.astro';
+import { href as hrefOf } from 'astro-slugline/paths';
+import { editable as mark } from 'astro-slugline/rendering';
 import Blok from '../Blok.astro';
 interface Page extends SbBlokData { body: SbBlokData[] }
 const { blok, editable } = Astro.props as { blok: Page; editable: boolean; story: ISbStoryData<Page> };
 const href = '/';
 ---
-<main {...mark(blok)}>{blok.body.map((one) => <StoryblokComponent blok={one} {...Astro.props}><Blok /></StoryblokComponent>)}<a href={blok.link.cached_url}>{href}</a></main>
+<main {...mark(blok)}>{blok.body.map((one) => <StoryblokComponent blok={one} {...Astro.props}><Blok /></StoryblokComponent>)}<a href={hrefOf(blok.link, { from: Astro.url })}>{href}</a></main>
`,
	});
});

it('changes nothing where that could not be undone, and nothing of other sites', async () => {
	const root = await temporaryFolder(site);
	const outside = await creates(['migrate', root, '--write']);
	expect(outside).toMatchObject({ code: 2 });
	expect(outside.complained).toContain('not in a Git repository');
	await commit(root);
	const changed = { ...site, 'package.json': `${packageJson}\n`, 'notes.txt': 'not of the site' };
	await writeFiles(root, changed);
	expect((await creates(['migrate', root, '--write'])).complained).toBe(
		'There are uncommitted changes in `package.json`. Commit them, or set them aside with `git stash -u`, so that this change can be reviewed and undone.',
	);
	expect(await readTree(root)).toEqual(changed);
	await git(root, 'checkout', '-q', 'package.json');
	expect(await creates(['migrate', root, '--write'])).toMatchObject({ code: 0, complained: '' });
	const other = await temporaryFolder({ 'package.json': '{}', 'src/pages/index.astro': '<p>Hi</p>' });
	expect((await creates(['migrate', other])).said).toBe(
		'Nothing here uses @storyblok/astro or astro-loader-storyblok.',
	);
});

/** The files that a migration changes, and what it leaves to do by hand. */
async function idiom(files: Record<string, string>) {
	const { files: after, said } = await migrated({ 'package.json': packageJson, ...files });
	const left = said.split('Left to do by hand:\n')[1]?.split('\n\n')[0] ?? '';
	return { after, left: left.split('\n').map((line) => line.trim()) };
}

it('moves options of every form in astro.config', async () => {
	const { left } = await idiom({
		'astro.config.mts': `
-import sb, { type IntegrationOptions } from '@storyblok/astro';
+import slugline from 'astro-slugline';

 const { API, REGION } = process.env;
 export default {
 	integrations: [
-		sb({
-			...(process.env.PREVIEW ? { livePreview: true } : {}),
-			accessToken: API as string,
-			componentsDir: 'app',
-			components: { page: "storyblok/Page", teaser: \`storyblok/Teaser\` },
-			apiOptions: { region: REGION || 'eu', endpoint: API ? \`\${new URL(API).origin}/v2\` : undefined },
+		slugline({
+			token: API as string,
+			bloks: { page: "./app/storyblok/Page", teaser: \`./app/storyblok/Teaser\` },
+			...((API) ? { baseUrl: \`\${new URL(API).origin}\` } : { region: REGION || 'eu' }),
+			missingBlok: 'error',
 		}),
 	],
 };
`,
	});
	expect(left).toEqual(['astro.config.mts:7  the option `…` has no counterpart']);
});

it('fails a build for a blok without a component where the vendor did', async () => {
	const optionsFor = async (options: string) => {
		const { after } = await idiom({
			'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { integrations: [storyblok({ accessToken: token, ${options}})] };
`,
		});
		return /slugline\(\{ token: token,? ?([\s\S]*?) ?\}\)/.exec(after['astro.config.mjs'] ?? '')?.[1];
	};
	expect(await optionsFor('')).toBe("missingBlok: 'error',");
	expect(await optionsFor('enableFallbackComponent: true ')).toBe('');
	expect(await optionsFor('enableFallbackComponent: isDev ')).toBe("missingBlok: isDev ? 'warn' : 'error'");
});

it('keeps the folder of components that the vendor registers by name, with the map on top', async () => {
	const bloksFor = async (components: string, folder: string, ...files: string[]) => {
		const { after } = await idiom({
			'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { integrations: [storyblok({ enableFallbackComponent: true, ${components}})] };
`,
			...Object.fromEntries(files.map((file) => [`${folder}/${file}`, '<p />\n'])),
		});
		return /slugline\(\{\s*([\s\S]*?),?\s*\}\)/.exec(after['astro.config.mjs'] ?? '')?.[1];
	};
	const two = "components: { page: 'storyblok/Page', big_hero: 'storyblok/Hero' } ";
	expect(await bloksFor(two, 'src/storyblok', 'Page.astro', 'Hero.astro', 'Quote.astro')).toBe(
		"bloks: ['./src/storyblok', { big_hero: 'storyblok/Hero' }]",
	);
	const same = "components: { page: 'storyblok/Page.astro', teaserGrid: './storyblok/grids/teaser_grid' } ";
	expect(await bloksFor(same, 'src/storyblok', 'Page.astro', 'grids/teaser_grid.astro', 'Quote.astro')).toBe(
		"bloks: './src/storyblok'",
	);
	const app = "componentsDir: './app/', components: { page: 'Page', quote: '/storyblok/Quote' } ";
	expect(await bloksFor(app, 'app/storyblok', 'Quote.astro')).toBe(
		"bloks: ['./app/storyblok', { page: './app/Page' }]",
	);
	expect(await bloksFor("componentsDir: 'app' ", 'app/storyblok', 'Quote.astro')).toBe(
		"bloks: './app/storyblok'",
	);
	// The vendor registers these, too: the last of two with one name, and files that begin with `_`.
	expect(await bloksFor('components ', 'src/storyblok', 'a/Card.astro', 'b/card.astro', '_Note.astro')).toBe(
		"bloks: ['./src/storyblok', { 'note': './src/storyblok/_Note.astro', 'card': './src/storyblok/b/card.astro' }, components]",
	);
});

it('says what output on request and an older Astro need', async () => {
	const { left } = await idiom({
		'package.json': packageJson.replace('^7.3.0', '^5.2.0'),
		'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { output: 'server', integrations: [storyblok({})] };
`,
		'src/middleware.ts': "export { onRequest } from '@storyblok/astro/middleware.ts';\n",
	});
	expect(left).toEqual([
		"astro.config.mjs:2  `output: 'server'` renders each page on request: remove it for pages that are built when content changes, and give each route with parameters `getStaticPaths` with storyPaths(); pages that need a request keep `export const prerender = false`",
		'package.json:5  Slugline needs Astro 7.2 or newer, or Astro 6.4: run `npx @astrojs/upgrade` first',
	]);
});

it('keeps comments and line breaks of the config, and what reads the token', async () => {
	await idiom({
		'astro.config.mjs': `
-import { storyblok } from '@storyblok/astro'; // the CMS
+import slugline from 'astro-slugline'; // the CMS
 import { loadEnv } from 'vite';
 const env = loadEnv('', process.cwd(), 'STORYBLOK');
 export default {
   integrations: [
-    storyblok({
-      accessToken: env.STORYBLOK_TOKEN, // of the space "Harbor"
-      bridge: false,
+    slugline({
+      token: env.STORYBLOK_TOKEN, // of the space "Harbor"
       // Each blok has a component
-      components: { page: 'Page' },
-      apiOptions: {
-        region: 'us',
-        version: 'draft'
-      },
+      bloks: { page: 'Page' },
+      region: 'us',
+      version: 'draft',
+      missingBlok: 'error',
       /* only for tests */
-      useCustomApi: true
     }),
-    storyblok({ apiOptions: { region: '' }, accessToken: 'b', bridge: true }), storyblok({ bridge: true })
+    slugline({ token: 'b', missingBlok: 'error' }), slugline({ missingBlok: 'error' })
   ]
 };
`,
	});
});

it('moves the integration where a file beside the source makes it', async () => {
	const { after, left } = await idiom({
		'astro.config.mjs': "import { cms } from './config/cms';\nexport default { integrations: [cms] };\n",
		'config/cms.ts': `
-import { storyblok } from '@storyblok/astro';
+import slugline from 'astro-slugline';

-export const cms = storyblok({ accessToken: 'a', bridge: true, components: { page: 'storyblok/Page' } });
+export const cms = slugline({ token: 'a', bloks: './src/storyblok', missingBlok: 'error' });
`,
		'src/storyblok/Page.astro': '<p />\n',
		'scripts/other.mjs': "import { other } from './storyblok.js';\nother();\n",
	});
	expect(after['scripts/other.mjs']).toContain('other();');
	expect(left).toEqual(['']);
});

it('names every component that does not compile, also one that uses no package of the vendor', async () => {
	const { after, left } = await idiom({
		'src/layouts/Base.astro': '<html><head><title>Harbor</title><body><slot /></body></html>\n',
		'src/pages/index.astro': `---
import { useStoryblok } from '@storyblok/astro';
const story = await useStoryblok('home', {}, {}, Astro);
---
<h1>{story.name}</h1>
`,
	});
	expect(after['src/pages/index.astro']).toContain("import { useStoryblok } from 'astro-slugline/compat';");
	expect(left).toEqual([
		"src/layouts/Base.astro:1  the file cannot be parsed: Expected corresponding JSX closing tag for 'head'.",
	]);
});

it('parses templates with markup inside each other', async () => {
	const { after, left } = await idiom({
		'src/lib/list.ts': `import { useStoryblokApi } from '@storyblok/astro';

export const list = async (name: string): Promise<string> => {
	const { data } = await useStoryblokApi().get('cdn/links');
	return \`
		<script>--- </script>
		<ul>\${data.links.map((link) => \`<li>\${link.cached_url ?? \`<b>\${name}</b>\`}</li>\`).join('')}</ul>
	\`;
};
`,
	});
	expect(after['src/lib/list.ts']).toContain("import { useStoryblokApi } from 'astro-slugline/compat';\n");
	expect(left).toEqual([
		'src/lib/list.ts:7  `cached_url` is the path at the time the link was saved: use href(link)',
	]);
});

it('says that a client of the service is left, which the vendor’s package has brought along', async () => {
	const files = {
		'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
import StoryblokClient from "storyblok-js-client";
const { data } = await new StoryblokClient({ accessToken: 'a' }).get('cdn/stories');
export default { output: data ? 'server' : 'static', integrations: [storyblok({ accessToken: 'a' })] };
`,
	};
	const { left } = await idiom(files);
	expect(left).toEqual([
		'astro.config.mjs:2  `storyblok-js-client` came with the replaced package: add it to package.json. It asks the service in every build, beside the sync',
		expect.stringContaining('astro.config.mjs:4  `output` depends on the deployment'),
		expect.stringContaining(
			'astro.config.mjs:4  pages rendered on demand read the token from SLUGLINE_TOKEN',
		),
	]);
	const named = packageJson.replace('"zod"', '"storyblok-js-client": "^7.0.0",\n    "zod"');
	expect((await idiom({ ...files, 'package.json': named })).left).toHaveLength(2);
});

it('moves the address of the API', async () => {
	const { after: plain } = await idiom({
		'astro.config.mjs': `import { storyblok } from '@storyblok/astro';
export default { integrations: [storyblok({ apiOptions: { region: 'us', endpoint: 'https://api.example.com/v2/cdn' } })] };
`,
	});
	expect(plain['astro.config.mjs']).toContain(
		"slugline({ baseUrl: 'https://api.example.com', missingBlok: 'error' })",
	);
});

it('notes options that are not in astro.config', async () => {
	const { left } = await idiom({
		'astro.config.ts': `import { storyblok } from '@storyblok/astro';
import { options } from './options.js';
export default { integrations: [storyblok(options)] };
`,
	});
	expect(left).toEqual([
		'astro.config.ts:3  the options are not an object literal: pass options to slugline() by hand',
	]);
});

it('moves links with alternatives, and leaves the rest of an address alone', async () => {
	const { left } = await idiom({
		'src/storyblok/Nav.astro': `
 ---
+import { href } from 'astro-slugline/paths';
 const { blok, größe = '🌊' } = Astro.props;
 ---
-<a href={blok.link?.cached_url || blok.link?.url || '#'}>a</a>
-<a href={blok.link.cached_url ?? '/'}>b</a>
-<a href={'/' + blok.link.cached_url}>c</a>
+<a href={href(blok.link, { from: Astro.url }) ?? '#'}>a</a>
+<a href={href(blok.link, { from: Astro.url }) ?? '/'}>b</a>
+<a href={href(blok.link, { from: Astro.url })}>c</a>
 <a href={blok.link.cached_url || blok.other.url || '/'}>d</a>
 <a href={\`/\${blok.link.cached_url}#\${blok.link.anchor}\`}>e</a>
 <img src={blok.a.filename} srcset={\`\${blok.a.filename}/m/800x0 2x\`} alt="" />
`,
	});
	expect(left.map((line) => line.slice(0, line.indexOf('  ')))).toEqual([
		'src/storyblok/Nav.astro:9',
		'src/storyblok/Nav.astro:7',
		'src/storyblok/Nav.astro:8',
	]);
});

it('reads modules with any text, and keeps the imports of what has no counterpart', async () => {
	const { left } = await idiom({
		'src/bin/list.ts': `
 #!/usr/bin/env tsx
-import { storyblokApi } from '@storyblok/astro/client';
-import { apiPlugin, type ISbStoryData } from '@storyblok/js';
 import type { StoryblokRichTextNode } from '@storyblok/astro';
+import { apiPlugin } from '@storyblok/js';
+import { storyblokApi } from 'astro-slugline/compat';
+import type { ISbStoryData } from 'astro-slugline/compat';
 export const text = \`
 ---
 title: x
 ---
 \`;
 export type All = [ISbStoryData<Blok>, StoryblokRichTextNode];
 console.log(await storyblokApi.getAll('cdn/stories'), apiPlugin);
`,
	});
	expect(left).toEqual([
		'src/bin/list.ts:3  `apiPlugin` has no counterpart',
		'src/bin/list.ts:4  `StoryblokRichTextNode` has no counterpart',
	]);
});

it('notes every import that it cannot change', async () => {
	const { left } = await idiom({
		'src/all.ts': `export * from '@storyblok/astro';\nexport const lazy = () => import('@storyblok/astro');\n`,
		'src/components/Old.vue': `<script setup>\nimport { storyblokEditable } from '@storyblok/astro';\n</script>\n`,
		'src/html.ts': `import { renderRichText } from '@storyblok/astro';
export const html = (doc: unknown, schema: unknown) => renderRichText(doc, { schema });
`,
		'src/middleware.ts': `import { storyblokPreviewMiddleware } from '@storyblok/astro';
export const onRequest = storyblokPreviewMiddleware;
`,
	});
	expect(left).toEqual([
		'src/all.ts:1  it still imports `@storyblok/astro`',
		'src/all.ts:2  it still imports `@storyblok/astro`',
		'src/components/Old.vue:2  it still imports `@storyblok/astro`',
		'src/middleware.ts:1  `storyblokPreviewMiddleware` has no counterpart',
	]);
});

it('moves a site of astro-loader-storyblok with other names, and a config in a constant', async () => {
	const { after, left } = await idiom({
		'package.json': loaderPackageJson,
		'astro.config.mjs': `import { defineConfig } from 'astro/config';
const config = defineConfig({ site: 'https://example.com' });
export default config;
`,
		'src/content.config.ts': `
-import { storyblokLoader, SortByEnum } from 'astro-loader-storyblok';
+import { SortByEnum } from 'astro-loader-storyblok';
+import { stories } from 'astro-slugline/loaders';
 import { defineCollection } from 'astro:content';
 export const order = SortByEnum.CREATED_AT_DESC;
-export const collections = { posts: defineCollection({ loader: storyblokLoader({ accessToken: 'a', contentTypes: ['post'] }) }) };
+export const collections = { posts: defineCollection({ loader: stories({ contentType: ['post'] }) }) };
`,
	});
	expect(after['astro.config.mjs']).toContain('integrations: [slugline()]');
	expect(left).toEqual([
		'src/content.config.ts:1  `SortByEnum` has no counterpart',
		'src/content.config.ts:1  set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })',
	]);
});

it('moves imports of everything under one name', async () => {
	const { left } = await idiom({
		'astro.config.ts': `
-import * as vendor from '@storyblok/astro';
+import slugline from 'astro-slugline';
 import { components } from './components';

-export default { integrations: [vendor.storyblok({ components, componentsDir: 'app' })] };
+export default { integrations: [slugline({ bloks: components, missingBlok: 'error' })] };
`,
		'src/storyblok/Text.astro': `
 ---
-import * as sb from '@storyblok/astro';
-import type * as SB from '@storyblok/astro';
+import { storyblokApi as storyblokApiOfStoryblok } from 'astro-slugline/compat';
+import RichText from 'astro-slugline/components/RichText.astro';
+import { editable } from 'astro-slugline/rendering';
+import type { Blok } from 'astro-slugline/types';

-const { blok } = Astro.props as { blok: SB.SbBlokData };
-const html = sb.renderRichText(blok.text);
+const { blok } = Astro.props as { blok: Blok };
 const storyblokApi = { sb: 1 };
-const { data } = await sb.storyblokApi.get('cdn/links');
+const { data } = await storyblokApiOfStoryblok.get('cdn/links');
 ---
-<div {...sb.storyblokEditable(blok)} set:html={html} data-sb={storyblokApi.sb} />
+<div {...editable(blok)} data-sb={storyblokApi.sb}><RichText doc={blok.text} /></div>
`,
		'src/lib/whole.ts': `
 import * as sb from '@storyblok/js';
-import { useStoryblokApi } from '@storyblok/astro';
+import { useStoryblokApi } from 'astro-slugline/compat';
 export const all = { sb, api: useStoryblokApi() };
`,
	});
	expect(left).toEqual([
		'astro.config.ts:4  paths in `bloks` are relative to the site or its `src`, not to `app`',
		'src/lib/whole.ts:1  `sb` is used as a whole: import its names instead',
		'src/lib/whole.ts:1  it still imports `@storyblok/js`',
	]);
});

it('keeps the names that other files see', async () => {
	await idiom({
		'src/lib/storyblok.ts': `
-import { storyblokEditable, useStoryblokApi as api } from '@storyblok/astro';
-export { storyblokEditable };
-export { storyblokEditable as mark };
-export const all = { storyblokEditable, api };
+import { useStoryblokApi as api } from 'astro-slugline/compat';
+import { editable } from 'astro-slugline/rendering';
+export { editable as storyblokEditable };
+export { editable as mark };
+export const all = { storyblokEditable: editable, api };
`,
	});
});

it('gives a component and a type different names, in whatever order they are imported', async () => {
	await idiom({
		'src/storyblok/Page.astro': `
 ---
-import { type SbBlokData } from "@storyblok/astro"
-import StoryblokComponent from "@storyblok/astro/StoryblokComponent.astro"
-export interface Props { blok: SbBlokData }
+import Blok from 'astro-slugline/components/Blok.astro';
+import type { Blok as BlokOfSpace } from 'astro-slugline/types';
+export interface Props { blok: BlokOfSpace }
 ---
-<StoryblokComponent blok={Astro.props.blok} />
+<Blok blok={Astro.props.blok} />
`,
	});
});

it('moves components of React, and leaves the line breaks of Windows as they are', async () => {
	const card = `import { storyblokEditable, type SbBlokData } from '@storyblok/astro';
import { useState } from 'react';

export default function Card({ blok }: { blok: SbBlokData }) {
	const [open, setOpen] = useState<boolean>(false);
	return <div {...storyblokEditable(blok)} onClick={() => setOpen(!open)}>{open && <p>{blok.title as string}</p>}</div>;
}
`;
	const { after } = await idiom({
		'src/storyblok/Card.tsx': card.replaceAll('\n', '\r\n'),
		'package.json': packageJson.replaceAll('\n', '\r\n'),
	});
	expect(after['src/storyblok/Card.tsx']).toBe(
		`import { editable } from 'astro-slugline/rendering';
import type { Blok } from 'astro-slugline/types';
import { useState } from 'react';

export default function Card({ blok }: { blok: Blok }) {
	const [open, setOpen] = useState<boolean>(false);
	return <div {...editable(blok)} onClick={() => setOpen(!open)}>{open && <p>{blok.title as string}</p>}</div>;
}
`.replaceAll('\n', '\r\n'),
	);
	expect(after['package.json']).toMatch(/"astro-slugline": "\^0\.1\.0",\r\n/);
	expect(after['package.json']).not.toMatch(/[^\r]\n/);
});

const api = "import { useStoryblokApi } from '@storyblok/astro';\nexport const api = useStoryblokApi();\n";

/** Migrates a committed site with links, as `[path, target]`, and gives what was said. */
async function written(root: string, links: readonly (readonly [path: string, target: string])[] = []) {
	for (const [path, target] of links) await symlink(target, join(root, path));
	await commit(root);
	return creates(['migrate', root, '--write']);
}

it.each([
	['a comment', "// srcDir: '../outside',\nexport default { integrations: [] };\n", 'src/a.ts'],
	['a string', "const a = `srcDir: '../outside'`;\nexport default { integrations: [a] };\n", 'src/a.ts'],
	['an option', 'export default { srcDir: `./app`, integrations: [] };\n', 'app/a.ts'],
	['an option that leaves the site', "export default { srcDir: '../outside' };\n", undefined],
])('reads srcDir from the options of astro.config, given %s', async (_, config, changed) => {
	const workspace = await temporaryFolder({
		'outside/a.ts': api,
		'site/package.json': packageJson,
		'site/astro.config.mjs': config,
		'site/src/a.ts': api,
		'site/app/a.ts': api,
	});
	await written(workspace);
	await creates(['migrate', join(workspace, 'site'), '--write']);
	const after = await readTree(workspace);
	const paths = ['outside/a.ts', 'site/src/a.ts', 'site/app/a.ts'];
	expect(paths.filter((path) => after[path] !== api)).toEqual(
		changed === undefined ? [] : [`site/${changed}`],
	);
});

it('changes nothing behind links out of the folder, and nothing that Git ignores', async () => {
	const config =
		"import { storyblok } from '@storyblok/astro';\nexport default { integrations: [storyblok()] };\n";
	const others = { 'a.ts': api, 'astro.config.mjs': config, 'package.json': packageJson };
	const outside = await temporaryFolder(others);
	const files = { '.gitignore': 'src/made\n', 'src/made/a.ts': api, 'src/b.ts': api };
	const root = await temporaryFolder(files);
	const { said } = await written(root, [
		['package.json', join(outside, 'package.json')],
		['astro.config.mjs', join(outside, 'astro.config.mjs')],
		['src/linked', outside],
		['src/a.ts', join(outside, 'a.ts')],
		['src/inside.ts', 'b.ts'],
	]);
	expect(await readTree(outside)).toEqual(others);
	const after = await readTree(root);
	expect(Object.keys(after).filter((path) => after[path] !== files[path as keyof typeof files])).toEqual([
		'src/b.ts',
	]);
	expect(said).toContain('package.json:1  Git ignores the file, or it is a link');
	expect(said).toContain('astro.config.mjs:1  Git ignores the file, or it is a link');
});

it('changes nothing in a source folder that is a link out of the folder', async () => {
	const outside = await temporaryFolder({ 'a.ts': api });
	const root = await temporaryFolder({ 'package.json': packageJson });
	const { said } = await written(root, [['src', outside]]);
	expect(said).toContain('src:1  the source folder is outside of this folder');
	expect(await readTree(outside)).toEqual({ 'a.ts': api });
});

it('runs no program that the repository names', async () => {
	const ran = join(await temporaryFolder(), 'ran');
	const root = await temporaryFolder({ ...site, 'spy.sh': `#!/bin/sh\necho "$0 $@" >> '${ran}'\ncat\n` });
	const spy = join(root, 'spy.sh');
	await chmod(spy, 0o755);
	await written(root);
	await git(root, 'reset', '-q', '--hard');
	for (const name of [
		'core.fsmonitor',
		'core.sshCommand',
		'filter.spy.clean',
		'diff.spy.textconv',
		'diff.external',
	])
		await git(root, 'config', name, spy);
	await symlink(spy, join(root, '.git/hooks/post-index-change'));
	await writeFile(join(root, '.git/info/attributes'), '* filter=spy diff=spy\n');
	// Git compares a file of another age by its text, for which it runs filters.
	await utimes(join(root, 'package.json'), 1, 1);
	expect((await creates(['migrate', root, '--write'])).code).toBe(0);
	const after = await readTree(root);
	expect(after['package.json']).toContain('astro-slugline');
	await expect(readTree(join(ran, '..'))).resolves.toEqual({});
});

it('leaves every component in a form that compiles, and says where one does not', async () => {
	const { files, said } = await migrated({
		'package.json': packageJson.replace('"astro": "^7.3.0"', '"astro": "^7.0.3"'),
		'src/Photo.astro': `
 ---
+import StoryImage from 'astro-slugline/components/StoryImage.astro';
 const { blok } = Astro.props;
 ---
-<figure><img src={blok.photo.filename} alt="" width="100%"><b>Boat</b></figure>
+<figure><StoryImage asset={blok.photo} alt="" width="100%" /><b>Boat</b></figure>
`,
		'src/Broken.astro': `---
import { storyblokEditable } from '@storyblok/astro';
const { blok } = Astro.props;
---
<p {...storyblokEditable(blok)}>{blok.a blok.b}</p>
`,
	});
	expect(files['src/Broken.astro']).toContain('@storyblok/astro');
	expect(said).toContain('src/Broken.astro:5  the file cannot be parsed: Expected `}` but found');
	expect(said).toContain('src/Photo.astro:4  `width` of <StoryImage> is a number of pixels');
	expect(said).not.toContain('Slugline needs Astro');
});

it('lists calls and settings that compat answers in another way', async () => {
	const { said } = await migrated({
		'package.json': packageChange,
		'astro.config.mjs': `
+import slugline from 'astro-slugline';
-import { storyblok } from '@storyblok/astro';
 export default {
 	output: process.env.PREVIEW ? 'server' : 'static',
-	integrations: [storyblok({ accessToken: process.env.MY_TOKEN })],
+	integrations: [slugline({ token: process.env.MY_TOKEN, missingBlok: 'error' })],
 };
`,
		'src/middleware.ts': `
-export { onRequest } from '@storyblok/astro/middleware.ts';
+export { onRequest } from 'astro-slugline/compat';
`,
		'src/pages/feed.js': `
-import { useStoryblokApi } from '@storyblok/astro';
+import { useStoryblokApi } from 'astro-slugline/compat';
 export const GET = () => useStoryblokApi().get('cdn/links', { token: process.env.OTHER });
`,
		'src/link.ts': `export interface StoryblokLink { cached_url: string }\n`,
		'src/link.test.ts': `export const link = { cached_url: 'storyblok' };\n`,
	});
	expect(
		said
			.split('\n')
			.filter((line) => /^ {2}(?:src|astro)/.test(line))
			.join('\n'),
	).toMatchInlineSnapshot(`
		"  src/middleware.ts:1  \`onRequest\`: does nothing: remove the middleware; the option \`preview\` replaces it
		  src/pages/feed.js:1  \`useStoryblokApi\`: answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it
		  astro.config.mjs:3  \`output\` depends on the deployment: with \`preview: { deployed: true }\`, one static deployment shows drafts to editors, too
		  astro.config.mjs:4  pages rendered on demand read the token from SLUGLINE_TOKEN: set it where the server runs
		  src/pages/feed.js:2  compat refuses a \`token\` other than that of slugline(): remove it, or read a second space with createDeliveryClient()"
	`);
});

it('says that a folder does not exist', async () => {
	const { code, complained } = await creates(['migrate', './nowhere']);
	expect([code, complained]).toEqual([2, expect.stringContaining('The folder ./nowhere does not exist.')]);
});
