import { factsOf } from '../../types/index.js';
import { idOf } from '../folder/files/digest.js';
import type { SpaceModel } from '../model/space-model.js';
import { contentsOf } from './contents.js';

/** The field types of the API, by what the values of a field are. */
const byKind: Readonly<Record<string, object>> = {
	text: { type: 'text' },
	date: { type: 'datetime' },
	numeric: { type: 'number' },
	uuid: { type: 'option', source: 'internal_stories' },
	boolean: { type: 'boolean' },
	number: { type: 'number' },
	asset: { type: 'asset' },
	link: { type: 'multilink' },
	richtext: { type: 'richtext' },
	table: { type: 'table' },
	seo: { type: 'custom', field_type: 'seo_metatags' },
	'list text': { type: 'options', source: 'external' },
	'list uuid': { type: 'options', source: 'internal_stories' },
	'list asset': { type: 'multiasset' },
	list: { type: 'bloks' },
};

const texts = new Set(['text', 'date', 'numeric', 'uuid']);

/** The components that the content of a space shows. No field is required, because another story may lack it. */
export function componentsOf({ stories, createdAt }: SpaceModel) {
	const contentTypes = new Set<string>();
	const bloks = new Map<string, Map<string, Set<string>>>();
	const facts = new Set(
		stories.flatMap((story) => contentsOf(story).flatMap((content) => [...factsOf(content)])),
	);
	for (const fact of [...facts].sort()) {
		const [what, name, field = '', ...kind]: [string, string, ...string[]] = JSON.parse(fact);
		if (what === 'type') contentTypes.add(name);
		const fields = bloks.get(name) ?? new Map<string, Set<string>>();
		bloks.set(name, fields);
		if (what === 'is') fields.set(field, (fields.get(field) ?? new Set()).add(kind.join(' ')));
	}
	// A reference may lead to a story of any type.
	const withTypes = (field: object = {}) =>
		'source' in field && field.source === 'internal_stories'
			? { ...field, filter_content_type: [...contentTypes] }
			: field;
	return [...bloks].map(([name, fields]) => ({
		id: idOf(`component ${name}`),
		name,
		display_name: null,
		real_name: name,
		created_at: createdAt,
		updated_at: createdAt,
		schema: Object.fromEntries(
			[...fields].map(([field, kinds], pos) => [
				field,
				{ ...withTypes(fieldOf(kinds)), pos, id: String(idOf(`${name} ${field}`)) },
			]),
		),
		is_root: contentTypes.has(name),
		is_nestable: !contentTypes.has(name),
		...{ image: null, preview_field: null, preview_tmpl: null, preset_id: null, all_presets: [] },
		...{ description: null, content_type_asset_preview: null, metadata: null },
		...{ component_group_uuid: null, color: null, icon: null, internal_tags_list: [], internal_tag_ids: [] },
	}));
}

function fieldOf(all: ReadonlySet<string>): object | undefined {
	const kinds = [...all].filter((kind) => !['null', 'empty', 'list null', 'list empty'].includes(kind));
	const filled = kinds.filter((kind) => kind !== 'list');
	if (filled.length > 0 && filled.every((kind) => kind.startsWith('list blok '))) {
		const names = filled.map((kind) => kind.slice('list blok '.length));
		return { type: 'bloks', restrict_components: true, component_whitelist: names };
	}
	const [only = kinds[0] ?? 'text', ...more] = filled;
	if (more.length === 0) return byKind[listKind(only)] ?? custom;
	if (filled.every((kind) => texts.has(kind))) return { type: 'text' };
	return filled.every((kind) => listKind(kind) === 'list text') ? byKind['list text'] : custom;
}

const listKind = (kind: string): string =>
	['list date', 'list numeric'].includes(kind) ? 'list text' : kind;

/** A field of a plugin may have any value. */
const custom = { type: 'custom', field_type: 'unknown' };
