import { z } from 'zod';
import { triggers } from '../../../wire/index.js';
import { flag, integer, moment, readYamlFile, segment, text, texts } from './check.js';
import { SpaceFolderError } from './folder-error.js';
import type { SourceFile } from './scan.js';

const language = z
	.union(
		[text.transform((code) => ({ code, name: code })), z.strictObject({ code: text, name: text.optional() })],
		'Expected a code, or a map with `code` and `name`.',
	)
	.transform(({ code, name }) => ({ code, name: name ?? code }))
	.refine(
		({ code }) => /^[A-Za-z0-9]+([-_][A-Za-z0-9]+)*$/.test(code),
		'Expected a language code such as de or pt-br.',
	);

const contentType = z.strictObject({
	/** The field for the text below the front matter. */
	body: text.optional(),
	/** Fields that may refer to stories by slug. */
	references: texts.optional(),
	/** Fields with Markdown text that is served as rich text, possibly including `body`. */
	richtext: texts.optional(),
});

const token = text.min(1, 'A token cannot be empty.').optional();

/** Without the token for assets, their addresses are not signed. */
const tokens = z.strictObject({ public: token, preview: token, oauth: token, asset: token });

const webhook = z.strictObject({
	name: text.min(1, 'A webhook needs a name.'),
	description: text.nullable().default(null),
	endpoint: text.regex(/^https?:\/\/[^\s/]/, 'Expected an address that begins with http:// or https://.'),
	secret: text.nullable().default(null),
	actions: z
		.array(z.enum(triggers, `Expected one of ${triggers.join(', ')}.`), 'Expected a list of triggers.')
		.min(1, 'A webhook needs at least one trigger.'),
	activated: flag.default(true),
});

const spaceFileSchema = z.strictObject(
	{
		id: integer.optional(),
		name: text.optional(),
		domain: text.default('https://example.com/'),
		default_language: z.strictObject({ code: text.optional(), name: text.optional() }).default({}),
		languages: z.array(language, 'Expected a list of languages.').default([]),
		/** Determines what depends on the age of a space: pages of links, and filters on translated fields. */
		created_at: moment.default('2024-07-01T08:00:00.000Z'),
		tokens: tokens.default({}),
		content_types: z.record(segment, contentType, 'Expected a map by content type.').default({}),
		/** Webhooks that exist from the start. The management API can add others. */
		webhooks: z.array(webhook, 'Expected a list of webhooks.').default([]),
		use_filter_query_in_translated_stories: flag.optional(),
		publish_languages_independently: flag.default(true),
		/** True if stories and links have translated slugs. Default: true if any file has one. */
		translatable_slugs: flag.optional(),
	},
	'Expected a map with the `name` and `id` of the space.',
);

export type SpaceFile = z.output<typeof spaceFileSchema>;

/**
 * Reads `space.yaml`.
 *
 * @param source undefined if it does not exist
 * @throws {SpaceFolderError}
 */
export function readSpaceFile(source: Pick<SourceFile, 'path' | 'text'> | undefined): SpaceFile {
	if (!source) {
		throw new SpaceFolderError(
			'space.yaml',
			undefined,
			'The folder has no such file. Add it, with the `name` and `languages` of the space.',
		);
	}
	const { yaml, fields: space } = readYamlFile(source, spaceFileSchema);
	const codes = [space.default_language.code, ...space.languages.map(({ code }) => code)];
	const twice = codes.findIndex((code, index) => code !== undefined && codes.indexOf(code) < index);
	if (twice !== -1) {
		throw new SpaceFolderError(
			source.path,
			yaml.at(['languages', twice - 1]),
			`The language \`${codes[twice]}\` is listed twice, or is also the default language. Remove it here.`,
		);
	}
	return space;
}
