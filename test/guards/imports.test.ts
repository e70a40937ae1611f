import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderCycles, importsPastIndex, roomOf } from '../support/folders.js';
import { importsOf, type SourceFile, sourceFiles } from '../support/imports.js';
import { forbiddenImports, reachedFrom, rooms } from '../support/rooms.js';

const root = resolve(import.meta.dirname, '../..');
const home = 'packages/astro-slugline';

interface Manifest {
	exports: Record<string, unknown>;
	dependencies: Record<string, string>;
	peerDependencies: Record<string, string>;
}

let manifest: Manifest;
let subPaths: string[];
let src: SourceFile[];
let outside: SourceFile[];

beforeAll(async () => {
	manifest = JSON.parse(await readFile(resolve(root, home, 'package.json'), 'utf8'));
	subPaths = Object.keys(manifest.exports);
	src = await sourceFiles(root, `${home}/src`);
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

	it('use declared packages only', () => {
		const declared = { ...manifest.dependencies, ...manifest.peerDependencies };
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
	const seen = (path: string, text: string) => forbiddenImports([{ path, text }], ['.', './client']);
	const room = (path: string, text: string) => seen(`${home}/src/${path}`, text);

	it.each([
		['wire/a.ts', "import { x } from '../client/index.js';", 'wire may not import client (static)'],
		['client/a.ts', "import { readFile } from 'node:fs';", 'client may not import node: here'],
		['client/a.ts', "export { x } from '../space/index.js';", 'client may not import space (static)'],
		['client/a.ts', "type X = import('astro').AstroConfig;", 'client may not import astro (type)'],
		['routing/a.ts', "import { z } from 'zod';", 'routing may not import zod (static)'],
		[
			'sync/a.ts',
			"import { createDeliveryClient } from '../client/index.js';",
			'sync may not import client (static)',
		],
		['rebuild/a.ts', "import { open } from 'node:fs/promises';", 'rebuild may not import node: here'],
		['astro/a.ts', "import { createSpace } from '../space/index.js';", 'astro may not import space (static)'],
		['astro/a.ts', "import { createServer } from 'vite';", 'astro may not import vite (static)'],
		['astro/page/paths/a.ts', "import { readFile } from 'node:fs';", 'pages may not import node:'],
		['astro/page/paths/a.ts', "import { x } from '../../../sync/index.js';", 'pages may not import sync'],
		['astro/page/paths/a.ts', "import { x } from '../../session/index.js';", 'pages may not import astro'],
		['astro/page/data/a.ts', "import { hashOf } from '../../../shared/node/hash.js';", 'what needs node:'],
		['cli/a.ts', "import x = require('left-pad');", 'cli may not import left-pad (static)'],
		['cli/a.ts', "const y = require('left-pad');", 'cli may not import left-pad (static)'],
		['cli/a.ts', "import x from '../../../../test/support/site.js';", 'it is outside of src'],
		['other/a.ts', "import './b.js';", "'other' is not a room"],
	])('forbid in %s: %s', (path, text, reason) => {
		expect(room(path, text).join()).toContain(reason);
	});

	it.each([
		['astro/a.ts', "import type { Space } from '../space/index.js'; await import('../space/index.js');"],
		['astro/a.ts', "import page from 'virtual:astro-slugline/page'; import { z } from 'zod';"],
		['sync/a.ts', "import type { DeliveryClient } from '../client/index.js';"],
		['rebuild/targets/a.ts', "import { spawn } from 'node:child_process';"],
		['client/deep/a.ts', "import { x } from '../errors.js'; import { y } from '../../wire/index.js';"],
		['wire/a.ts', "// import { x } from '../client/index.js'\nconst text = \"import 'node:fs'\";"],
	])('allow in %s: %s', (path, text) => {
		expect(room(path, text)).toEqual([]);
	});

	it('apply to Astro files and to files outside of src', () => {
		const page = (text: string) => seen('playground/blog/src/pages/a.astro', text);
		expect(page("---\nimport x from 'astro-slugline/secret';\n---\n<p/>").join()).toContain(
			'no such sub-path',
		);
		expect(
			page("<p/><script>import '../../../../packages/astro-slugline/src/client/index.js';</script>"),
		).toHaveLength(1);
		expect(page("---\nimport x from '../../../other/a.js';\n---").join()).toContain('a site stands alone');
		expect(page("---\nimport { x } from 'astro-slugline/client';\nimport y from '../lib/y';\n---")).toEqual(
			[],
		);
		expect(
			seen('test/e2e/a.test.ts', "import '../../packages/astro-slugline/src/client/http/send.js';"),
		).toHaveLength(1);
		expect(
			seen('test/sync/a.test.ts', "import '../../packages/astro-slugline/src/client/http/send.js';"),
		).toHaveLength(1);
		expect(
			seen('test/client/a.test.ts', "import '../../packages/astro-slugline/src/client/http/send.js';"),
		).toEqual([]);
		expect(seen(`${home}/routes/a.astro`, "---\nimport '../src/astro/index.js';\n---")).toHaveLength(1);
	});

	it('do not follow import()', () => {
		const files = [
			{ path: 'a.ts', text: "import './b.js'; await import('./c.js'); import type { D } from './d.js';" },
			{ path: 'b.ts', text: "export { x } from './e.js';" },
			...['c', 'd', 'e'].map((name) => ({ path: `${name}.ts`, text: '' })),
		];
		expect([...reachedFrom(files, 'a.ts')]).toEqual(['a.ts', 'b.ts', 'e.ts']);
	});

	it('see every kind of import', () => {
		const text =
			"import a from 'a'; import 'b'; export * from 'c'; import type { D } from 'd'; export type { E } from 'e';" +
			"import { type F } from 'f'; const g = () => import('g'); type H = import('h').H; require('i');";
		expect(importsOf({ path: 'x.ts', text }).map(({ specifier, kind }) => `${specifier} ${kind}`)).toEqual([
			'a static',
			'b static',
			'c static',
			'd type',
			'e type',
			'f static',
			'g dynamic',
			'h type',
			'i static',
		]);
	});
});

describe('the layout rules', () => {
	const file = (path: string, text: string) => ({ path: `${home}/src/${path}`, text });

	it('forbid an import past an index.ts', () => {
		const planted = file('astro/loaders/a.ts', "import type { x } from '../session/types/open-types.js';");
		expect(importsPastIndex([planted])).toEqual([
			'astro/loaders/a.ts imports astro/session/types/open-types.ts, past astro/session/index.ts',
		]);
		expect(
			importsPastIndex([
				file(
					'sync/a.ts',
					"import '../routing/index.js'; import './state/format.js'; import '../shared/once.js';",
				),
			]),
		).toEqual([]);
	});

	it('forbid a cycle of two folders, and of three', () => {
		const [one, other] = [
			file('rebuild/disk/a.ts', "import '../work/b.js';"),
			file('rebuild/work/b.ts', "const x = () => import('../disk/c.js');"),
		];
		expect(folderCycles([one, other])).toEqual(['rebuild/disk ↔ rebuild/work']);
		expect(folderCycles([one])).toEqual([]);
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

	it('assign each file to its room', () => {
		expect(roomOf('sync/state/format.ts')).toBe('sync');
		expect(roomOf('astro/integration.ts')).toBe('astro');
		expect(roomOf('astro/loaders/guard.ts')).toBe('astro/loaders');
		expect(roomOf('astro/page/paths/find.ts')).toBe('astro/page/paths');
	});
});
