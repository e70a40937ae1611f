/** A component of the site, in Astro or a framework. */
export type BlokComponent = (props: Record<string, unknown>) => unknown;

/** The key in a module's `meta` of the modules that it looks up: pairs of a name and the id of a module. */
export const lookedUpMeta = 'astro-slugline:looked-up';

/** The content of the virtual module of bloks. */
export interface BloksModule {
	/**
	 * Returns components, by the folded name of their file, or by the exact one where files of one folder share the folded one.
	 * Functions, because this module and a component that renders bloks import each other.
	 */
	components: Record<string, () => BlokComponent>;
	/** Files by the folded name that they share. Rendering such a blok is an error unless it has the exact name of one. */
	clashes: Record<string, string[]>;
	/** The folders of components, relative to the site. */
	folders: string[];
	/** The option `missingBlok`. */
	missing: 'warn' | 'error';
	/** True in `astro dev`. */
	dev: boolean;
	/** True if the site shows drafts. */
	draft: boolean;
}
