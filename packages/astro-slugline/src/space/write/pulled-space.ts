import type { Datasource, Link, Story } from '../../wire/index.js';

/** Everything that can be read from a space, as returned by the API. */
export type PulledSpace = {
	readonly id: number;
	readonly name: string;
	readonly domain: string | null;
	/** Codes of the languages besides the default one. */
	readonly languages: readonly string[];
	readonly published: PulledVersion;
	/** Only readable with a preview token. */
	readonly draft?: PulledVersion | undefined;
	readonly datasources: readonly PulledDatasource[];
};

/** One version of all stories. */
export type PulledVersion = {
	/** With dates. */
	readonly links: readonly Link[];
	/** In the default language. */
	readonly stories: readonly Story[];
	/** By language code, as returned by the API: untranslated fields contain their fallback. */
	readonly translations: ReadonlyMap<string, readonly Story[]>;
};

export type PulledDatasource = {
	readonly datasource: Datasource;
	readonly entries: readonly PulledEntry[];
};

export type PulledEntry = {
	readonly id: number;
	readonly name: string;
	readonly value: string;
	/** By the dimension's entry value. Dimensions without a value are missing. */
	readonly dimensions: Readonly<Record<string, string>>;
};
