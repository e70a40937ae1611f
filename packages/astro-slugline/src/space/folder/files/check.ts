import { nearest } from 'astro-keep/shared/text/named';
import { z } from 'zod';
import { fieldNames } from '../../../shared/field-names.js';
import { toMoment } from '../../model/cast.js';
import { SpaceFolderError } from './folder-error.js';
import type { SourceFile } from './scan.js';
import { readYaml, type YamlText } from './yaml.js';
import { YamlError } from './yaml-mistakes.js';

type FileText = Pick<SourceFile, 'path' | 'text'>;

/**
 * Reads a file, and validates it against a schema.
 *
 * @param whole of what the file is a translation, and whose other fields it shares
 * @throws {SpaceFolderError} for the first problem, with its place
 */
export function readChecked<T extends z.ZodType, Text extends YamlText = YamlText>(
	{ path, text }: FileText,
	schema: T,
	read: (text: string) => Text,
	whole?: z.ZodType,
): { readonly yaml: Text; readonly fields: z.output<T> } {
	try {
		const yaml = read(text);
		return { yaml, fields: check(path, yaml, schema, whole) };
	} catch (error) {
		if (!(error instanceof YamlError)) throw error;
		throw new SpaceFolderError(path, error.place, error.message, { cause: error });
	}
}

/** `readChecked()` for a file that is YAML as a whole. */
export const readYamlFile = <T extends z.ZodType>(file: FileText, schema: T) =>
	readChecked(file, schema, readYaml);

function check<T extends z.ZodType>(
	file: string,
	yaml: YamlText,
	schema: T,
	whole: z.ZodType | undefined,
): z.output<T> {
	const result = schema.safeParse(yaml.value ?? {});
	if (result.success) return result.data;
	const { issues } = result.error;
	const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0];
	if (!issue) throw result.error;
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const path = unknown === undefined ? issue.path : [...issue.path, unknown];
	const name = path.join('.');
	const isShared = whole && unknown !== undefined && fieldNames(whole, []).includes(name);
	const sentence =
		unknown === undefined
			? `${name === '' ? '' : `\`${name}\`: `}${issue.message}`
			: `\`${name}\` is not a valid field here. ${isShared ? 'A translation has that of its story. Set it in the file of the story.' : validFields(unknown, fieldNames(schema, issue.path))}`;
	throw new SpaceFolderError(file, yaml.at(path), sentence);
}

/** What other tools call fields of a story. */
const elsewhere = new Map([
	['draft', 'published: false'],
	['tags', 'tag_list'],
	['date', 'first_published_at'],
	['pubDate', 'first_published_at'],
	['updatedDate', 'updated_at'],
]);

function validFields(wrong: string, fields: readonly string[]): string {
	if (fields.length === 0) return 'Correct its name or remove it.';
	const other = elsewhere.get(wrong);
	const meant = fields.some((field) => field === other?.split(':')[0]) ? other : nearest(wrong, fields);
	if (meant) return `Did you mean \`${meant}\`?`;
	const own = fields.includes('content') ? ' Fields of the content are below `content:`.' : '';
	return `The fields are: ${fields.join(', ')}.${own}`;
}

/** Kinds of values in a space's YAML. Numbers are read as text. */

export const text = z.string({
	error: ({ input }) =>
		input === undefined ? 'It is missing.' : 'Expected text; quote a value such as `"true"` or `""`.',
});

export const flag = z.boolean('Expected true or false.');

/** A whole number in the range that JSON represents exactly. */
export const integer = z
	.union(
		[
			z.number(),
			z
				.string()
				.regex(/^[-+]?\d+$/)
				.transform(Number),
		],
		'Expected a whole number.',
	)
	.refine(Number.isSafeInteger, 'Expected a whole number between -2^53 and 2^53.');

/** The last segment of a slug. */
export const segment = text.regex(/^[^/]+$/, 'Expected one segment of a slug, without slashes.');

/** A date or time, in UTC unless it has a time zone, in the form of the API. */
export const moment = text
	.refine(
		(value) => toMoment(value) !== undefined,
		'Expected a date that exists, such as 2024-05-01 or 2024-05-01T10:00:00.000Z.',
	)
	.transform((value) => new Date(toMoment(value) ?? 0).toISOString());

/** A map whose content is not validated. */
export const mapOf = (expected: string) =>
	z.custom<Readonly<Record<string, unknown>>>(
		(value) => typeof value === 'object' && value !== null && !Array.isArray(value),
		expected,
	);

/** Fields that are not validated. */
export const fields = mapOf('Expected a map of fields.');

export const texts = z.array(text, 'Expected a list of texts.');
