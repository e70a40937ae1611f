import { symlink } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { readSiteModules } from '../../../packages/astro-keep/src/content-config/site-modules.js';
import { createTestFolder, type TestFolder } from '../../support/test-folder.js';

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
let root: URL;
let write: TestFolder['write'];

/** The files behind a content config with this code. */
async function behind(code: string): Promise<string[]> {
	await write({ 'src/content.config.ts': code });
	const found = readSiteModules({ root, srcDir: new URL('src/', root) }).behind(
		join(folder, 'src/content.config.ts'),
	);
	return found
		.map((path) => relative(folder, path).replaceAll(sep, '/'))
		.filter((path) => path !== 'src/content.config.ts');
}

beforeEach(async () => {
	// The name has characters that mean something in a pattern.
	({ path: folder, url: root, write } = await createTestFolder(files, 'site (1) [x] {y} '));
});

const flat = ['src/lib/text.ts', 'src/schemas/post.ts'];

it.each<[code: string, files: string[]]>([
	[`import.meta.glob('./schemas/*.ts', { eager: true })`, flat],
	[`import.meta.glob('/src/schemas/*.ts')`, flat],
	[`import.meta.glob('@/schemas/*.ts')`, flat],
	[`import.meta.glob('./*.ts', { base: './schemas' })`, flat],
	[`import.meta.glob('../schemas/p*.ts', { base: '/src/lib' })`, flat],
	[`import.meta.glob('./schemas/post.ts')`, flat],
	[`import.meta.glob<Record<string, () => Schema>>(\`@/schemas/*.ts\`); f('./lib/unused.ts')`, flat],
	[
		`import.meta.glob(\n\t// it's only these (for now), \n\t['./schemas/*.ts', /* 'not' */ '../other/{schema,more}.ts'],\n)`,
		['other/schema.ts', ...flat],
	],
	[
		`import.meta.glob('./lib/text.ts'); import.meta.glob('../other/schema.ts')`,
		['other/schema.ts', 'src/lib/text.ts'],
	],
	['import(name); glob("./schemas/*")', []],
	// biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
	['import(`./schemas/deep/${name}.ts`)', ['src/schemas/deep/page.ts']],
	[`import(/* of all */ './schemas/post')`, flat],
	[
		`import.meta.glob(['./schemas/**', '!./schemas/*.json'])`,
		['src/lib/text.ts', 'src/schemas/colors.json', 'src/schemas/deep/page.ts', 'src/schemas/post.ts'],
	],
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
			'src/schemas/colors.json',
			'src/schemas/deep/page.ts',
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
	expect(await behind(`import.meta.glob('./schemas/**/schema.ts')`)).toContain(
		'src/schemas/linked/schema.ts',
	);
});
