import { notFound } from '../http/answers.js';
import type { Datasource } from '../model.js';
import type { Answer, DeliveryRequest } from './answer.js';
import { pageOf, readRange } from './page.js';

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

const serveDatasource = (datasource: Datasource) => ({
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
