import type { Content } from '../wire/index.js';
import {
	allowedIn,
	type ComponentsFile,
	type Definitions,
	type FieldDefinition,
	readComponentsFile,
	readComponentsFolder,
} from './components-file.js';
import {
	anything,
	type DefinedField,
	type Form,
	forms,
	isOf,
	listOf,
	text,
	uncheckedFields,
} from './field-forms.js';
import { blokType, type FieldEditing, type FieldType, listType, quote, type SpaceTypes } from './infer.js';
import { isBlok, kindOf } from './kinds.js';

/** The types of a space's content, as the space defines them. */
export interface DefinedTypes {
	types: SpaceTypes;
	/** Slugs of the datasources that fill option fields. */
	datasources: readonly string[];
	/** One sentence for each field whose content is not checked, because its type is misspelled or missing. */
	unchecked: readonly string[];
	/**
	 * One sentence for each part of a story's content that does not match: `` `body.0.title` must be text,
	 * but is a number ``.
	 */
	problemsIn(content: Content): string[];
}

/** The values of datasources, by slug. */
type DatasourceValues = ReadonlyMap<string, readonly string[]>;

interface Field extends DefinedField {
	required: boolean;
	note: string | undefined;
	editing: FieldEditing;
}

/**
 * The types that a components file defines, or a folder with one file per component.
 *
 * @param source text of the file, or the JSON files of the folder
 * @param path path of the file or folder, for messages
 * @param values the values of datasources, by slug. Option fields that another datasource fills are text.
 * @throws {TypesError} if it contains no components
 * @example
 * const { types } = definedTypes(await readFile('components.json', 'utf8'), 'components.json');
 */
export function definedTypes(
	source: string | readonly ComponentsFile[],
	path: string,
	values: DatasourceValues = new Map(),
): DefinedTypes {
	const definitions =
		typeof source === 'string' ? readComponentsFile(source, path) : readComponentsFolder(source, path);
	const components = new Map([...definitions].map(([name]) => [name, fieldsOf(name, definitions, values)]));
	const fields = [...definitions.values()].flatMap((definition) => [...definition.fields.values()]);
	return {
		datasources: [...new Set(fields.flatMap((field) => datasourceOf(field) ?? []))].sort(),
		types: {
			contentTypes: [...definitions].flatMap(([name, { isRoot }]) => (isRoot ? [name] : [])),
			bloks: new Map(
				[...components].map(([name, fields]) => [
					name,
					new Map([...fields].map(([field, definition]) => [field, typeOf(definition)])),
				]),
			),
		},
		unchecked: uncheckedFields(definitions, path),
		problemsIn: (content) => problemsIn(content, components, path),
	};
}

function fieldsOf(name: string, definitions: Definitions, values: DatasourceValues): Map<string, Field> {
	const fieldOf = (definition: FieldDefinition): Field => ({
		...definedField(definition, definitions, values),
		required: definition.required ?? false,
		note: definition.description?.trim() || undefined,
		editing: editingOf(definition),
	});
	return new Map([...(definitions.get(name)?.fields ?? [])].map(([field, one]) => [field, fieldOf(one)]));
}

/** A field that is not required may be missing or null. */
function typeOf({ types, required, emptyText, note, editing }: Field): FieldType {
	const rest = { optional: !required, note, editing };
	if (required || types.includes('unknown')) return { types, ...rest };
	const isText = types.includes('string') || types.includes('Uuid');
	return { types: [...types, ...(emptyText && !isText ? ["''"] : []), 'null'], ...rest };
}

const textForms = new Map([
	['textarea', 'lines'],
	['markdown', 'markdown'],
	['datetime', 'time'],
] as const);

function editingOf(field: FieldDefinition): FieldEditing {
	const { type, source, options, disable_time, filter_content_type } = field;
	const isOption = type === 'option' || type === 'options';
	const own = isOption && (!source || source === 'self') ? options : undefined;
	return {
		label: field.display_name?.trim() || undefined,
		text: type === 'datetime' && disable_time ? 'date' : textForms.get(type as never),
		options: own?.flatMap(({ name, value }) =>
			value === null || value === undefined ? [] : [{ value: String(value), label: name || String(value) }],
		),
		datasource: datasourceOf(field),
		contentTypes: source === 'internal_stories' ? [filter_content_type ?? []].flat() : undefined,
	};
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
	if (kind === 'boolean') return `${value}`;
	return kind === 'object' ? 'an object' : `a ${kind}`;
}

/** Names of the vendor's own SEO plugin, current and former. */
const seoPlugins = new Set(['seo_metatags', 'seo-metatags', 'meta-fields']);

/** Describes a field by its definition. A field of an unknown type may have any value. */
function definedField(
	field: FieldDefinition,
	definitions: Definitions,
	values: DatasourceValues,
): DefinedField {
	if (field.type === 'bloks') {
		const bloks = allowedIn(field, definitions);
		return {
			types: [listType(bloks.map(blokType).sort())],
			bloks,
			what: 'a list of bloks',
			fits: (value) => Array.isArray(value) && value.every(isBlok),
		};
	}
	if (field.type === 'option') return optionForm(field, values);
	if (field.type === 'options')
		return { ...listOf(optionForm(field, values), 'a list of options'), emptyText: true };
	if (field.type === 'custom') {
		return seoPlugins.has(field.field_type ?? '')
			? { types: ['SeoField'], what: "the SEO plugin's field", fits: isOf('seo'), emptyText: true }
			: anything;
	}
	return forms[field.type] ?? anything;
}

const datasourceOf = ({ type, source, datasource_slug }: FieldDefinition): string | undefined =>
	['option', 'options'].includes(type) && source === 'internal' ? datasource_slug || undefined : undefined;

function optionForm(field: FieldDefinition, datasources: DatasourceValues): Form {
	const { source, options } = field;
	const offered = datasources.get(datasourceOf(field) ?? '') ?? [];
	// Content may have a value that the datasource no longer offers, so only the type is exact.
	if (offered.length > 0) return { ...text, types: [...new Set([...offered, ''])].map(quote) };
	if (source === 'internal_stories')
		return { types: ['Uuid'], what: 'the uuid of a story', fits: isOf('uuid', 'empty') };
	const values = (options ?? []).flatMap(({ value }) =>
		value === null || value === undefined ? [] : String(value),
	);
	if ((source && source !== 'self') || values.length === 0) return text;
	return {
		types: [...values, ''].map(quote),
		emptyText: true,
		what: `one of ${values.join(', ')}`,
		fits: (value) => value === '' || values.some((allowed) => allowed === value),
	};
}
