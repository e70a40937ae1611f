import { expect, it } from 'vitest';
import { createRefresh } from '../../packages/astro-slugline/src/astro/dev/index.js';

it('stops to load content when a changed config has started another server', async () => {
	const ended = new AbortController();
	let calls = 0;
	const setup = {
		server: { middlewares: { use: () => {} }, environments: {} },
		logger: {},
		// Loads content by the connection of the other server.
		async refreshContent() {
			calls += 1;
			if (calls === 2) ended.abort();
		},
	};
	const refresh = createRefresh(
		setup as unknown as Parameters<typeof createRefresh>[0],
		{ begun: () => 0 },
		ended.signal,
	);
	await refresh();
	expect(calls).toBe(2);
});
