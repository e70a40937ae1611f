import { z } from 'zod';
import { contentSchema } from './content.js';
import { listOf, orNull, timestamp, uuid } from './text.js';

/** Another story of the same `group_id`: folder-level translation. */
export const storyAlternateSchema = z.looseObject({
	id: z.number(),
	name: z.string(),
	slug: z.string(),
	full_slug: z.string(),
	published: orNull(z.boolean()),
	is_folder: orNull(z.boolean()),
	parent_id: orNull(z.number()),
});

export type StoryAlternate = z.infer<typeof storyAlternateSchema>;

/** The slug of one language of a story, where the space translates slugs. `path` has no language prefix. */
export const translatedSlugSchema = z.looseObject({
	path: z.string(),
	name: orNull(z.string()),
	lang: z.string(),
	/** A boolean, or in some spaces the moment of publishing. */
	published: z
		.union([z.boolean(), z.string()])
		.nullish()
		.transform((value) => value !== null && value !== undefined && value !== false && value !== ''),
});

export type TranslatedSlug = z.infer<typeof translatedSlugSchema>;

/** A story: one content entry in one language. */
export const storySchema = z.looseObject({
	id: z.number(),
	uuid,
	name: z.string(),
	slug: z.string(),
	/** Slug with its parent folders; of a translated story with the language code in front. */
	full_slug: z.string(),
	created_at: timestamp,
	/** Null in a draft that was never published. */
	published_at: orNull(timestamp),
	first_published_at: orNull(timestamp),
	updated_at: orNull(timestamp),
	content: contentSchema,
	sort_by_date: z.unknown().optional(),
	/** Place in the folder; may be negative. */
	position: z.number().default(0),
	tag_list: listOf(z.string()),
	is_startpage: z.boolean().default(false),
	/** Id of the parent folder; null or 0 at the root. */
	parent_id: orNull(z.number()),
	meta_data: orNull(z.record(z.string(), z.unknown())),
	/** Shared by the stories of a folder-level translation. */
	group_id: orNull(z.string()),
	release_id: orNull(z.number()),
	/** `default` or a language code. */
	lang: z.string().default('default'),
	/** The real path as configured in the entry, often null; a leading slash is not certain. */
	path: orNull(z.string()),
	alternates: listOf(storyAlternateSchema),
	default_full_slug: orNull(z.string()),
	translated_slugs: z.array(translatedSlugSchema).nullish(),
});

export type Story = z.infer<typeof storySchema>;

/** The answer for one story. */
export const storyAnswerSchema = z.looseObject({ story: storySchema });

/** The answer of a story list. `rels` and `links` hold what `resolve_*` asked for; over a limit only their uuids come. */
export const storyListSchema = z.looseObject({
	stories: z.array(storySchema),
	cv: orNull(z.number()),
	rels: listOf(z.unknown()),
	links: listOf(z.unknown()),
	rel_uuids: z.array(uuid).nullish(),
	link_uuids: z.array(uuid).nullish(),
});

export type StoryList = z.infer<typeof storyListSchema>;
