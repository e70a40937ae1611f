import type { Datasource, Link, Story } from '../../wire/index.js';

/** Everything of a space that can be read from outside, as the service answered it. */
export type PulledSpace = {
	readonly id: number;
	readonly name: string;
	readonly domain: string | null;
	/** Codes of the languages beside the default one. */
	readonly languages: readonly string[];
	readonly published: PulledVersion;
	/** Only what a preview token reads. */
	readonly draft?: PulledVersion | undefined;
	readonly datasources: readonly PulledDatasource[];
};

/** One version of all stories. */
export type PulledVersion = {
	/** With dates. */
	readonly links: readonly Link[];
	/** In the default language. */
	readonly stories: readonly Story[];
	/** By language code, as the service answers them: untranslated fields have fallen back. */
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
	/** By the dimension's entry value; a dimension without a value is absent. */
	readonly dimensions: Readonly<Record<string, string>>;
};
