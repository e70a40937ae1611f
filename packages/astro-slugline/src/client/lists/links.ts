import { type Link, linkListSchema } from '../../wire/index.js';
import type { Parameter } from '../http/address.js';
import type { Listing, ListQuery } from './listing.js';
import { createPaged } from './paged.js';
import { askPage, cvParameter, type Source, type Version } from './source.js';

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

const path = '/v2/cdn/links';

/** The links of a space, folders included. Always requests pages, because old spaces page only on request. */
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
