import { z } from 'zod';
import { fields, flag, integer, mapOf, moment, segment, text, texts } from './check.js';

/** What a release changes of a story. Fields of the content that are not named here stay as they are. */
const releases = z
	.record(
		z.string().regex(/^[1-9]\d{0,14}$/, 'Expected the number of a release.'),
		z.strictObject(
			{ name: text.optional(), content: fields.optional() },
			'Expected a map with `name` and `content`.',
		),
		'Expected a map by the number of a release.',
	)
	.optional();

/** The fields that stories and folders have. */
const identity = {
	uuid: text.min(1, 'A uuid cannot be empty.').optional(),
	id: integer.optional(),
	name: text.optional(),
	slug: segment.optional(),
	/** The real path. */
	path: text.nullable().optional(),
	position: integer.optional(),
	published: flag.optional(),
	created_at: moment.optional(),
	published_at: moment.nullable().optional(),
	updated_at: moment.optional(),
};

const expectedMap = 'Expected a front matter with a map `content:` that has the `component` of the story.';

/**
 * The front matter of a story. Fields have the names under which the API returns them. Everything that a real
 * space has and this model lacks can be stated in three ways, so that any story can be written to be served
 * unchanged:
 * - numbers in maps as `!!int 5` or `!!float 0.5`
 * - `verbatim`, to serve `content` unchanged, without generated `_uid`s, completed assets, and resolved slugs
 * - `extra` and `link`, to override fields of the served story and link
 */
export const storyFileSchema = z.strictObject(
	{
		...identity,
		/** The full slug, if it does not follow from the file's path. */
		full_slug: text.min(1, 'A full slug cannot be empty.').optional(),
		tag_list: texts.optional(),
		first_published_at: moment.nullable().optional(),
		sort_by_date: text.nullable().optional(),
		group_id: text.optional(),
		meta_data: fields.nullable().optional(),
		is_startpage: flag.optional(),
		release_id: integer.nullable().optional(),
		releases,
		verbatim: flag.optional(),
		content: mapOf(expectedMap).refine(
			(value) => typeof value.component === 'string' && value.component !== '',
			{
				message: 'Expected `component`, the name of the content type.',
				path: ['component'],
			},
		),
		extra: fields.optional(),
		link: fields.optional(),
	},
	expectedMap,
);

export type StoryFile = z.output<typeof storyFileSchema>;

/** The front matter of one language of a story: everything that differs from the default language. */
export const translationFileSchema = z.strictObject(
	{
		name: text.optional(),
		slug: segment.optional(),
		path: text.nullable().optional(),
		published: flag.optional(),
		verbatim: flag.optional(),
		content: fields.optional(),
		releases,
		/** Fields that override the served story in this language. */
		extra: fields.optional(),
		/** Fields that override this language in the link's `alternates`. */
		link: fields.optional(),
	},
	'Expected a front matter with a map `content:` of the translated fields.',
);

export type TranslationFile = z.output<typeof translationFileSchema>;

/** `_folder.yaml`: a folder's own fields. */
export const folderFileSchema = z.strictObject(
	{
		...identity,
		/** By language code. */
		translated: z
			.record(
				z.string(),
				z.strictObject(
					{ slug: segment.optional(), name: text.optional() },
					'Expected a map with `slug` and `name`.',
				),
				'Expected a map by language.',
			)
			.optional(),
		link: fields.optional(),
	},
	'Expected a map of the folder’s fields.',
);

export type FolderFile = z.output<typeof folderFileSchema>;
