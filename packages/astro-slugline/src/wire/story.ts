import { z } from 'zod';
import { contentSchema } from './content.js';
import { listOf, orNull, path, timestamp, uuid } from './text.js';

/** Another story with the same `group_id`, for folder-level translation. */
export const storyAlternateSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	slug: path,
	full_slug: path,
	published: orNull(z.boolean()),
	is_folder: orNull(z.boolean()),
	parent_id: orNull(z.number()),
});

/** A story of the same group, in another folder. */
export type StoryAlternate = z.infer<typeof storyAlternateSchema>;

/** The slug of a story in one language, if the space translates slugs. `path` has no language prefix. */
export const translatedSlugSchema = z.looseObject({
	path,
	name: orNull(z.string()),
	lang: z.string(),
	/** A boolean, or in some spaces the time of publishing. */
	published: z
		.union([z.boolean(), z.string()])
		.nullish()
		.transform((value) => value !== null && value !== undefined && value !== false && value !== ''),
});

/** The slug of a story in one language. */
export type TranslatedSlug = z.infer<typeof translatedSlugSchema>;

/** A story: one content entry in one language. */
export const storySchema = z.looseObject({
	id: z.number(),
	uuid,
	name: z.string(),
	slug: path,
	/** The slug with its parent folders. A translated story's begins with the language code. */
	full_slug: path,
	created_at: timestamp,
	/** Null in a draft that was never published. */
	published_at: orNull(timestamp),
	first_published_at: orNull(timestamp),
	updated_at: orNull(timestamp),
	content: contentSchema,
	sort_by_date: z.unknown().optional(),
	/** Position in the folder. It may be negative. */
	position: z.number().default(0),
	tag_list: listOf(z.string()),
	is_startpage: z.boolean().default(false),
	/** Id of the parent folder. Null or 0 at the root. */
	parent_id: orNull(z.number()),
	meta_data: orNull(z.record(z.string(), z.unknown())),
	/** Shared by the stories of a folder-level translation. */
	group_id: orNull(z.string()),
	release_id: orNull(z.number()),
	/** `default` or a language code. */
	lang: z.string().default('default'),
	/** The real path as set in the entry, often null, with or without a leading slash. */
	path: orNull(path),
	alternates: listOf(storyAlternateSchema),
	default_full_slug: orNull(path),
	translated_slugs: z.array(translatedSlugSchema).nullish(),
});

/** A story in one language. */
export type Story = z.infer<typeof storySchema>;

/** The response for one story. */
export const storyAnswerSchema = z.looseObject({ story: storySchema });

/**
 * The response of the story list. `rels` and `links` contain what `resolve_*` requested, or beyond a limit
 * only its uuids.
 */
export const storyListSchema = z.looseObject({
	stories: z.array(storySchema),
	cv: orNull(z.number()),
	rels: listOf(z.unknown()),
	links: listOf(z.unknown()),
	rel_uuids: z.array(uuid).nullish(),
	link_uuids: z.array(uuid).nullish(),
});
