import type { ManagementClient } from 'astro-slugline/management';
import { expect, it } from 'vitest';
import { checkWebhooks } from '../../packages/astro-slugline/src/cli/checks/webhooks.js';

const actions = ['story.published', 'story.unpublished', 'story.deleted', 'story.moved'];
const webhook = {
	id: 1,
	name: 'Build',
	activated: true,
	actions,
	endpoint: 'http://localhost:8787',
	secret: 'x',
};
const management = { webhooks: { list: async () => [webhook] } } as unknown as ManagementClient;

it('finds a webhook that calls this machine, unless the API is on it, too', async () => {
	const whatOf = async (baseUrl?: string) =>
		(await checkWebhooks(management, 1, undefined, baseUrl)).map(({ state, what }) => `${state}: ${what}`);
	expect(await whatOf()).toEqual(['wrong: Webhook 1 "Build" calls localhost, which the API cannot reach.']);
	expect(await whatOf('http://127.0.0.1:4000')).toEqual([
		'good: Webhook 1 "Build" sends signed calls about changed stories.',
	]);
});
