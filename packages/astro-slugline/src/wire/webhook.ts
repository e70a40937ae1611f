import { z } from 'zod';
import { orNull, timestamp } from './text.js';

/** The 15 triggers that a webhook endpoint can subscribe to. */
export const triggers = [
	'story.published',
	'story.unpublished',
	'story.deleted',
	'story.moved',
	'datasource.entries_updated',
	'asset.created',
	'asset.replaced',
	'asset.deleted',
	'asset.restored',
	'user.added',
	'user.removed',
	'user.roles_updated',
	'stage.changed',
	'pipeline.deployed',
	'release.merged',
] as const;

export type Trigger = (typeof triggers)[number];

export const triggerSchema = z.enum(triggers);

/** A webhook endpoint as the management interface answers it. The service may know triggers that we do not. */
export const webhookEndpointSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	description: orNull(z.string()),
	endpoint: z.string(),
	space_id: z.number(),
	/** Comes back in clear: never log it. */
	secret: orNull(z.string()),
	actions: z.array(z.string()),
	activated: z.boolean(),
	/** `YYYY-mm-dd HH:MM`, null or empty while it exists. */
	deleted_at: orNull(z.string()),
	created_at: timestamp.nullish(),
	updated_at: timestamp.nullish(),
});

export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** What creating a webhook endpoint takes: ours to send, so nothing unknown passes. */
export const newWebhookEndpointSchema = z.strictObject({
	name: z.string().min(1),
	description: z.string().optional(),
	endpoint: z.url(),
	secret: z.string().optional(),
	actions: z.array(triggerSchema).min(1),
	activated: z.boolean().optional(),
});

export type NewWebhookEndpoint = z.infer<typeof newWebhookEndpointSchema>;

/** The answer that holds one webhook endpoint. */
export const webhookEndpointAnswerSchema = z.looseObject({ webhook_endpoint: webhookEndpointSchema });
