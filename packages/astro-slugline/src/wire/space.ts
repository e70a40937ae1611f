import { z } from 'zod';
import { orNull, timestamp } from './text.js';

/** The current space, as the delivery interface answers it. */
export const currentSpaceSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	/** Grows with each publish: an integer Unix timestamp. No `cv`, which names a snapshot of the edge. */
	version: z.number().int(),
	/** True where the version is a hash of the content, as in the embedded space: then it is compared for equality only. */
	version_is_hash: z.boolean().optional(),
	/** Codes of the languages beside the default one; not every service tells them. */
	language_codes: z.array(z.string()).nullish(),
});

export type CurrentSpace = z.infer<typeof currentSpaceSchema>;

export const currentSpaceAnswerSchema = z.looseObject({ space: currentSpaceSchema });

/** The owner of a space, less everything that is secret: tokens and one-time passwords are dropped while reading. */
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

export type Owner = z.infer<typeof ownerSchema>;

/** A language of a space. */
const spaceLanguageSchema = z.looseObject({ code: z.string(), name: z.string() });

/** Space information, as the management interface answers it. Unknown fields are dropped: some are secret. */
export const spaceInfoSchema = z.object({
	id: z.number(),
	name: z.string(),
	domain: orNull(z.string()),
	plan_level: z.number(),
	/** Null where the answer has none, or one that is not of the documented shape. */
	owner: ownerSchema.partial().nullish().catch(null),
	languages: z.array(spaceLanguageSchema),
});

export type SpaceInfo = z.infer<typeof spaceInfoSchema>;

export const spaceInfoAnswerSchema = z.object({ space: spaceInfoSchema });
