import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderCycles, importsPastIndex } from '../support/folders.js';
import { importsOf, type SourceFile, sourceFiles } from '../support/imports.js';
import { forbiddenImports, reachedFrom, rooms } from '../support/rooms.js';
import { home, manifest, root } from './package.js';

const subPaths = Object.keys(manifest.exports);
let src: SourceFile[];
let outside: SourceFile[];

beforeAll(async () => {
	src = [
		...(await sourceFiles(root, `${home}/src`)),
		...(await sourceFiles(root, 'packages/astro-keep/src')),
		...(await sourceFiles(root, 'packages/create-slugline/src')),
	];
	const folders = [`${home}/routes`, `${home}/components`, 'playground', 'test'];
	outside = (await Promise.all(folders.map((folder) => sourceFiles(root, folder)))).flat();
});

describe('the rooms', () => {
	it('import only what the layout allows', () => {
		expect(src.length).toBeGreaterThan(20);
		expect(forbiddenImports(src, subPaths)).toEqual([]);
	});

	it('are imported by routes, the playground, and tests through public sub-paths only', () => {
		expect(outside.length).toBeGreaterThan(10);
		expect(forbiddenImports(outside, subPaths)).toEqual([]);
	});

	it('are imported through their index.ts only', () => {
		expect(importsPastIndex(src)).toEqual([]);
	});

	it('have no cycle among their folders', () => {
		expect(folderCycles(src)).toEqual([]);
	});

	it('have only two files at the top of astro/', () => {
		const loose = src.filter(({ path }) => /\/src\/astro\/[^/]+$/.test(path)).map(({ path }) => path);
		expect(loose).toHaveLength(2);
	});

	it('have no folder with more than 15 files of its own', () => {
		const folders = Map.groupBy(src, ({ path }) => path.slice(0, path.lastIndexOf('/')));
		const full = [...folders].filter(([, files]) => files.length > 15).map(([folder]) => folder);
		expect(full).toEqual([]);
	});

	it('use declared packages only', async () => {
		const dependenciesOf = async (name: string): Promise<object> =>
			JSON.parse(await readFile(resolve(root, `packages/${name}/package.json`), 'utf8')).dependencies;
		const declared = {
			...manifest.dependencies,
			...manifest.peerDependencies,
			...(await dependenciesOf('astro-keep')),
			...(await dependenciesOf('create-slugline')),
		};
		const used = Object.values(rooms).flatMap(({ packages }) =>
			packages.split(' ').filter((name) => name && !name.includes(':')),
		);
		for (const name of used) expect(Object.keys(declared)).toContain(name);
	});

	it('keep the management client out of pages', () => {
		for (const entry of [
			'client/index.ts',
			'astro/page/public/paths.ts',
			'astro/page/rendering/index.ts',
			'astro/loaders/index.ts',
			'routing/index.ts',
		]) {
			const reached = reachedFrom(src, `${home}/src/${entry}`);
			expect(reached.size).toBeGreaterThan(1);
			expect(reached).not.toContain(`${home}/src/client/management.ts`);
		}
	});
});

describe('the import rules', () => {
	const seen = (path: string, text: string) => forbiddenImports([{ path, text }], ['.', './client']).join();
	const inner = `import '../../packages/astro-slugline/src/client/http/send.js';`;

	it.each([
		['src/wire/a.ts', "import { x } from '../client/index.js';", 'wire may not import client (static)'],
		['src/client/a.ts', "import { readFile } from 'node:fs';", 'client may not import node: here'],
		['src/client/a.ts', "type X = import('astro').AstroConfig;", 'client may not import astro (type)'],
		['src/astro/page/paths/a.ts', "import { readFile } from 'node:fs';", 'pages may not import node:'],
		['src/astro/page/paths/a.ts', "import { x } from '../../../sync/index.js';", 'pages may not import sync'],
		[
			'src/astro/page/paths/a.ts',
			"import { x } from '../../../types/index.js';",
			'pages may not import types',
		],
		['src/astro/page/data/a.ts', "import { x } from '../../../shared/node/hash.js';", 'what needs node:'],
		['src/cli/a.ts', "const y = require('left-pad');", 'cli may not import left-pad (static)'],
		['src/cli/a.ts', "import x from '../../../../test/support/site.js';", 'it is outside of src'],
		['src/other/a.ts', "import './b.js';", "'other' is not a room"],
		['routes/a.astro', "---\nimport '../src/astro/index.js';\n---", 'rooms are imported by the sub-paths'],
		['../../test/sync/a.test.ts', inner, 'rooms are imported by the sub-paths'],
		['../../playground/blog/a.astro', "---\nimport x from 'astro-slugline/secret';\n---", 'no such sub-path'],
		['../../playground/blog/a.astro', `<p/><script>${inner}</script>`, 'rooms are imported by the sub-paths'],
		['../../playground/blog/a.astro', "---\nimport x from '../other/a.js';\n---", 'a site stands alone'],
		[
			'src/astro/a.ts',
			"import type { Space } from '../space/index.js'; await import('../space/index.js');",
			'',
		],
		['src/rebuild/targets/a.ts', "import { spawn } from 'node:child_process';", ''],
		['src/wire/a.ts', "// import { x } from '../client/index.js'\nconst text = \"import 'node:fs'\";", ''],
		['../../test/client/a.test.ts', inner, ''],
		[
			'../../playground/blog/a.astro',
			"---\nimport 'astro-slugline/client';\nimport y from './lib/y';\n---",
			'',
		],
	])('see in %s: %s', (path, text, reason) => {
		const found = seen(new URL(path, `file:///${home}/`).pathname.slice(1), text);
		expect(found).toContain(reason);
		if (reason === '') expect(found).toBe('');
	});

	it('see every kind of import, and follow those that run', () => {
		const text =
			"import a from './a.js'; import './b.js'; export * from './c.js'; import type { D } from './d.js'; export type { E } from './e.js';" +
			"import { type F } from './f.js'; const g = () => import('./g.js'); type H = import('./h.js').H; require('./i.js');";
		const kinds = importsOf({ path: 'x.ts', text }).map(({ specifier, kind }) => `${specifier[2]} ${kind}`);
		expect(kinds.join()).toBe('a static,b static,c static,d type,e type,f static,g dynamic,h type,i static');
		const files = [
			{ path: 'x.ts', text },
			...[...'abcdefghi'].map((name) => ({ path: `${name}.ts`, text: '' })),
		];
		expect([...reachedFrom(files, 'x.ts')].join()).toBe('x.ts,a.ts,b.ts,c.ts,f.ts,i.ts');
	});
});

describe('the layout rules', () => {
	const file = (path: string, text: string) => ({ path: `${home}/src/${path}`, text });

	it('forbid an import past an index.ts', () => {
		const planted = [
			file('astro/loaders/a.ts', "import type { x } from '../session/types/open-types.js';"),
			file(
				'sync/a.ts',
				"import '../routing/index.js'; import './state/format.js'; import '../shared/once.js';",
			),
		];
		expect(importsPastIndex(planted)).toEqual([
			'astro/loaders/a.ts imports astro/session/types/open-types.ts, past astro/session/index.ts',
		]);
	});

	it('forbid a cycle of two folders, and of three', () => {
		const one = file('rebuild/disk/a.ts', "import '../work/b.js';");
		const other = file('rebuild/work/b.ts', "const x = () => import('../disk/c.js');");
		expect(folderCycles([one, other])).toEqual(['rebuild/disk ↔ rebuild/work']);
		const three = ['a', 'b', 'c'].map((name, at) =>
			file(`astro/${name}/x.ts`, `import '../${['b', 'c', 'a'][at]}/x.js';`),
		);
		expect(folderCycles(three)).toEqual(['astro/a ↔ astro/b ↔ astro/c']);
	});

	it('allow two folders to share a loose file of their room', () => {
		const files = [
			file('rebuild/index.ts', "import './call/a.js';"),
			file('rebuild/call/a.ts', "import '../clock.js';"),
			file('rebuild/clock.ts', ''),
		];
		expect(folderCycles(files)).toEqual([]);
	});
});
