import type { AstroIntegrationLogger } from 'astro';
import { expect, it } from 'vitest';
import { runHooks } from '../../packages/astro-keep/src/output/run-hooks.js';

it('names the integration whose hook fails, and what the next build does', async () => {
	const cause = new Error('The CDN is down.');
	const integrations = [{ name: 'purge', hooks: { 'astro:build:done': () => Promise.reject(cause) } }];
	const logger = { fork: () => logger } as unknown as AstroIntegrationLogger;
	const hookOf = (hooks: object) => Reflect.get(hooks, 'astro:build:done');
	await expect(runHooks({ integrations }, logger, hookOf, () => ({}))).rejects.toMatchObject({
		message: 'A hook of the integration `purge` failed: The CDN is down.',
		hint: expect.stringContaining('The next build tells the integration'),
		cause,
	});
});
