import type { Datasource, Link, Story } from '../../wire/index.js';
import type { DatasourceEntry } from '../model/space-model.js';

/** A space as a service served it, from which its requests can be answered again. */
export interface ServedSpace {
	readonly id: number;
	readonly name: string;
	/** The snapshot that all of it is of; 0 where the service named none. */
	readonly cv: number;
	readonly version: 'published' | 'draft';
	/** The languages that the stories were read in, beside the default one. */
	readonly languages: readonly string[];
	/** All links of the version, with their dates. */
	readonly links: readonly Link[];
	/** The stories of the version, in each language in which they are published. */
	readonly stories: readonly Story[];
	readonly datasources: readonly ServedDatasource[];
}

/** A datasource with its entries, all dimensions merged. */
export interface ServedDatasource {
	readonly datasource: Datasource;
	readonly entries: readonly DatasourceEntry[];
}
