import { expect, it } from 'vitest';
import { createSharedRead } from '../../../packages/astro-slugline/src/astro/preview-server/shared-read.js';

/** Reads that end when the test says so. */
function reads() {
	const under: PromiseWithResolvers<number>[] = [];
	const read = createSharedRead(() => {
		const one = Promise.withResolvers<number>();
		under.push(one);
		return one.promise;
	});
	return { read, under };
}

it('shares a read among requests, and its value while it is young', async () => {
	const { read, under } = reads();
	const both = Promise.all([read(60_000), read(60_000)]);
	under[0]?.resolve(1);
	expect(await both).toEqual([1, 1]);
	expect(await read(60_000)).toBe(1);
	expect(under).toHaveLength(1);
});

it('begins another read for requests about a change, once for all that wait', async () => {
	const { read, under } = reads();
	const first = read(0);
	const [second, third] = [read(0), read(0)];
	expect(under).toHaveLength(1);
	under[0]?.resolve(1);
	expect(await first).toBe(1);
	await expect.poll(() => under.length).toBe(2);
	under[1]?.resolve(2);
	expect(await Promise.all([second, third])).toEqual([2, 2]);
});

it('asks again after a failure, and keeps the last value meanwhile', async () => {
	const { read, under } = reads();
	const failed = read(60_000);
	under[0]?.reject(new Error('down'));
	await expect(failed).rejects.toThrow('down');
	const again = read(60_000);
	under[1]?.resolve(2);
	expect(await again).toBe(2);
	const refreshed = read(0);
	under[2]?.reject(new Error('down again'));
	await expect(refreshed).rejects.toThrow('down again');
	expect(await read(60_000)).toBe(2);
});
