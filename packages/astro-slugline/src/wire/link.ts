import { z } from 'zod';
import { listOf, orNull, path, timestamp, uuid } from './text.js';

/**
 * One language of a link, for field-level translation. Without translated slugs, `path` and `translated_slug`
 * equal the link's own slug.
 */
export const linkAlternateSchema = z.looseObject({
	path: orNull(path),
	name: orNull(z.string()),
	lang: z.string(),
	published: orNull(z.boolean()),
	translated_slug: orNull(path),
});

/** A link in one language. */
export type LinkAlternate = z.infer<typeof linkAlternateSchema>;

/** One link: a story or folder without its content. */
export const linkSchema = z.looseObject({
	id: z.number(),
	uuid,
	/** The full slug, parent folders included. */
	slug: path,
	/** The real path as set in the entry. */
	path: orNull(path),
	/** `path`, or else the full slug, with a leading slash. */
	real_path: orNull(path),
	name: z.string(),
	/** True if published, even with unpublished changes. Folders have either value. */
	published: orNull(z.boolean()),
	/** Null or 0 at the root. */
	parent_id: orNull(z.number()),
	is_folder: z.boolean().default(false),
	is_startpage: z.boolean().default(false),
	position: z.number().default(0),
	/** The three dates are only present with `include_dates=1`. */
	published_at: timestamp.nullish(),
	created_at: timestamp.nullish(),
	updated_at: timestamp.nullish(),
	alternates: listOf(linkAlternateSchema),
});

/** A link: a story or a folder, without content. */
export type Link = z.infer<typeof linkSchema>;

/** The response of the link list: a map by uuid. */
export const linkListSchema = z.looseObject({ links: z.record(z.string(), linkSchema) });
