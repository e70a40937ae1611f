import { expect, it } from 'vitest';
import { createRefresh } from '../../packages/astro-slugline/src/astro/dev/index.js';

/** How the package loads content, with this function in place of Astro's. */
const refreshBy = (
	refreshContent: () => Promise<void>,
	begun: () => number,
	ended = new AbortController().signal,
) => {
	const server = { middlewares: { use: () => {} }, environments: {} };
	const setup = { server, logger: {}, refreshContent };
	return createRefresh(setup as unknown as Parameters<typeof createRefresh>[0], { begun }, ended);
};

it('stops to load content when a changed config has started another server', async () => {
	const ended = new AbortController();
	let calls = 0;
	// Loads content by the connection of the other server.
	const load = async () => {
		calls += 1;
		if (calls === 2) ended.abort();
	};
	await refreshBy(load, () => 0, ended.signal)();
	expect(calls).toBe(2);
});

it('loads content once for all that asked while it was being loaded', async () => {
	const gates: (() => void)[] = [];
	const load = () => new Promise<void>((resolve) => gates.push(resolve));
	const refresh = refreshBy(load, () => gates.length);
	const first = refresh();
	await expect.poll(() => gates.length).toBe(1);
	const later = Promise.all([refresh(), refresh(), refresh()]);
	gates[0]?.();
	await first;
	await expect.poll(() => gates.length).toBe(2);
	gates[1]?.();
	await later;
	expect(gates.length).toBe(2);
});
