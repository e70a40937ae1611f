import type { Link, Story } from '../../wire/index.js';
import type { ServedDatasource } from '../served/served-space.js';

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
	readonly datasources: readonly ServedDatasource[];
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
