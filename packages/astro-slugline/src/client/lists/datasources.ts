import {
	type Datasource,
	type DatasourceEntry,
	datasourceEntryListSchema,
	datasourceListSchema,
} from '../../wire/index.js';
import type { Parameter } from '../http/address.js';
import type { Listing, ListQuery } from './listing.js';
import { createPaged } from './paged.js';
import { askPage, cvParameter, type Source } from './source.js';

/** Options of a query for datasources. */
export interface DatasourceQuery extends ListQuery {
	/** The cache version to read. Not sent by a client that reads drafts. */
	cv?: number | undefined;
	/** Items per page, 1 to 1000. Default: 1000. */
	perPage?: number | undefined;
}

/** Options of a query for entries of datasources. */
export interface DatasourceEntryQuery extends DatasourceQuery {
	/** Slug of the datasource. Default: the entries of all datasources. */
	datasource?: string | undefined;
	/** `entry_value` of the dimension whose values to read. Without it, `dimension_value` is null. */
	dimension?: string | undefined;
}

const datasourcesPath = '/v2/cdn/datasources';
const entriesPath = '/v2/cdn/datasource_entries';

/** The datasources of a space, with their dimensions. */
export type DatasourceListing = Listing<Datasource, DatasourceQuery>;
/** The entries of datasources. */
export type DatasourceEntryListing = Listing<DatasourceEntry, DatasourceEntryQuery>;

export const createDatasources = (source: Source): DatasourceListing =>
	createPaged<Datasource, DatasourceQuery>(
		source,
		datasourcesPath,
		{},
		(datasource) => datasource.id,
		(query, paging) =>
			askPage(
				source,
				datasourcesPath,
				datasourceListSchema,
				cvParameter(query.cv, source.version),
				paging,
				({ datasources, cv }) => ({ items: datasources, cv }),
			),
	);

/** The entries of datasources. One request returns the values of one dimension, so each dimension needs a run. */
export const createDatasourceEntries = (source: Source): DatasourceEntryListing =>
	createPaged<DatasourceEntry, DatasourceEntryQuery>(
		source,
		entriesPath,
		{},
		(entry) => entry.id,
		(query, paging) =>
			askPage(
				source,
				entriesPath,
				datasourceEntryListSchema,
				entryParameters(query, source),
				paging,
				({ datasource_entries, cv }) => ({ items: datasource_entries, cv }),
			),
	);

function entryParameters(query: DatasourceEntryQuery, { version }: Source): Parameter[] {
	const all: Parameter[] = cvParameter(query.cv, version);
	if (query.datasource !== undefined) all.push(['datasource', query.datasource]);
	if (query.dimension !== undefined) all.push(['dimension', query.dimension]);
	return all;
}
