import { readFile, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import {
	readSealed,
	seal,
	unseal,
	writeSealed,
} from '../../packages/astro-keep/src/shared/node/sealed-file.js';
import { createTestFolder } from '../support/test-folder.js';

let file: URL;
beforeEach(async () => {
	file = new URL('deep/harbor.json', (await createTestFolder()).url);
});

const content = fc.uint8Array({ maxLength: 40 });

it('reads what was written, and nothing where nothing was', async () => {
	expect(readSealed(file)).toBeUndefined();
	for (const text of ['', '{"pier":"äöü"}']) {
		await writeSealed(file, text);
		expect(String(readSealed(file))).toBe(text);
	}
});

it('takes damage to any byte as a missing file', () => {
	fc.assert(
		fc.property(content, fc.nat(), fc.integer({ min: 1, max: 255 }), (bytes, at, bits) => {
			const sealed = seal(bytes);
			expect(unseal(sealed)).toEqual(Buffer.from(bytes));
			const place = at % sealed.length;
			const changed = Buffer.from(sealed);
			changed[place] = (sealed[place] ?? 0) ^ bits;
			for (const damaged of [changed, sealed.subarray(0, place), Buffer.alloc(sealed.length)])
				expect(unseal(damaged)).toBeUndefined();
		}),
		{ seed: 45 },
	);
});

it('does not read a file that was written without a seal', async () => {
	await writeSealed(file, '{}');
	await writeFile(file, '{}');
	expect(readSealed(file)).toBeUndefined();
	await writeFile(file, `${await readFile(file, 'utf8')} and more than a seal`);
	expect(readSealed(file)).toBeUndefined();
});
