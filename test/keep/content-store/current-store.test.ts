import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'devalue';
import { expect, it } from 'vitest';
import { currentStore } from '../../../packages/astro-keep/src/content-store/read/current-store.js';
import { createTestFolder } from '../../support/test-folder.js';

it('gives what is in the file at each read', async () => {
	const { path: folder } = await createTestFolder();
	const file = join(folder, 'data-store.json');
	const write = async (title: string) => {
		await writeFile(`${file}.tmp`, stringify(new Map([['docs', new Map([['a', { data: { title } }]])]])));
		await rename(`${file}.tmp`, file);
	};
	const store = currentStore(file, folder);
	// Astro tells its formats apart by this.
	expect(store).toBeInstanceOf(Map);
	expect([...store]).toEqual([]);
	await write('One');
	expect(store.get('docs')).toEqual(new Map([['a', { data: { title: 'One' } }]]));
	expect(store.get('docs')).toBe(store.get('docs'));
	await write('Two');
	expect(store.get('docs')).toEqual(new Map([['a', { data: { title: 'Two' } }]]));
	expect([store.has('docs'), store.size, [...store.keys()]]).toEqual([true, 1, ['docs']]);
});
