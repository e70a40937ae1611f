import {
	newWebhookEndpointSchema,
	triggers,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from 'astro-slugline/wire';
import { expect, it } from 'vitest';

const endpoint = {
	id: 1,
	name: 'Rebuild',
	description: 'Builds the site',
	endpoint: 'https://example.org/hook',
	space_id: 2,
	secret: 'sssh',
	actions: ['story.published', 'story.deleted'],
	activated: true,
	deleted_at: '2024-05-01 10:00',
	created_at: '2024-05-01T10:00:00+0000',
	updated_at: '2024-05-01T10:00:00+0000',
};

it('has the fifteen triggers', () => {
	expect(triggers).toHaveLength(15);
});

it('parses a webhook endpoint as documented, unknown triggers included', () => {
	expect(webhookEndpointAnswerSchema.parse({ webhook_endpoint: endpoint })).toEqual({
		webhook_endpoint: endpoint,
	});
	const { description, secret, deleted_at, created_at, updated_at, ...least } = endpoint;
	expect([description, secret, deleted_at, created_at, updated_at]).not.toContain(undefined);
	const read = webhookEndpointSchema.parse({ ...least, actions: ['experiment.started'], extra: 1 });
	expect(read).toEqual({
		...least,
		actions: ['experiment.started'],
		extra: 1,
		description: null,
		secret: null,
		deleted_at: null,
	});
});

it('refuses an endpoint without its fields', () => {
	for (const field of ['id', 'name', 'endpoint', 'space_id', 'actions', 'activated']) {
		const read = webhookEndpointSchema.safeParse({ ...endpoint, [field]: null });
		expect(read.error?.issues[0]?.path).toEqual([field]);
	}
});

it('accepts only a complete request without unknown fields', () => {
	const request = { name: 'Rebuild', endpoint: 'https://example.org/hook', actions: ['story.published'] };
	const whole = { ...request, description: 'x', secret: 's', activated: false };
	expect(newWebhookEndpointSchema.parse(request)).toEqual(request);
	expect(newWebhookEndpointSchema.parse(whole)).toEqual(whole);
	for (const wrong of [
		{ name: '' },
		{ endpoint: 'not an address' },
		{ actions: [] },
		{ actions: ['story.saved'] },
		{ activated: 'yes' },
		{ space_id: 1 },
	]) {
		expect(newWebhookEndpointSchema.safeParse({ ...request, ...wrong }).success).toBe(false);
	}
});
