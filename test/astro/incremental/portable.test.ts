import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createPortable } from '../../../packages/astro-slugline/src/astro/incremental/code/portable.js';

it('names the modules of a monorepo the same in any order, and in any folder', () => {
	const monorepo = () => {
		const folder = mkdtempSync(join(tmpdir(), 'slugline-monorepo-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const aPackage = (path: string, text: string) => {
			mkdirSync(join(folder, path), { recursive: true });
			writeFileSync(join(folder, path, 'package.json'), text);
		};
		aPackage('', '{ "name": "repo" }');
		aPackage('packages/ui', '{ "name": "ui" }');
		aPackage('packages/ui/icons', '{ "name": "icons" }');
		aPackage('packages/ui/esm', '{ "type": "module" }');
		return folder;
	};
	const paths = {
		'apps/site/src/a.js': '~/src/a.js',
		'apps/site/node_modules/near/index.js': '~/node_modules/near/index.js',
		'node_modules/left/index.js': '~modules/node_modules/left/index.js',
		'packages/ui/index.js': '~ui/index.js',
		'packages/ui/esm/index.js': '~ui/esm/index.js',
		'packages/ui/icons/index.js': '~icons/index.js',
		'shared.js': '~repo/shared.js',
	};
	const folders = [monorepo(), monorepo()];
	fc.assert(
		fc.property(
			fc.constantFrom(...folders),
			fc.shuffledSubarray(Object.keys(paths), { minLength: 7 }),
			(folder, order) => {
				const ids = order.map((path) => join(folder, path));
				const portable = createPortable(join(folder, 'apps/site'), ids);
				for (const [path, name] of Object.entries(paths)) {
					expect(portable.name(join(folder, path))).toBe(name);
					expect(portable.text(`load('${join(folder, path)}')`)).toBe(`load('${name}')`);
				}
			},
		),
		{ seed: 1, numRuns: 100 },
	);
});
