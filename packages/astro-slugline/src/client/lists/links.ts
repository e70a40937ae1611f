import { type Link, linkListSchema } from '../../wire/index.js';
import type { Parameter } from '../http/address.js';
import type { Listing, ListQuery } from './listing.js';
import { createPaged } from './paged.js';
import { askPage, cvParameter, type Source, type Version } from './source.js';

export interface LinkQuery extends ListQuery {
	/** The cache version to read; left out with drafts. */
	cv?: number | undefined;
	/** Only links whose full slug starts with this. */
	startsWith?: string | undefined;
	/** Only links in the folder of this id; 0 for those in no folder. */
	withParent?: number | undefined;
	/** Adds `published_at`, `created_at` and `updated_at`. */
	includeDates?: boolean | undefined;
	/** The client's version by default. */
	version?: Version | undefined;
	/** 1 to 1000; 1000 by default. */
	perPage?: number | undefined;
}

export type LinkListing = Listing<Link, LinkQuery>;

const path = '/v2/cdn/links';

/** The links of a space, folders included. Paging is always asked for, so that old spaces page too. */
export const createLinks = (source: Source): LinkListing =>
	createPaged<Link, LinkQuery>(
		source,
		path,
		{},
		(link) => link.uuid,
		(query, paging) =>
			askPage(source, path, linkListSchema, parameters(query, source.version), paging, ({ links }) => ({
				items: Object.values(links),
				cv: null,
			})),
	);

function parameters(query: LinkQuery, clientVersion: Version): Parameter[] {
	const version = query.version ?? clientVersion;
	const all: Parameter[] = [['version', version], ...cvParameter(query.cv, version), ['paginated', '1']];
	if (query.startsWith) all.push(['starts_with', query.startsWith]);
	if (query.withParent !== undefined) all.push(['with_parent', String(query.withParent)]);
	if (query.includeDates) all.push(['include_dates', '1']);
	return all;
}
