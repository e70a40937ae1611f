import { expect, it } from 'vitest';
import { createSnapshots } from '../../../packages/astro-slugline/src/astro/server/space/snapshots.js';

/** Snapshots of a service that counts what it is asked, and fails while `isDown`. */
function open() {
	const service = { cv: 1, isDown: false, probes: 0, reads: 0, old: 0 };
	const answer = async <Value>(value: () => Value) => {
		await null;
		if (service.isDown) throw new Error('down');
		return value();
	};
	const snapshots = createSnapshots(
		() => {
			service.probes += 1;
			return answer(() => service.cv);
		},
		() => {
			service.old += 1;
		},
	);
	const read = () =>
		snapshots.read('story', (cv) => {
			service.reads += 1;
			return answer(() => `content of ${cv}`);
		});
	return { service, snapshots, read };
}

it('asks once for all that ask at the same time, and again when the snapshot moves', async () => {
	const { service, snapshots, read } = open();
	expect(new Set(await Promise.all(Array.from({ length: 500 }, read)))).toEqual(new Set(['content of 1']));
	snapshots.end();
	await read();
	expect([service.probes, service.reads]).toEqual([2, 1]);
	service.cv = 2;
	snapshots.end();
	expect(await read()).toBe('content of 2');
	expect([service.probes, service.reads]).toEqual([3, 2]);
});

it('gives all readers the older answer while the service fails, and tells each of them', async () => {
	const { service, snapshots, read } = open();
	await read();
	service.isDown = true;
	snapshots.end();
	expect(new Set(await Promise.all(Array.from({ length: 20 }, read)))).toEqual(new Set(['content of 1']));
	expect(service.old).toBe(20);
	const cold = open();
	cold.service.isDown = true;
	await expect(cold.read()).rejects.toThrow('down');
	cold.service.isDown = false;
	cold.snapshots.end();
	expect(await cold.read()).toBe('content of 1');
});

it('lets nobody wait twice for a service that hangs, though the purge is followed meanwhile', async () => {
	const asked: PromiseWithResolvers<number>[] = [];
	const { read, renew, end } = createSnapshots(
		() => {
			const next = Promise.withResolvers<number>();
			asked.push(next);
			return next.promise;
		},
		() => {},
	);
	const get = () => read('story', async (cv) => `content of ${cv}`);
	const first = get();
	asked[0]?.resolve(1);
	await first;
	end();
	const waiting = get();
	const followed = renew();
	asked[1]?.reject(new Error('hangs'));
	expect(await waiting).toBe('content of 1');
	expect(await get()).toBe('content of 1');
	asked[2]?.reject(new Error('hangs'));
	await expect(followed).rejects.toThrow('hangs');
	const later = renew();
	expect(await get()).toBe('content of 1');
	asked[3]?.resolve(2);
	await later;
	expect(await get()).toBe('content of 2');
	expect(asked).toHaveLength(4);
});
