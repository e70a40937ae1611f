import { execFile } from 'node:child_process';
import { chmod, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
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

const editor = 'the visual editor needs the option `preview: {}`, which takes the place of the bridge';

/** What was said below a heading, as lines with a place each. */
function notesIn(said: string, heading: string): string[] {
	const lines = said.split(`${heading}\n`)[1]?.split('\n\n')[0]?.split('\n') ?? [];
	let what = '';
	return lines.flatMap((line) => {
		const place = /^ {4}(.*)$/.exec(line)?.[1];
		if (place === undefined) what = line.trim();
		return place === undefined ? [] : [`${place}  ${what}`];
	});
}

const packageChange = `
 {
   "name": "site",
   "dependencies": {
-    "@storyblok/astro": "^10.2.0",
+    "astro-slugline": "^0.1.0",
     "astro": "^7.3.0",
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
 				teaser: 'storyblok/Teaser',
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
+import { useStoryblokApi, type ISbStoryData } from 'astro-slugline/compat';
+import StoryblokComponent from 'astro-slugline/compat/StoryblokComponent.astro';
 import Layout from '../layouts/Layout.astro';

 const { data } = await useStoryblokApi().get('cdn/stories/home');
 const story: ISbStoryData = data.story;
 ---

 <Layout><StoryblokComponent blok={story.content} /></Layout>
`,
	'src/storyblok/Teaser.astro': `
 ---
-import { renderRichText, storyblokEditable, type SbBlokData } from '@storyblok/astro';
+import { renderRichText, storyblokEditable, type SbBlokData } from 'astro-slugline/compat';

 interface Props {
 	blok: SbBlokData;
 }

 const { blok } = Astro.props;
 const text = renderRichText(blok.text);
 ---

 <section class="teaser" {...storyblokEditable(blok)}>
 	<img src={blok.photo.filename} alt={blok.photo.alt} width="300">
 	<a href={\`/\${blok.link.cached_url}\`}>more</a>
 	<Fragment slot="text" set:html={text} />
 	<style set:html={renderRichText(blok.more)}></style>
 </section>
`,
	'src/lib/html.ts': `
-import { renderRichText, RichTextSchema } from '@storyblok/astro';
+import { renderRichText, RichTextSchema } from 'astro-slugline/compat';

 export const html = (doc: unknown) => renderRichText(doc, { schema: RichTextSchema });
`,
	'src/other.ts': 'export const other = 1;\n',
};

const site = sideOf(siteChanges, '-');

it('changes the config, the sources of imports, and package.json', async () => {
	await migrated(siteChanges);
});

it('shows a diff first, lists what is left with file and line, and changes nothing a second time', async () => {
	const { said, root } = await migrated(siteChanges);
	expect((await creates(['migrate', root])).said).not.toMatch(/^\+/m);
	expect(said).toContain(`--- a/src/pages/[...slug].astro
+++ b/src/pages/[...slug].astro
@@ -1,7 +1,7 @@
 ---
-import { useStoryblokApi, type ISbStoryData } from '@storyblok/astro';`);
	expect(said.slice(said.indexOf('Works unchanged'))).toBe(`Works unchanged:
  \`renderRichText\`: <RichText> can replace it, and renders bloks, too
    src/lib/html.ts:1
    src/storyblok/Teaser.astro:2
  \`RichTextSchema\`: an empty schema; functions in \`resolvers\` take the place of its nodes and marks
    src/lib/html.ts:1
  \`useStoryblokApi\`: answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it
    src/pages/[...slug].astro:2
  <StoryblokComponent>: <Blok> can replace it
    src/pages/[...slug].astro:3
  \`storyblokEditable\`: editable() of astro-slugline/rendering, under another name
    src/storyblok/Teaser.astro:2
  \`cached_url\` is the path at the time the link was saved; href(link) follows a story that moves
    src/storyblok/Teaser.astro:14

Left to do by hand:
  the visual editor needs the option \`preview: {}\`, which takes the place of the bridge
    astro.config.mjs:9

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
	expect(notesIn(said, 'Left to do by hand:')).toEqual([
		'src/content.config.ts:9  the region is an option of slugline(), for all collections',
		'src/content.config.ts:14  `version` is an option of slugline(), for all collections',
		'src/content.config.ts:1  set SLUGLINE_TOKEN to the access token, and pass a region to slugline({ region })',
	]);
});

it('follows no name: code with the same names, in other scopes and as text, stays as it is', async () => {
	await migrated({
		'package.json': packageJson,
		'src/storyblok/Page.astro': `
 <!-- before the frontmatter of the page -->
 <main>{1}</main>
`,
		'src/storyblok/Taken.astro': `
 ---
-import { storyblokEditable as mark, renderRichText, renderRichText as rich, type SbBlokData } from '@storyblok/astro';
-import StoryblokComponent from "@storyblok/astro/StoryblokComponent.astro"
+import { storyblokEditable as mark, renderRichText, renderRichText as rich, type SbBlokData } from 'astro-slugline/compat';
+import StoryblokComponent from "astro-slugline/compat/StoryblokComponent.astro"
 import { Blok, RichText, StoryImage, editable, href } from '../own';
 interface Page extends SbBlokData { renderRichText(mark: string): SbBlokData[] }
 const { blok } = Astro.props as { blok: Page };
 let text = renderRichText(blok.a);
 text += rich(blok.b);
 const all = { mark, [\`\${mark}\`]: (renderRichText: string) => renderRichText };
 ---
 <main {...mark(blok)} mark={all}>{blok.body.map((mark) => <StoryblokComponent blok={mark} {mark}><Blok /></StoryblokComponent>)}</main>
 <script>
-	import { loadStoryblokBridge } from '@storyblok/astro';
+	import { loadStoryblokBridge } from 'astro-slugline/compat';
 	const mark = loadStoryblokBridge;
 </script>
`,
		'src/islands/Card.svelte': `
 <script context="module" lang="ts">
-	import type { SbBlokData } from '@storyblok/astro';
+	import type { SbBlokData } from 'astro-slugline/compat';
 </script>
 <script lang="ts">
-	import { storyblokEditable } from '@storyblok/astro';
+	import { storyblokEditable } from 'astro-slugline/compat';
 	let { blok }: { blok: SbBlokData } = $props();
 </script>
 <p use:storyblokEditable>{'größe 🌊'}</p>
`,
		'src/types.ts': `
-export type Doc = import('@storyblok/astro').SbRichTextDoc;
-export { storyblokEditable as mark, type ISbStoryData } from '@storyblok/js';
+export type Doc = import('astro-slugline/compat').SbRichTextDoc;
+export { storyblokEditable as mark, type ISbStoryData } from 'astro-slugline/compat';
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
	const hasConfig = Object.keys(files).some((path) => path.includes('astro.config'));
	const { files: after, said } = await migrated({
		'package.json': packageJson,
		...(hasConfig
			? {}
			: {
					'astro.config.mjs':
						"import slugline from 'astro-slugline';\nexport default { integrations: [slugline({})] };\n",
				}),
		...files,
	});
	return {
		after,
		left: notesIn(said, 'Left to do by hand:'),
		working: notesIn(said, 'Works unchanged:'),
	};
}

it('moves options of every form in astro.config', async () => {
	const { left } = await idiom({
		'astro.config.mts': `
-import sb, { type IntegrationOptions, type SbBlokData as Data } from '@storyblok/astro';
+import slugline2 from 'astro-slugline';
+import type { IntegrationOptions, SbBlokData as Data } from 'astro-slugline/compat';

 const { API, accessToken } = process.env;
 const slugline = 'the name of the site';
 export default {
 	integrations: [
-		sb({
-			accessToken,
-			'componentsDir': 'app',
-			components: { page: "storyblok/Page", teaser: \`./storyblok/Teaser\` },
-			apiOptions: { region: 'us', version: API ? 'draft' : 'published' },
+		slugline2({
+			token: accessToken,
+			bloks: { page: "./app/storyblok/Page", teaser: \`./app/storyblok/Teaser\` },
+			region: 'us',
+			version: API ? 'draft' : 'published',
+			missingBlok: 'error',
 		}),
 	],
 };
`,
	});
	expect(left).toEqual([`astro.config.mts:7  ${editor}`]);
});

it.each([
	['a spread', "storyblok({ ...base, accessToken: 'a' })"],
	['a variable', 'storyblok(base)'],
	['a method', 'storyblok({ components() {} })'],
	['a name that is computed', "storyblok({ ['accessToken']: 'a' })"],
	['an option that it does not know', "storyblok({ accessToken: 'a', other: true })"],
	['an option of the API that it does not know', 'storyblok({ apiOptions: { fetch } })'],
	['a folder that only running the code tells', 'storyblok({ componentsDir: base })'],
	['an address that only running the code tells', 'storyblok({ apiOptions: { endpoint: base } })'],
	[
		'components of another folder that only running the code tells',
		"storyblok({ componentsDir: 'app', components: base })",
	],
	['a call by another name', '[storyblok].map((make) => make({}))'],
	['a name in another scope', '((storyblok) => storyblok({}))(storyblok)'],
])('keeps a call with the vendor’s options as it is, given %s', async (_, call) => {
	const { left, working } = await idiom({
		'astro.config.mjs': `
-import { storyblok, toCamelCase } from '@storyblok/astro';
+import { storyblok } from 'astro-slugline/compat/config';
+import { toCamelCase } from 'astro-slugline/compat';
 import { base } from './base.js';
 export default { integrations: [${call}] };
`,
	});
	expect(left).toEqual([]);
	expect(working.join('\n')).toMatch(
		/^astro\.config\.mjs:[13] {2}`storyblok\(\)` of astro-slugline\/compat\/config takes its options as they are: \S/m,
	);
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
		"bloks: ['./src/storyblok', { page: 'storyblok/Page', big_hero: 'storyblok/Hero' }]",
	);
	const app = "componentsDir: './app/', components: { page: 'Page', quote: '/storyblok/Quote' } ";
	expect(await bloksFor(app, 'app', 'Page.astro', 'storyblok/Quote.astro')).toBe(
		"bloks: ['./app/storyblok', { page: './app/Page', quote: './app/storyblok/Quote' }]",
	);
	expect(await bloksFor("componentsDir: 'app' ", 'app/storyblok', 'Quote.astro')).toBe(
		"bloks: './app/storyblok'",
	);
	// A component that does not exist may be in a variable.
	expect(await bloksFor('components ', 'src/storyblok', 'Card.astro')).toBeUndefined();
	// The vendor registers these, too: the last of two with one name, and files that begin with `_`.
	// slugline() searches for components of other frameworks, too, and refuses a component that does not exist.
	for (const files of [
		['a/Card.astro', 'b/card.astro'],
		['_Note.astro'],
		['_drafts/Note.astro'],
		['Teaser.astro', 'Teaser.svelte'],
	])
		expect(await bloksFor('components ', 'src/storyblok', ...files)).toBeUndefined();
	// slugline() refuses a component that does not exist, which the vendor skips.
	expect(
		await bloksFor("components: { page: 'storyblok/Page' } ", 'src/storyblok', 'Other.astro'),
	).toBeUndefined();
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
		`astro.config.mjs:2  ${editor}`,
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

it('lets no comment swallow an option', async () => {
	await idiom({
		'astro.config.mjs': `
-import { storyblok } from '@storyblok/astro';
+import slugline from 'astro-slugline';
 export default {
   integrations: [
-    storyblok({
+    slugline({
       // only local
-      bridge: false, components: { page: 'Page' },
-      enableFallbackComponent: false, // strict
+      bloks: { page: 'Page' },
+      missingBlok: 'error', // strict
     }),
   ],
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
+export const cms = slugline({ token: 'a', bloks: ['./src/storyblok', { page: 'storyblok/Page' }], missingBlok: 'error' });
`,
		'src/storyblok/Page.astro': '<p />\n',
		'scripts/other.mjs': "import { other } from './storyblok.js';\nother();\n",
	});
	expect(after['scripts/other.mjs']).toContain('other();');
	expect(left).toEqual([`config/cms.ts:3  ${editor}`]);
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

it('parses templates with markup inside each other, and lists stored URLs', async () => {
	const { after, left, working } = await idiom({
		'src/lib/list.ts': `import { useStoryblokApi } from '@storyblok/astro';

export const list = async (name: string): Promise<string> => {
	const { data } = await useStoryblokApi().get('cdn/links');
	return \`
		<script>--- </script>
		<ul>\${data.links.map((link) => \`<li>\${link.cached_url ?? \`<b>\${name}</b>\`}</li>\`).join('')}</ul>
	\`;
};
export const path = (link: { cached_url: string }, { cached_url = '/' } = link) => link['cached_url'] + cached_url;
`,
		'src/link.ts': `export interface StoryblokLink { cached_url: string }\n`,
		'src/link.test.ts': `export const link = { cached_url: 'storyblok' };\n`,
	});
	expect(after['src/lib/list.ts']).toContain("import { useStoryblokApi } from 'astro-slugline/compat';\n");
	expect(left).toEqual([]);
	const what =
		'`cached_url` is the path at the time the link was saved; href(link) follows a story that moves';
	expect(working.slice(1)).toEqual([`src/lib/list.ts:7  ${what}`, `src/lib/list.ts:10  ${what}`]);
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
		`astro.config.mjs:4  ${editor}`,
	]);
	const named = packageJson.replace('"zod"', '"storyblok-js-client": "^7.0.0",\n    "zod"');
	expect((await idiom({ ...files, 'package.json': named })).left).toHaveLength(3);
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

it('reads modules with any text, and leaves what has no counterpart', async () => {
	const { after, left } = await idiom({
		'src/bin/list.ts': `
 #!/usr/bin/env tsx
-import { storyblokApi } from '@storyblok/astro/client';
-import { apiPlugin, type ISbStoryData } from '@storyblok/js';
+import { storyblokApi } from 'astro-slugline/compat';
+import { apiPlugin } from '@storyblok/js';
+import type { ISbStoryData } from 'astro-slugline/compat';
 import type { StoryblokRichTextNode } from '@storyblok/astro';
 import toolbar from '@storyblok/astro/toolbarApp.ts';
 export const text = \`
 ---
 title: x
 ---
 \`;
 export type All = [ISbStoryData<Blok>, StoryblokRichTextNode];
 console.log(await storyblokApi.getAll('cdn/stories'), apiPlugin, toolbar);
`,
	});
	expect(left).toEqual([
		'src/bin/list.ts:3  `apiPlugin` has no counterpart',
		'src/bin/list.ts:4  `StoryblokRichTextNode` has no counterpart',
		'src/bin/list.ts:5  `@storyblok/astro/toolbarApp.ts` has no counterpart',
		'src/bin/list.ts:3  it still names `@storyblok/js`',
		'src/bin/list.ts:5  it still names `@storyblok/astro`',
		'src/bin/list.ts:6  it still names `@storyblok/astro`',
		'package.json:5  it still names `@storyblok/astro`',
		'package.json:1  `@storyblok/js` came with the replaced package: add it',
	]);
	// What is still imported, stays installed.
	expect(after['package.json']).toContain(
		'"astro-slugline": "^0.1.0",\n    "@storyblok/astro": "^10.2.0",\n',
	);
});

it('knows every name that compat answers', async () => {
	const compat = await readFile(
		join(import.meta.dirname, '../../packages/astro-slugline/src/compat/index.ts'),
		'utf8',
	);
	const exports = compat.matchAll(/export (type )?\{([^}]*)\} from '([^']*)'/g);
	const names = [...exports].flatMap(([, isType, list = '', from]) =>
		from === './refused.js'
			? []
			: list
					.split(/,\s*/)
					.filter((one) => one.trim() !== '')
					.map((one) => {
						const name = one.trim().split(' ').at(-1) ?? '';
						return isType || one.includes('type ') ? `type ${name}` : name;
					}),
	);
	const own = ['type RichTextOptions', 'type RichTextResolvers', 'type StoryblokApi'];
	const vendor = names.filter((name) => !own.includes(name));
	expect(vendor).toContain('renderRichText');
	expect(vendor).toContain('type ISbStoryData');
	const { left } = await idiom({
		'src/all.ts': `import { ${vendor.join(', ')} } from '@storyblok/astro';\n`,
	});
	expect(left).toEqual([]);
});

it('notes every place that it cannot change', async () => {
	const { left, after } = await idiom({
		'src/pages/old.mdx': "import { storyblokEditable } from '@storyblok/astro';\n\n# Old\n",
		'src/components/Broken.vue': `<script setup>\nimport { storyblokEditable } from '@storyblok/astro'; let = = 1;\n</script>\n`,
		'src/lib/cast.ts': `import { storyblokApi } from '@storyblok/astro';\nexport const api = <unknown>storyblokApi;\n`,
		'src/env.d.ts': `declare module '@storyblok/astro' {}\n`,
		'src/mock.ts': `export const mock = vi.mock("@storyblok/astro", () => ({}));\n`,
		'src/middleware.ts': `import { storyblokPreviewMiddleware } from '@storyblok/astro';
export const onRequest = storyblokPreviewMiddleware;
`,
	});
	expect(after['src/components/Broken.vue']).toContain('@storyblok/astro');
	const name = 'it still names `@storyblok/astro`';
	expect(left).toEqual([
		'src/components/Broken.vue:2  the file cannot be parsed, and stays as it is: Unexpected token',
		'src/lib/cast.ts:2  the file cannot be parsed, and stays as it is: Unexpected token',
		`src/components/Broken.vue:2  ${name}`,
		`src/env.d.ts:1  ${name}`,
		`src/lib/cast.ts:1  ${name}`,
		`src/middleware.ts:1  ${name}`,
		`src/mock.ts:1  ${name}`,
		`src/pages/old.mdx:1  ${name}`,
		`package.json:5  ${name}`,
		'src/middleware.ts:1  `storyblokPreviewMiddleware` has no counterpart',
	]);
});

it.each([
	['a second argument', "StoryblokLoaderStories({}, { starts_with: 'blog/' })"],
	['options in a variable', 'StoryblokLoaderStories(options)'],
	['other options of a datasource', "StoryblokLoaderDatasource({ datasource: 'colors', dimension: 'de' })"],
	[
		'two content types',
		"StoryblokLoaderStories({ contentTypes: ['a'], storyblokParams: { content_type: 'b' } })",
	],
	['a loader among other constants', '0;\nconst n = 1, loader = new StoryblokLoader({})'],
	['an exported loader', '0;\nexport const loader = new StoryblokLoader({})'],
	['a loader that is used otherwise', '0;\nconst loader = new StoryblokLoader({});\nconsole.log(loader)'],
	['a loader in a class', 'class { loader = new StoryblokLoader({}) }'],
	['a function that is passed on', '[{}].map(StoryblokLoaderStories)'],
])('leaves a file of loaders as it is, given %s', async (_, code) => {
	const text = `import { StoryblokLoader, StoryblokLoaderStories, StoryblokLoaderDatasource } from 'astro-loader-storyblok';
export const made = ${code};
`;
	const { after, left } = await idiom({ 'package.json': loaderPackageJson, 'src/content.config.ts': text });
	expect(after['src/content.config.ts']).toBe(text);
	expect(after['package.json']).toContain('astro-loader-storyblok');
	expect(left).toEqual([
		'src/content.config.ts:1  loaders are used in another way than slugline() has: change this file by hand',
		'src/content.config.ts:1  it still names `astro-loader-storyblok`',
		'package.json:5  it still names `astro-loader-storyblok`',
	]);
});

it('changes calls of loaders alone, and names what came with the package', async () => {
	const { left } = await idiom({
		'package.json': loaderPackageJson.replace('"zod"', '"@storyblok/richtext": "^3.0.0",\n    "zod"'),
		'astro.config.mjs': `
 import { richTextResolver } from '@storyblok/richtext';
 import { getRegion } from '@storyblok/region-helper';
+import slugline from 'astro-slugline';
-export default {};
+export default {
+	integrations: [slugline()],
+};
`,
		'src/content.config.ts': `
-import { StoryblokLoaderStories } from 'astro-loader-storyblok';
+import { stories as stories2 } from 'astro-slugline/loaders';
 import { api } from './api';
 const stories = api.getStoriesLoader({ of: 'another package' });
-export const collections = { stories, pages: { loader: StoryblokLoaderStories({}) } };
+export const collections = { stories, pages: { loader: stories2() } };
`,
	});
	expect(left.slice(0, 1)).toEqual([
		'astro.config.mjs:2  `@storyblok/region-helper` came with the replaced package: add it to package.json',
	]);
});

it('says what a browser cannot run, and leaves scripts that are not bundled', async () => {
	const script = `import { renderRichText } from '@storyblok/js';`;
	const { after, left } = await idiom({
		'src/pages/index.astro': `<script>${script}</script>\n<script is:inline type="module">${script}</script>\n`,
		'src/islands/Text.jsx': `${script}\n`,
	});
	expect(after['src/pages/index.astro']).toBe(
		`<script>${script.replace('@storyblok/js', 'astro-slugline/compat')}</script>\n<script is:inline type="module">${script}</script>\n`,
	);
	const what = '`renderRichText` throws where a browser runs it: call it in a page, and pass its result on';
	expect(left).toEqual([
		`src/islands/Text.jsx:1  ${what}`,
		`src/pages/index.astro:1  ${what}`,
		'src/pages/index.astro:2  it still names `@storyblok/js`',
		'package.json:1  `@storyblok/js` came with the replaced package: add it',
	]);
});

it('passes over files that Git knows and that are gone', async () => {
	const root = await temporaryFolder({ 'package.json': packageJson, 'src/a.ts': api, 'src/gone.ts': api });
	await commit(root);
	await rm(join(root, 'src/gone.ts'));
	expect(await creates(['migrate', root, '--write'])).toMatchObject({ code: 0, complained: '' });
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
		'src/content.config.ts:1  it still names `astro-loader-storyblok`',
		'package.json:5  it still names `astro-loader-storyblok`',
	]);
});

it('moves imports of a whole module in astro.config, and leaves others', async () => {
	const { left } = await idiom({
		'astro.config.ts': `
-import * as vendor from '@storyblok/astro';
-const { storyblok } = await import('@storyblok/astro');
+import * as vendor from 'astro-slugline/compat/config';
+const { storyblok } = await import('astro-slugline/compat/config');
 export default { integrations: [vendor.storyblok({ componentsDir: 'app' }), storyblok({})] };
`,
		'src/all.ts': `export * from '@storyblok/astro';\nimport type * as SB from '@storyblok/js';\nexport type Data = SB.SbBlokData;\n`,
	});
	expect(left).toEqual([
		'src/all.ts:1  it still names `@storyblok/astro`',
		'package.json:5  it still names `@storyblok/astro`',
		'src/all.ts:2  it still names `@storyblok/js`',
		'package.json:1  `@storyblok/js` came with the replaced package: add it',
	]);
});

it('keeps the vendor’s options where the translated ones would not compile', async () => {
	await idiom({
		'astro.config.mjs': `
-import { storyblok } from '@storyblok/astro';
+import { storyblok } from 'astro-slugline/compat/config';
 export default { integrations: [storyblok({ bridge: false /* b */, accessToken: 'a' })] };
`,
	});
});

it('says that a site has no integration yet, and what package.json still names', async () => {
	const { left } = await idiom({
		'package.json': `
 {
   "keywords": ["astro-slugline"],
   "imports": { "#sb": "@storyblok/astro" },
-  "dependencies": { "@storyblok/js": "4" },
+  "dependencies": { "astro-slugline": "^0.1.0" },
   "overrides": { "@storyblok/js": "$@storyblok/js" }
 }
`,
		'astro.config.mjs': 'export default {};\n',
		'src/a.ts': api.replace('@storyblok/astro', '@storyblok/js'),
	});
	expect(left).toEqual([
		'package.json:3  it still names `@storyblok/astro`',
		'package.json:5  it still names `@storyblok/js`',
		'astro.config.mjs:1  add slugline() to `integrations`',
	]);
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
		card.replace('@storyblok/astro', 'astro-slugline/compat').replaceAll('\n', '\r\n'),
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

it('changes all code of the site, wherever it is, and packages of a workspace', async () => {
	const components = "components: { page: 'Page' }";
	const manifest = (field: string) => `
 {
   "${field}": {
-    "@storyblok/astro": "^10.2.0"
+    "astro-slugline": "^0.1.0"
   }
 }
`;
	const { left } = await idiom({
		'apps/web/package.json': manifest('devDependencies'),
		'packages/ui/package.json': `\uFEFF${sideOf({ '': manifest('peerDependencies') }, '-')['']}`,
		'apps/web/astro.config.mjs': `
-import { storyblok } from '@storyblok/astro';
+import slugline from 'astro-slugline';
-export default { srcDir: '../code', integrations: [storyblok({ ${components} })] };
+export default { srcDir: '../code', integrations: [slugline({ bloks: ['./src/storyblok', { page: 'Page' }], missingBlok: 'error' })] };
`,
		'apps/web/src/storyblok/Page.astro': '<p />\n',
		'src/storyblok/Other.astro': '<p />\n',
		'code/a.ts': api,
		'packages/ui/src/a.ts': api,
		'e2e/a.spec.ts': api,
	});
	expect(left).toEqual([
		'apps/web/astro.config.mjs:2  run this in a folder that contains the source folder: only what is in it is changed',
		`apps/web/astro.config.mjs:2  ${editor}`,
	]);
});

it('reads files in UTF-8 only, and keeps a byte order mark', async () => {
	const root = await temporaryFolder({ 'package.json': packageJson, 'src/a.ts': `\uFEFF${api}` });
	const latin = Buffer.from(`---\nimport '@storyblok/astro';\n---\n<p>größe</p>\n`, 'latin1');
	await writeFile(join(root, 'src/b.astro'), latin);
	const { said } = await written(root);
	expect((await readTree(root))['src/a.ts']).toBe(
		`\uFEFF${api.replace('@storyblok/astro', 'astro-slugline/compat')}`,
	);
	expect(await readFile(join(root, 'src/b.astro'))).toEqual(latin);
	expect(notesIn(said, 'Left to do by hand:')).toEqual([
		'src/b.astro:1  the file is not UTF-8, and stays as it is',
		'src/b.astro:2  it still names `@storyblok/astro`',
		'package.json:5  it still names `@storyblok/astro`',
		'astro.config.mjs:1  add slugline() to `integrations`',
	]);
});

const isLink = 'a link out of this folder, or to what Git ignores: what it leads to stays as it is';

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
	expect(notesIn(said, 'Left to do by hand:')).toEqual([
		...['astro.config.mjs', 'package.json', 'src/a.ts', 'src/linked'].map((path) => `${path}:1  ${isLink}`),
		'astro.config.mjs:1  add slugline() to `integrations`',
		"package.json:1  add astro-slugline to its dependencies, and remove the vendor's package",
	]);
});

it('changes nothing in a source folder that is a link out of the folder', async () => {
	const outside = await temporaryFolder({ 'a.ts': api });
	const root = await temporaryFolder({ 'package.json': packageJson });
	const { said } = await written(root, [['src', outside]]);
	expect(notesIn(said, 'Left to do by hand:')).toEqual([
		`src:1  ${isLink}`,
		'astro.config.mjs:1  add slugline() to `integrations`',
	]);
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

it('changes no component that does not compile, and says where', async () => {
	const { files, said } = await migrated({
		'package.json': packageJson.replace('"astro": "^7.3.0"', '"astro": "^7.0.3"'),
		'src/Photo.astro': `
 ---
-import { storyblokEditable } from '@storyblok/astro';
+import { storyblokEditable } from 'astro-slugline/compat';
 const { blok } = Astro.props;
 ---
 <figure {...storyblokEditable(blok)}><img src={blok.photo.filename} alt="" width="100%"><b>Boat</b></figure>
`,
		'src/Broken.astro': `---
import { storyblokEditable } from '@storyblok/astro';
const { blok } = Astro.props;
---
<p {...storyblokEditable(blok)}>{blok.a blok.b}</p>
`,
	});
	expect(files['src/Broken.astro']).toContain('@storyblok/astro');
	expect(notesIn(said, 'Left to do by hand:')).toEqual([
		expect.stringContaining(
			'src/Broken.astro:5  the file cannot be parsed, and stays as it is: Expected `}` but found',
		),
		'src/Broken.astro:2  it still names `@storyblok/astro`',
		'package.json:5  it still names `@storyblok/astro`',
		'astro.config.mjs:1  add slugline() to `integrations`',
	]);
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
	});
	expect(
		['Works unchanged:', 'Left to do by hand:'].flatMap((heading) => notesIn(said, heading)).join('\n'),
	).toMatchInlineSnapshot(`
		"src/middleware.ts:1  \`onRequest\`: does nothing: remove the middleware; the option \`preview\` replaces it
		src/pages/feed.js:1  \`useStoryblokApi\`: answered from the synced content; query(), storyBySlug(), and storyPaths() can replace it
		astro.config.mjs:3  \`output\` depends on the deployment: with \`preview: { deployed: true }\`, one static deployment shows drafts to editors, too
		astro.config.mjs:4  pages rendered on demand read the token from SLUGLINE_TOKEN: set it where the server runs
		astro.config.mjs:4  the visual editor needs the option \`preview: {}\`, which takes the place of the bridge
		src/pages/feed.js:2  compat refuses a \`token\` other than that of slugline(): remove it, or read a second space with createDeliveryClient()"
	`);
});

it('says that a folder does not exist', async () => {
	const { code, complained } = await creates(['migrate', './nowhere']);
	expect([code, complained]).toEqual([2, expect.stringContaining('The folder ./nowhere does not exist.')]);
});
