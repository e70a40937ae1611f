import { afterEach, expect, it, vi } from 'vitest';
import { buildChannel } from '../../packages/astro-keep/src/tracking/index.js';

const place = Symbol.for('astro-keep:build');
const shared = buildChannel();

afterEach(() => {
	Reflect.set(globalThis, place, shared);
});

it('is one object for all copies of the package', async () => {
	vi.resetModules();
	const other = await import('../../packages/astro-keep/src/tracking/index.js');
	expect(other.buildChannel).not.toBe(buildChannel);
	expect(other.buildChannel()).toBe(buildChannel());
	expect(buildChannel().hasOthers).toBeUndefined();
});

it('is not shared with a copy that speaks another version, and says that there is one', () => {
	const newer = { protocol: 99, reads: { record: () => expect.unreachable() } };
	Reflect.set(globalThis, place, newer);
	expect(buildChannel()).not.toBe(newer);
	expect(buildChannel().reads).toBeUndefined();
	expect(newer).toMatchObject({ protocol: 99, hasOthers: true });
});
