import { z } from 'zod';
import { nearest } from '../../shared/named.js';
import { SpaceFolderError } from './folder-error.js';
import { YamlError, type YamlText } from './yaml.js';

/**
 * Calls `read` for a file, and adds the file's name to its errors.
 *
 * @throws {SpaceFolderError}
 */
export function readAs<T>(file: string, read: () => T): T {
	try {
		return read();
	} catch (error) {
		if (!(error instanceof YamlError)) throw error;
		throw new SpaceFolderError(file, error.place, error.message, { cause: error });
	}
}

/**
 * Validates a file against a schema.
 *
 * @throws {SpaceFolderError} for the first problem, with its place
 */
export function check<T extends z.ZodType>(file: string, yaml: YamlText, schema: T): z.output<T> {
	const result = schema.safeParse(yaml.value ?? {});
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	if (!issue) throw new SpaceFolderError(file, undefined, 'The file has an unexpected form.');
	const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
	const path = unknown === undefined ? issue.path : [...issue.path, unknown];
	const name = path.join('.');
	const sentence =
		unknown === undefined
			? `${name === '' ? '' : `\`${name}\`: `}${issue.message}`
			: `\`${name}\` is not a valid field here. ${validFields(unknown, fieldsOf(schema, issue.path))}`;
	throw new SpaceFolderError(file, yaml.at(path), sentence);
}

/** The fields that a schema has at a path; none if it takes any. */
function fieldsOf(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
	const shape = schema instanceof z.ZodObject && path.length === 0 ? schema.shape : {};
	return Object.keys(shape);
}

function validFields(wrong: string, fields: readonly string[]): string {
	if (fields.length === 0) return 'Correct its name or remove it.';
	const meant = nearest(wrong, fields);
	return meant ? `Did you mean \`${meant}\`?` : `The fields are: ${fields.join(', ')}.`;
}
