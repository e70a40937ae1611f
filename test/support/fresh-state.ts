// Unit tests run one file after the other in processes that stay loaded. Each file gets the package's modules anew, and
// leaves no server, no mock, and no build channel to the next one.
import { afterAll, vi } from 'vitest';
import { endAll } from './ends.js';

afterAll(async () => {
	await endAll();
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
	vi.unstubAllEnvs();
	const channel = Reflect.get(globalThis, Symbol.for('astro-keep:build')) ?? {};
	for (const name of Object.keys(channel)) if (name !== 'protocol') delete channel[name];
	vi.resetModules();
});
