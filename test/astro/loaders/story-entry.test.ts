import { satteri } from '@astrojs/markdown-satteri';
import type { AstroConfig } from 'astro';
import type { DataStore, LoaderContext } from 'astro/loaders';
import { stories } from 'astro-slugline/loaders';
import type { Story } from 'astro-slugline/wire';
import { beforeEach, expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import { writeCollection } from '../../../packages/astro-keep/src/content-store/index.js';
import {
	entryMaker,
	type StoryEntry,
} from '../../../packages/astro-slugline/src/astro/loaders/story-entry.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

let root: URL;
let write: TestFolder['write'];

beforeEach(async () => {
	({ url: root, write } = await createTestFolder({
		'astro.config.mjs': "import plugin from 'a-plugin';\nexport default {};\n",
		'node_modules/a-plugin/package.json': '{ "dependencies": { "its-own": "1" } }',
		'node_modules/a-plugin/index.js': 'export default 1;',
		'node_modules/its-own/index.js': 'export default 1;',
	}));
});

const configOf = () =>
	({
		...{ root, srcDir: new URL('src/', root), cacheDir: new URL('cache/', root), experimental: {} },
		markdown: {
			...{ processor: satteri(), syntaxHighlight: false, shikiConfig: {}, gfm: true, smartypants: true },
		},
	}) as unknown as AstroConfig;

const makerOf = (entry: (story: Story) => StoryEntry | Promise<StoryEntry>, config = configOf()) =>
	entryMaker('docs', entry, { options: { dataAttributes: [] } }, config);

const story = (text: string) =>
	({ full_slug: 'blog/one', name: 'One', content: { component: 'page', text } }) as unknown as Story;

const entryOf = ({ name, content }: Story) => ({ data: { title: name }, body: String(content['text']) });

it('renders the body, and lists its headings', async () => {
	const { make } = makerOf(entryOf);
	const body = '## Parts & *pieces*\n\n"Ahoy"';
	expect(await make(story(body), 'one')).toEqual({
		data: { title: 'One' },
		body,
		rendered: {
			html: '<h2 id="parts--pieces">Parts &#x26; <em>pieces</em></h2>\n<p>“Ahoy”</p>\n',
			metadata: {
				headings: [{ depth: 2, slug: 'parts--pieces', text: 'Parts & pieces' }],
				imagePaths: [],
				frontmatter: {},
			},
		},
	});
});

it('returns an entry with data only, and one with a file', async () => {
	expect(await makerOf(() => ({ data: { a: 1 } })).make(story(''), 'one')).toEqual({ data: { a: 1 } });
	const made = await makerOf(async () => ({ data: {}, filePath: 'src/one.md' })).make(story(''), 'one');
	expect(made).toEqual({ data: {}, filePath: 'src/one.md' });
});

it('removes scripts from the body, unless it is trusted', async () => {
	const body = 'a <script>alert(1)</script> <img src=x onerror=alert(1)> b';
	const html = async (trusted: boolean) =>
		(await makerOf((given) => ({ ...entryOf(given), trusted })).make(story(body), 'one')).rendered?.html;
	expect(await html(false)).toBe('<p>a  <img src="x"> b</p>\n');
	expect(await html(true)).toContain('<script>alert(1)</script>');
});

it('names the story whose body cannot be rendered, or that has no data', async () => {
	const table = `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|x|\n'.repeat(300)}`;
	await expect(makerOf(entryOf).make(story(table), 'one')).rejects.toThrow(
		'The body of the story `blog/one` in the collection `docs` cannot be rendered: it has a table of more than 200,000 cells.',
	);
	const ofBloks = makerOf(() => ({ data: {}, body: [{ component: 'hero' }] as never }));
	await expect(ofBloks.make(story(''), 'one')).rejects.toThrow(
		'The `entry` function of the collection `docs` returned a list as the `body` of the story `blog/one`, instead of Markdown.',
	);
	const withoutData = makerOf((() => undefined) as never);
	await expect(withoutData.make(story(''), 'one')).rejects.toThrow(
		'The `entry` function of the collection `docs` returned no `data` for the story `blog/one`.',
	);
});

it('has a new version if the function, the config, or a package that astro.config imports changes', async () => {
	const first = makerOf(entryOf);
	await first.end();
	expect(makerOf(entryOf).version).toBe(first.version);
	expect(makerOf(() => ({ data: {} })).version).not.toBe(first.version);
	const versions = new Set([first.version]);
	for (const path of [
		'astro.config.mjs',
		'node_modules/a-plugin/index.js',
		'node_modules/its-own/index.js',
	]) {
		await write({ [path]: "import plugin from 'a-plugin';\nexport default 'another';\n" });
		versions.add(makerOf(entryOf).version);
	}
	expect(versions.size).toBe(4);
});

it('reads packages once for all collections of a build', async () => {
	const config = configOf();
	const { version } = makerOf(entryOf, config);
	await write({ 'node_modules/its-own/index.js': 'export default 2;' });
	expect(makerOf(entryOf, config).version).toBe(version);
	expect(makerOf(entryOf).version).not.toBe(version);
});

it('leaves entries with a body or a file in Astro’s store, however large', async () => {
	const entries = new Map<string, Parameters<DataStore['set']>[0]>();
	const store = {
		get: (id: string) => entries.get(id),
		set: (entry: Parameters<DataStore['set']>[0]) => Boolean(entries.set(entry.id, entry)),
		keys: () => [...entries.keys()],
		values: () => [...entries.values()],
		delete: (id: string) => entries.delete(id),
	};
	const parts = { collection: 'docs', config: configOf(), store, meta: new Map() };
	const context = parts as unknown as LoaderContext;
	const text = 'x'.repeat(5_000_000);
	const rendered = { html: '<p>' };
	await writeCollection(context, async (writer) => {
		writer.add({ id: 'body', data: { text }, body: 'b', rendered, digest: '1' });
		writer.add({ id: 'file', data: { text }, filePath: 'a.md', digest: '2' });
		writer.add({ id: 'plain', data: { text }, digest: '3' });
		writer.settle('one');
	});
	expect(entries.get('body')).toEqual({ id: 'body', data: { text }, body: 'b', rendered, digest: '1' });
	expect(entries.get('file')?.data).toEqual({ text });
	expect(entries.get('plain')?.data).not.toEqual({ text });
	await writeCollection(context, async (writer) => {
		for (const [id, digest] of [
			['body', '4'],
			['file', '2'],
			['plain', '3'],
		] as const) {
			expect(writer.digestOf(id)).toBeDefined();
			writer.keep(id, digest);
		}
		writer.settle('two');
	});
	expect(entries.get('body')).toEqual({ id: 'body', data: { text }, body: 'b', rendered, digest: '4' });
});

it('has the type of the data that the function returns', () => {
	const loader = stories({ contentType: 'page', entry: (story) => ({ data: { title: story.name } }) });
	expectTypeOf<z.infer<typeof loader.schema>>().toMatchTypeOf<{ title: string }>();
	const later = stories({ entry: async () => ({ data: { order: 1 }, body: '' }) });
	expectTypeOf<z.infer<typeof later.schema>['order']>().toEqualTypeOf<number>();
	const whole = stories({ id: ({ uuid }) => uuid });
	expectTypeOf<z.infer<typeof whole.schema>>().toEqualTypeOf<Story>();
});
