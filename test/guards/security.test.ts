import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

it('each boundary in SECURITY.md names tests, and all of them exist', async () => {
	const text = await readFile(resolve(root, 'SECURITY.md'), 'utf8');
	const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| not trusted'));
	expect(rows.length).toBeGreaterThan(9);
	for (const row of rows) expect(row, 'a boundary without a test').toMatch(/`test\/[^`]+`/);
	const named = [...text.matchAll(/`(test\/[^`]+)`/g)].map(([, path = '']) => path);
	expect(named.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
});
