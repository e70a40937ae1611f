import type { Content } from '../wire/index.js';
import {
	type ComponentsFile,
	type Definitions,
	readComponentsFile,
	readComponentsFolder,
} from './components-file.js';
import { type DefinedField, definedField } from './defined-fields.js';
import { kindOf } from './kinds.js';
import type { FieldType, SpaceTypes } from './space-types.js';

/** The types of a space's content, as the space defines them. */
export interface DefinedTypes {
	types: SpaceTypes;
	/**
	 * One sentence for each part of a story's content that does not match: `` `body.0.title` must be text,
	 * but is a number ``.
	 */
	problemsIn(content: Content): string[];
}

interface Field extends DefinedField {
	required: boolean;
	note: string | undefined;
}

/**
 * The types that a components file defines, or a folder with one file per component.
 *
 * @param source text of the file, or the JSON files of the folder
 * @param path path of the file or folder, for messages
 * @throws {TypesError} if it contains no components
 * @example
 * const { types } = definedTypes(await readFile('components.json', 'utf8'), 'components.json');
 */
export function definedTypes(source: string | readonly ComponentsFile[], path: string): DefinedTypes {
	const definitions =
		typeof source === 'string' ? readComponentsFile(source, path) : readComponentsFolder(source, path);
	const components = new Map([...definitions].map(([name]) => [name, fieldsOf(name, definitions)]));
	return {
		types: {
			contentTypes: [...definitions].flatMap(([name, { isRoot }]) => (isRoot ? [name] : [])),
			bloks: new Map(
				[...components].map(([name, fields]) => [
					name,
					new Map([...fields].map(([field, definition]) => [field, typeOf(definition)])),
				]),
			),
		},
		problemsIn: (content) => problemsIn(content, components, path),
	};
}

function fieldsOf(name: string, definitions: Definitions): Map<string, Field> {
	const fields = new Map<string, Field>();
	for (const [field, definition] of definitions.get(name)?.fields ?? []) {
		fields.set(field, {
			...definedField(definition, definitions),
			required: definition.required ?? false,
			note: definition.description?.trim() || undefined,
		});
	}
	return fields;
}

/** A field that is not required may be missing or null. */
function typeOf({ types, required, emptyText, note }: Field): FieldType {
	if (required || types.includes('unknown')) return { types, optional: !required, note };
	const isText = types.includes('string') || types.includes('Uuid');
	return { types: [...types, ...(emptyText && !isText ? ["''"] : []), 'null'], optional: true, note };
}

function problemsIn(
	content: Content,
	components: ReadonlyMap<string, ReadonlyMap<string, Field>>,
	path: string,
): string[] {
	const problems: string[] = [];
	const pending: [place: string, blok: Content][] = [['', content]];
	for (let next = pending.pop(); next; next = pending.pop()) {
		const [place, blok] = next;
		const fields = components.get(blok.component);
		if (!fields) {
			problems.push(
				`${place ? `\`${place}\`` : 'the content'} is a \`${blok.component}\`, which ${path} does not define`,
			);
			continue;
		}
		for (const [name, field] of fields) {
			const value = blok[name];
			const at = place ? `${place}.${name}` : name;
			if (value === undefined || value === null) {
				if (field.required) problems.push(`\`${at}\` must be ${field.what}, but is missing`);
			} else if (!field.fits(value) && (value !== '' || field.required || !field.emptyText)) {
				problems.push(`\`${at}\` must be ${field.what}, but is ${wordsOf(value)}`);
			} else if (field.bloks && Array.isArray(value)) {
				const bloks: Content[] = value;
				bloks.forEach((nested, index) => {
					const where = `${at}.${index}`;
					if (field.bloks?.includes(nested.component) || !components.has(nested.component))
						pending.push([where, nested]);
					else problems.push(`\`${where}\` is a \`${nested.component}\`, which is not allowed there`);
				});
			}
		}
	}
	return problems.sort();
}

function wordsOf(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	const [kind, name] = kindOf(value);
	if (kind === 'blok') return `a \`${name}\``;
	if (typeof value === 'string')
		return value.length > 40 ? 'a long text' : `the text ${JSON.stringify(value)}`;
	return kind === 'object'
		? 'an object'
		: kind === 'boolean'
			? `${value}`
			: kind === 'number'
				? 'a number'
				: `a ${kind}`;
}
