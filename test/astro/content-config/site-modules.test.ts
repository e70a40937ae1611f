import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { readSiteModules } from '../../../packages/astro-slugline/src/astro/content-config/site-modules.js';

const files = {
	'tsconfig.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
	'src/schemas/post.ts': `import { text } from '../lib/text';`,
	'src/schemas/deep/page.ts': '',
	'src/schemas/.old/post.ts': '',
	'src/schemas/node_modules/other/index.ts': '',
	'src/schemas/colors.json': '[]',
	'src/lib/text.ts': '',
	'src/lib/unused.ts': '',
	'other/schema.ts': '',
};

let folder: string;

async function write(texts: Record<string, string>): Promise<void> {
	for (const [name, text] of Object.entries(texts)) {
		await mkdir(dirname(join(folder, name)), { recursive: true });
		await writeFile(join(folder, name), text);
	}
}

/** The files behind a content config with this code. */
async function behind(code: string): Promise<string[]> {
	await write({ 'src/content.config.ts': code });
	const root = pathToFileURL(`${folder}/`);
	const found = readSiteModules({ root, srcDir: new URL('src/', root) }).behind(
		join(folder, 'src/content.config.ts'),
	);
	return found
		.map((path) => relative(folder, path).replaceAll(sep, '/'))
		.filter((path) => path !== 'src/content.config.ts');
}

beforeEach(async () => {
	// The name has characters that mean something in a pattern.
	folder = await realpath(await mkdtemp(join(tmpdir(), 'site (1) [x] {y} ')));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	await write(files);
});

const flat = ['src/lib/text.ts', 'src/schemas/post.ts'];

it.each<[code: string, files: string[]]>([
	[`import.meta.glob('./schemas/*.ts', { eager: true })`, flat],
	[`import.meta.glob('/src/schemas/*.ts')`, flat],
	[`import.meta.glob('@/schemas/*.ts')`, flat],
	[`import.meta.glob('./*.ts', { base: './schemas' })`, flat],
	[`import.meta.glob('../schemas/p*.ts', { base: '/src/lib' })`, flat],
	[`import.meta.glob('./schemas/post.ts')`, flat],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
	['import(`./schemas/deep/${name}.ts`)', ['src/schemas/deep/page.ts']],
	[`import(/* of all */ './schemas/post')`, flat],
	[
		`import.meta.glob(['./schemas/**', '!./schemas/*.json'])`,
		['src/lib/text.ts', 'src/schemas/colors.json', 'src/schemas/deep/page.ts', 'src/schemas/post.ts'],
	],
	[`import.meta.glob('../other/{schema,more}.ts')`, ['other/schema.ts']],
	[`import.meta.glob('/**/schema.ts')`, ['other/schema.ts']],
	[`import.meta.glob('./none/*.ts')`, []],
	// Of modules that are not installed, too: types are all that code can import of them.
	...[
		`import type { Root } from 'mdast';`,
		`import type * as tree from 'mdast';`,
		`export type {\n\tRoot,\n} from '@/schemas/post';`,
	].map((code): [string, string[]] => [code, []]),
	[`import type from './schemas/post';`, flat],
	// Functions of this name import nothing.
	[`Buffer.from('posts'); const posts = from('posts');`, []],
	[`export { text } from'./schemas/post'; require( './schemas/post')`, flat],
	[`import { type Root, text } from './schemas/post';`, flat],
	// A plugin may resolve it.
	[
		`import.meta.glob('#schemas/*.ts')`,
		[
			'src/lib/text.ts',
			'src/lib/unused.ts',
			'src/schemas/.old/post.ts',
			'src/schemas/colors.json',
			'src/schemas/deep/page.ts',
			'src/schemas/node_modules/other/index.ts',
			'src/schemas/post.ts',
		],
	],
])('finds what is behind %s', async (code, expected) => {
	expect(await behind(code)).toEqual(expected);
});

it('takes an import of a package of which only the types are installed for one of types', async () => {
	await write({ 'node_modules/@types/mdast/index.d.ts': '' });
	expect(await behind(`import { Root } from 'mdast';`)).toEqual([]);
});

it('follows links to folders, and not in circles', async () => {
	await symlink(join(folder, 'other'), join(folder, 'src/schemas/linked'), 'dir');
	await symlink(join(folder, 'src/schemas'), join(folder, 'src/schemas/deep/again'), 'dir');
	expect(await behind(`import.meta.glob('./schemas/**/schema.ts')`)).toEqual([
		'src/schemas/linked/schema.ts',
	]);
});
