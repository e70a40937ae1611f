import { z } from 'zod';
import { TypesError } from './types-error.js';

const names = z.array(z.string()).nullish();

const fieldSchema = z.looseObject({
	type: z.string(),
	required: z.boolean().nullish(),
	description: z.string().nullish(),
	/** Of an option: `internal_stories`, `internal`, …; empty where the options are in `options`. */
	source: z.string().nullish(),
	options: z.array(z.looseObject({ value: z.union([z.string(), z.number()]).nullish() })).nullish(),
	/** Of a plugin: its name. */
	field_type: z.string().nullish(),
	restrict_components: z.boolean().nullish(),
	/** `groups`, `tags`; else the names in `component_whitelist`. */
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
	// A file of its own for each component, as `--separate-files` writes them. What else lies there has no `schema`.
	componentSchema.refine(({ schema }) => schema !== undefined).transform((component) => [component]),
]);

/** A file of components, by its path as the options have it. */
export interface ComponentsFile {
	path: string;
	text: string;
}

export type FieldDefinition = z.infer<typeof fieldSchema>;

/** A component as its space defines it. */
export interface Definition {
	/** True if it may be the content of a story. */
	isRoot: boolean;
	isNestable: boolean;
	group: string | undefined;
	tags: readonly string[];
	/** Its fields, less those that only arrange the editor. */
	fields: ReadonlyMap<string, FieldDefinition>;
}

export type Definitions = ReadonlyMap<string, Definition>;

/** Fields without a value: headings and tabs of the editor. */
const arranging = new Set(['section', 'tab']);

type Component = z.infer<typeof componentSchema>;

/** The components of a file; undefined if it is none. */
const componentsIn = (text: string): Component[] | undefined => fileSchema.safeParse(parse(text)).data;

/**
 * Reads a file of components, as `storyblok components pull` (a list) and `storyblok pull-components` (a list under
 * `components`) write it.
 *
 * @param path for what is said of the file
 * @throws {TypesError} if it is none
 */
export function readComponentsFile(text: string, path: string): Definitions {
	const components = componentsIn(text);
	if (components) return definitionsOf(components);
	throw new TypesError(
		`The file ${path} is no list of components.`,
		'Write it with `npx storyblok components pull --space <id>`, and name the `components.json` of that space.',
	);
}

/**
 * Reads the files of a folder, as `storyblok components pull --separate-files` writes them: one for each component, beside
 * presets, groups and tags, which are skipped.
 *
 * @param path of the folder, for what is said of it
 * @throws {TypesError} if no component is in it
 */
export function readComponentsFolder(files: readonly ComponentsFile[], path: string): Definitions {
	const components = files.flatMap(({ text }) =>
		(componentsIn(text) ?? []).filter(({ schema }) => schema !== undefined),
	);
	if (components.length > 0) return definitionsOf(components);
	throw new TypesError(
		`The folder ${path} has no components: none of its ${files.length} JSON files defines one.`,
		'Name the folder that `npx storyblok components pull --space <id> --separate-files` writes, such as `.storyblok/components/<id>`.',
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
		if (!arranging.has(parsed.data.type)) fields.set(name, parsed.data);
	}
	return fields;
}

/** Names of the components that a field of bloks may hold. */
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

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
