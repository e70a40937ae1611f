import type { CurrentSpace, Datasource, DatasourceEntry, Link, Story } from '../wire/index.js';

/** One page of a list, with what its body and headers said. */
export interface SourcePage<Item> {
	items: Item[];
	/** The cache version in the body; null where there is none. */
	cv: number | null;
	/** How many items the whole list has; null where the answer does not say. */
	total: number | null;
}

/** What a sync asks lists by. */
export interface SourceQuery {
	version?: 'published' | 'draft';
	cv?: number;
	language?: string;
	perPage?: number;
	byUuids?: string[];
	filter?: unknown;
	expected?: number;
	includeDates?: boolean;
	datasource?: string;
	dimension?: string;
}

interface SourceList<Item> {
	pages(query: SourceQuery): AsyncIterable<SourcePage<Item>>;
}

/** The part of a delivery client that a sync uses. */
export interface Source {
	currentSpace(): Promise<CurrentSpace>;
	stories: SourceList<Story>;
	links: SourceList<Link>;
	datasources: SourceList<Datasource>;
	datasourceEntries: SourceList<DatasourceEntry>;
}
