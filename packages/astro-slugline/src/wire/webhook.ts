import { z } from 'zod';
import { orNull, timestamp } from './text.js';

/** The 15 triggers that say something of a space's content, its users, or its releases. */
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

/** The triggers of discussions among editors. No site shows these, so no build follows from them. */
export const discussionTriggers = [
	'discussion.created',
	'discussion.comment_created',
	'discussion.comment_updated',
	'discussion.comment_deleted',
	'discussion.resolved',
] as const;

/** A trigger about what editors do among themselves. The service's guide names experiments and tasks, but not their triggers. */
export type EditingTrigger = (typeof discussionTriggers)[number] | `experiment.${string}` | `task.${string}`;

const editing: readonly string[] = discussionTriggers;

/** True for a trigger that an endpoint can subscribe to beside those of content. */
export const isEditingTrigger = (value: unknown): value is EditingTrigger =>
	typeof value === 'string' && (editing.includes(value) || /^(?:experiment|task)\.[a-z_]+$/.test(value));

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
	actions: z
		.array(z.union([triggerSchema, z.custom<EditingTrigger>(isEditingTrigger, 'is no trigger')]))
		.min(1),
	activated: z.boolean().optional(),
});

export type NewWebhookEndpoint = z.infer<typeof newWebhookEndpointSchema>;

/** The answer that holds one webhook endpoint. */
export const webhookEndpointAnswerSchema = z.looseObject({ webhook_endpoint: webhookEndpointSchema });
