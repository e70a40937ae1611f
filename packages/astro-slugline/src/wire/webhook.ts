import { z } from 'zod';
import { orNull, timestamp } from './text.js';

/** The 15 triggers that concern a space's content, users, or releases. */
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

/** One of the {@link triggers}. */
export type Trigger = (typeof triggers)[number];

/** The triggers of discussions among editors. No site shows discussions, so they start no build. */
export const discussionTriggers = [
	'discussion.created',
	'discussion.comment_created',
	'discussion.comment_updated',
	'discussion.comment_deleted',
	'discussion.resolved',
] as const;

/**
 * A trigger for what editors do among themselves. The API's guide mentions experiments and tasks, but not
 * their triggers.
 */
export type EditingTrigger = (typeof discussionTriggers)[number] | `experiment.${string}` | `task.${string}`;

const editing: readonly string[] = discussionTriggers;

/**
 * True for a trigger that an endpoint can subscribe to besides those of content.
 *
 * @example
 * isEditingTrigger('discussion.resolved'); // true
 */
export const isEditingTrigger = (value: unknown): value is EditingTrigger =>
	typeof value === 'string' && (editing.includes(value) || /^(?:experiment|task)\.[a-z_]+$/.test(value));

/** A webhook endpoint as the management API returns it. It may have triggers that are unknown here. */
export const webhookEndpointSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	description: orNull(z.string()),
	endpoint: z.string(),
	space_id: z.number(),
	/** Returned in plain text: never log it. */
	secret: orNull(z.string()),
	actions: z.array(z.string()),
	activated: z.boolean(),
	/** `YYYY-mm-dd HH:MM`. Null or empty unless deleted. */
	deleted_at: orNull(z.string()),
	created_at: timestamp.nullish(),
	updated_at: timestamp.nullish(),
});

/** A webhook endpoint, as the management API returns it. */
export type WebhookEndpoint = z.infer<typeof webhookEndpointSchema>;

/** The data for a new webhook endpoint. Unknown fields are refused, because we send it. */
export const newWebhookEndpointSchema = z.strictObject({
	name: z.string().min(1),
	description: z.string().optional(),
	endpoint: z.url(),
	secret: z.string().optional(),
	actions: z
		.array(z.union([z.enum(triggers), z.custom<EditingTrigger>(isEditingTrigger, 'Unknown trigger')]))
		.min(1),
	activated: z.boolean().optional(),
});

/** The fields with which a webhook endpoint is created. */
export type NewWebhookEndpoint = z.infer<typeof newWebhookEndpointSchema>;

/** The response that contains one webhook endpoint. */
export const webhookEndpointAnswerSchema = z.looseObject({ webhook_endpoint: webhookEndpointSchema });
