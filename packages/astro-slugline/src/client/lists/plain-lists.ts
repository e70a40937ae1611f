import type { z } from 'zod';
import {
	type Datasource,
	type DatasourceEntry,
	datasourceEntryListSchema,
	datasourceListSchema,
	type Link,
	linkListSchema,
} from '../../wire/index.js';
import type { Parameter } from '../http/address.js';
import { createListing, type Listing, type ListQuery, type Page } from './listing.js';
import { pagesOf } from './pages.js';
import { type ListKind, onePage, runOf } from './run.js';
import { type Bound, cvParameter, type Version } from './source.js';

/** The largest page of links and datasources. It is the default, because it needs the fewest requests. */
const maxPerPage = 1000;

/**
 * Bytes of such a list, which is read as a whole, at most: half a million links without translations. In memory it takes little more.
 */
const maxBytes = 256 * 1024 * 1024;

function createPlainList<
	Item,
	Query extends ListQuery & { cv?: number | undefined },
	Shape extends z.ZodType,
>(
	source: Bound,
	own: Pick<
		ListKind<Item, Query, Shape, { items: Item[]; cv: number | null }>,
		'path' | 'shape' | 'keyOf' | 'parametersOf' | 'read'
	>,
): Listing<Item, Query> {
	const kind = { ...own, perPage: maxPerPage, maxPerPage, maxBytes };
	return createListing<Item, Query, Page<Item>>({
		page: (query, page) => onePage(runOf(source, kind, query), page),
		pages: (query) => pagesOf(runOf(source, kind, query)),
	});
}

/** Options of a query for links. */
export interface LinkQuery extends ListQuery {
	/** The cache version to read. Not sent with drafts. */
	cv?: number | undefined;
	/** Only links whose full slug starts with this. */
	startsWith?: string | undefined;
	/** Only links in the folder with this id. 0 stands for links outside all folders. */
	withParent?: number | undefined;
	/** Adds `published_at`, `created_at`, and `updated_at`. */
	includeDates?: boolean | undefined;
	/** Default: the client's version. */
	version?: Version | undefined;
	/** Items per page, 1 to 1000. Default: 1000. */
	perPage?: number | undefined;
}

/** The links of a space, folders included. */
export type LinkListing = Listing<Link, LinkQuery>;

/** The links of a space, folders included. Always requests pages, because old spaces page only on request. */
export const createLinks = (source: Bound): LinkListing =>
	createPlainList(source, {
		path: '/v2/cdn/links',
		shape: linkListSchema,
		keyOf: (link) => link.uuid,
		parametersOf(query: LinkQuery) {
			const version = query.version ?? source.version;
			const all: Parameter[] = [['version', version], ...cvParameter(query.cv, version), ['paginated', '1']];
			if (query.startsWith) all.push(['starts_with', query.startsWith]);
			if (query.withParent !== undefined) all.push(['with_parent', String(query.withParent)]);
			if (query.includeDates) all.push(['include_dates', '1']);
			return all;
		},
		read: ({ links }) => ({ items: Object.values(links), cv: null }),
	});

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

/** The datasources of a space, with their dimensions. */
export type DatasourceListing = Listing<Datasource, DatasourceQuery>;
/** The entries of datasources. */
export type DatasourceEntryListing = Listing<DatasourceEntry, DatasourceEntryQuery>;

export const createDatasources = (source: Bound): DatasourceListing =>
	createPlainList(source, {
		path: '/v2/cdn/datasources',
		shape: datasourceListSchema,
		keyOf: ({ id }) => id,
		parametersOf: (query: DatasourceQuery) => cvParameter(query.cv, source.version),
		read: ({ datasources, cv }) => ({ items: datasources, cv }),
	});

/** The entries of datasources. One request returns the values of one dimension, so each dimension needs a run. */
export const createDatasourceEntries = (source: Bound): DatasourceEntryListing =>
	createPlainList(source, {
		path: '/v2/cdn/datasource_entries',
		shape: datasourceEntryListSchema,
		keyOf: ({ id }) => id,
		parametersOf(query: DatasourceEntryQuery) {
			const all = cvParameter(query.cv, source.version);
			if (query.datasource !== undefined) all.push(['datasource', query.datasource]);
			if (query.dimension !== undefined) all.push(['dimension', query.dimension]);
			return all;
		},
		read: ({ datasource_entries, cv }) => ({ items: datasource_entries, cv }),
	});
