import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { statOf } from '../../packages/astro-keep/src/shared/node/stat-of.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const src = join(root, 'packages/astro-slugline/src');

it('finds nothing below a file, and nothing at a path that does not exist', () => {
	expect(statOf(join(root, 'package.json'))?.isFile()).toBe(true);
	expect(statOf(join(root, 'package.json/index.js'))).toBeUndefined();
	expect(statOf(join(root, 'no-such-file'))).toBeUndefined();
});

it('is what all code uses, because statSync() of Node 22.12 throws below a file', () => {
	const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) =>
		path.endsWith('.ts'),
	);
	const found = files.filter((path) =>
		/\bstatSync\(.*throwIfNoEntry/.test(readFileSync(join(src, path), 'utf8')),
	);
	expect(found).toEqual([]);
});
