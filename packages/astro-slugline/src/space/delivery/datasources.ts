import { notFound } from '../http/answers.js';
import type { Datasource } from '../model/space-model.js';
import { editionOf } from './catalog.js';
import { type Answer, type DeliveryRequest, pageOf, readRange } from './parameters.js';
import { selectStories } from './select-stories.js';

/** `GET /v2/cdn/datasources` */
export function listDatasources({ parameters, catalog }: DeliveryRequest): Answer {
	const term = parameters.text('search')?.toLowerCase();
	const ids = parameters.list('by_ids');
	const selected = catalog.model.datasources.filter(
		(each) =>
			(term === undefined || `${each.name}\n${each.slug}`.toLowerCase().includes(term)) &&
			(ids === undefined || ids.includes(String(each.id))),
	);
	const { items, headers } = pageOf(selected, readRange(parameters, 1000));
	return { body: { datasources: items.map(serveDatasource), cv: catalog.model.cv }, headers };
}

/** `GET /v2/cdn/datasources/{id | slug}` */
export function oneDatasource({ catalog }: DeliveryRequest, name: string): Answer {
	const found = catalog.model.datasources.find((each) => isNamed(each, name));
	if (!found) throw notFound();
	return { body: { datasource: serveDatasource(found), cv: catalog.model.cv } };
}

/**
 * `GET /v2/cdn/datasource_entries`: the entries of one datasource, or of all. `dimension_value` is that of
 * the requested dimension, and null without one.
 */
export function listEntries({ parameters, catalog }: DeliveryRequest): Answer {
	const name = parameters.text('datasource');
	const dimension = parameters.text('dimension');
	const entries = catalog.model.datasources
		.filter((each) => name === undefined || isNamed(each, name))
		.flatMap((each) => each.entries);
	const { items, headers } = pageOf(entries, readRange(parameters, 1000));
	const served = items.map(({ id, name, value, dimensions }) => ({
		id,
		name,
		value,
		dimension_value:
			dimension !== undefined && Object.hasOwn(dimensions, dimension) ? dimensions[dimension] : null,
	}));
	return { body: { datasource_entries: served, cv: catalog.model.cv }, headers };
}

const isNamed = (datasource: Datasource, name: string): boolean =>
	datasource.slug === name || String(datasource.id) === name;

/** A datasource as both APIs have it. */
export const serveDatasource = (datasource: Datasource) => ({
	id: datasource.id,
	name: datasource.name,
	slug: datasource.slug,
	dimensions: datasource.dimensions.map(({ id, name, entryValue, extra }) => ({
		id,
		name,
		entry_value: entryValue,
		datasource_id: datasource.id,
		created_at: toSeconds(datasource.createdAt),
		updated_at: toSeconds(datasource.updatedAt),
		...extra,
	})),
	...datasource.extra,
});

const toSeconds = (iso: string): string => iso.replace(/\.\d{3}Z$/, 'Z');

/** `GET /v2/cdn/tags`: the tags of the selected stories, by name. With `all_tags`, also how many stories have each. */
export function listTags({ parameters, version, catalog }: DeliveryRequest): Answer {
	const counts = new Map<string, number>();
	const reading = { version, language: undefined, fallback: undefined };
	for (const story of selectStories(parameters, reading, catalog)) {
		for (const tag of editionOf(story, { version })?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
	}
	const withStories = parameters.flag('all_tags') ?? false;
	const tags = [...counts]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, count]) => ({
			name,
			taggings_count: count,
			...(withStories ? { tag_on_stories: count } : {}),
		}));
	// Without either parameter, the tags come on one page.
	if (parameters.text('page') === undefined && parameters.text('per_page') === undefined)
		return { body: { tags }, headers: { total: String(tags.length) } };
	const { items, headers } = pageOf(tags, readRange(parameters, 1000));
	return { body: { tags: items }, headers };
}
