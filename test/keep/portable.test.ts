import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createPortable } from '../../packages/astro-keep/src/code/portable.js';
import { createTestFolder } from '../support/test-folder.js';

it('names the modules of a monorepo the same in any order, and in any folder', async () => {
	const files = {
		'package.json': '{ "name": "repo" }',
		'packages/ui/package.json': '{ "name": "ui" }',
		'packages/ui/icons/package.json': '{ "name": "icons" }',
		'packages/ui/esm/package.json': '{ "type": "module" }',
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
	const folders = [(await createTestFolder(files)).path, (await createTestFolder(files)).path];
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
