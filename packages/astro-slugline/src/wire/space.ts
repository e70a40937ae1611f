import { z } from 'zod';
import { orNull, timestamp } from './text.js';

/** The current space, as the delivery API returns it. */
export const currentSpaceSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	/** A Unix timestamp that increases with each publish. Not a `cv`, which names a snapshot of the edge. */
	version: z.number().int(),
	/**
	 * True if the version is a hash of the content, as in the embedded space. It is then only compared for
	 * equality.
	 */
	version_is_hash: z.boolean().optional(),
	/** Codes of the languages besides the default one. Not every server reports them. */
	language_codes: z.array(z.string()).nullish(),
});

/** The space of a token, as the delivery API returns it. */
export type CurrentSpace = z.infer<typeof currentSpaceSchema>;

/** The response for the current space. */
export const currentSpaceAnswerSchema = z.looseObject({ space: currentSpaceSchema });

/** The owner of a space. Secrets, such as tokens and one-time passwords, are dropped while parsing. */
export const ownerSchema = z.object({
	id: z.number(),
	email: z.string(),
	created_at: timestamp,
	updated_at: timestamp,
	username: z.string(),
	role: orNull(z.string()),
	sso: z.boolean(),
	firstname: z.string(),
	lastname: z.string(),
	euid: orNull(z.string()),
	login_strategy: z.string(),
	phone: orNull(z.string()),
	alt_email: orNull(z.string()),
	organization: orNull(z.string()),
	use_username: z.boolean(),
	org_id: z.number(),
	org_role: z.string(),
	timezone: z.string(),
	disabled: z.boolean(),
	notified: z.array(z.unknown()),
	avatar: orNull(z.string()),
	deleted_at: orNull(timestamp),
	lang: z.string(),
	email_mapping: orNull(z.string()),
	preferences: z.looseObject({}),
	partner_id: z.number(),
	partner_role: z.string(),
});

/** The owner of a space, as the management API returns it. */
export type Owner = z.infer<typeof ownerSchema>;

/** A language of a space. */
const spaceLanguageSchema = z.looseObject({ code: z.string(), name: z.string() });

/** Space information, as the management API returns it. Unknown fields are dropped, because some are secret. */
export const spaceInfoSchema = z.object({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	plan_level: z.number(),
	/** Null if the response has no owner, or one of an unexpected shape. */
	owner: ownerSchema.partial().nullish().catch(null),
	languages: z.array(spaceLanguageSchema),
});

/** A space, as the management API returns it. */
export type SpaceInfo = z.infer<typeof spaceInfoSchema>;

/** The response for space information. */
export const spaceInfoAnswerSchema = z.object({ space: spaceInfoSchema });
