import { parsedJson } from 'astro-keep/shared/json';
import { z } from 'zod';
import { HintedError } from '../shared/hinted-error.js';
import { jsonProblem } from '../shared/json-problem.js';

const names = z.array(z.string()).nullish();

const fieldSchema = z.looseObject({
	type: z.string().default(''),
	required: z.boolean().nullish(),
	description: z.string().nullish(),
	display_name: z.string().nullish(),
	/** Source of an option field: `internal_stories`, `internal`, …; empty if the values are in `options`. */
	source: z.string().nullish(),
	/** The datasource that fills an option field, if its source is `internal`. */
	datasource_slug: z.string().nullish(),
	options: z
		.array(z.looseObject({ name: z.string().nullish(), value: z.union([z.string(), z.number()]).nullish() }))
		.nullish(),
	/** The content types of stories that a field of references can have. */
	filter_content_type: z.union([z.string(), names]),
	/** True for a date without a time. */
	disable_time: z.boolean().nullish(),
	/** Name of the plugin, for plugin fields. */
	field_type: z.string().nullish(),
	restrict_components: z.boolean().nullish(),
	/** `groups` or `tags`; otherwise `component_whitelist` applies. */
	restrict_type: z.string().nullish(),
	component_whitelist: names,
	component_group_whitelist: names,
	component_tag_whitelist: z.array(z.union([z.string(), z.number()])).nullish(),
});

const componentSchema = z.looseObject({
	name: z.string(),
	schema: z.record(z.string(), z.unknown()).nullish(),
	is_root: z.boolean().nullish(),
	is_nestable: z.boolean().nullish(),
	component_group_uuid: z.string().nullish(),
	internal_tag_ids: z.array(z.union([z.string(), z.number()])).nullish(),
});

const fileSchema = z.union([
	z.array(componentSchema),
	z.looseObject({ components: z.array(componentSchema) }).transform(({ components }) => components),
	// `--separate-files` writes one file per component. Other files in that folder have no `schema`.
	componentSchema.refine(({ schema }) => schema !== undefined).transform((component) => [component]),
]);

/** Thrown if types cannot be determined, or if content does not match them. */
export class TypesError extends HintedError {
	override readonly name = 'TypesError';
}

/** A components file, with its path as in the options. */
export interface ComponentsFile {
	path: string;
	text: string;
}

/** A field as the components file defines it. */
export type FieldDefinition = z.infer<typeof fieldSchema>;

/** A component as the space defines it. */
export interface Definition {
	/** True if it can be the content of a story. */
	isRoot: boolean;
	isNestable: boolean;
	group: string | undefined;
	tags: readonly string[];
	/** Its fields, without those that only structure the editor. */
	fields: ReadonlyMap<string, FieldDefinition>;
}

/** The components of a space, by name. */
export type Definitions = ReadonlyMap<string, Definition>;

/** Fields without a value: headings and tabs of the editor. */
export const valueless = new Set(['section', 'tab']);

type Component = z.infer<typeof componentSchema>;

/** The components in a file, or undefined if it is not a components file. */
const componentsIn = (text: string): Component[] | undefined => fileSchema.safeParse(parsedJson(text)).data;

/**
 * Reads a components file, as written by `storyblok components pull` (a list) or `storyblok pull-components`
 * (a list under `components`).
 *
 * @param text content of the file
 * @param path path of the file, for messages
 * @throws {TypesError} if it is not a components file
 */
export function readComponentsFile(text: string, path: string): Definitions {
	const components = componentsIn(text);
	if (components) return definitionsOf(components);
	const why = jsonProblem(text);
	if (why !== undefined)
		throw new TypesError(
			`The file ${path} is not valid JSON: ${why}.`,
			'Correct it there, or write it again with `npx storyblok components pull --space <id>`.',
		);
	throw new TypesError(
		`The file ${path} is not a list of components.`,
		'Run `npx storyblok components pull --space <id>`, and set the option to the `components.json` that it writes.',
	);
}

/**
 * Reads a folder of components, as written by `storyblok components pull --separate-files`: one file per
 * component, next to presets, groups, and tags, which are skipped.
 *
 * @param files the JSON files of the folder
 * @param path path of the folder, for messages
 * @throws {TypesError} if the folder contains no component
 */
export function readComponentsFolder(files: readonly ComponentsFile[], path: string): Definitions {
	const components = files.flatMap(({ text }) =>
		(componentsIn(text) ?? []).filter(({ schema }) => schema !== undefined),
	);
	if (components.length > 0) return definitionsOf(components);
	throw new TypesError(
		`The folder ${path} contains no components: none of its ${files.length} JSON files defines one.`,
		'Set the option to the folder that `npx storyblok components pull --space <id> --separate-files` writes, such as `.storyblok/components/<id>`.',
	);
}

function definitionsOf(components: readonly Component[]): Definitions {
	return new Map(
		components.map((component) => [
			component.name,
			{
				isRoot: component.is_root ?? false,
				isNestable: component.is_nestable ?? !component.is_root,
				group: component.component_group_uuid ?? undefined,
				tags: (component.internal_tag_ids ?? []).map(String),
				fields: fieldsOf(component.schema ?? {}),
			},
		]),
	);
}

function fieldsOf(schema: Record<string, unknown>): Map<string, FieldDefinition> {
	const fields = new Map<string, FieldDefinition>();
	for (const [name, value] of Object.entries(schema)) {
		const parsed = fieldSchema.safeParse(value);
		if (name === '_uid' || name === 'component' || !parsed.success) continue;
		if (!valueless.has(parsed.data.type)) fields.set(name, parsed.data);
	}
	return fields;
}

/** Names of the components that a field of bloks may contain. */
export function allowedIn(field: FieldDefinition, definitions: Definitions): string[] {
	const nestable = [...definitions].filter(([, { isNestable }]) => isNestable);
	const listed = field.restrict_components
		? nestable.filter(([name, other]) => isListed(field, name, other))
		: [];
	return (listed.length > 0 ? listed : nestable).map(([name]) => name);
}

function isListed(field: FieldDefinition, name: string, { group, tags }: Definition): boolean {
	if (field.restrict_type === 'groups')
		return group !== undefined && has(field.component_group_whitelist, group);
	if (field.restrict_type === 'tags') {
		const wanted = field.component_tag_whitelist?.map(String);
		return tags.some((tag) => has(wanted, tag));
	}
	return has(field.component_whitelist, name);
}

const has = (list: readonly string[] | null | undefined, name: string) => list?.includes(name) ?? false;
