/** A user's component, of Astro or of a framework. */
export type BlokComponent = (props: Record<string, unknown>) => unknown;

/** The content of the virtual module of bloks. */
export interface BloksModule {
	/**
	 * Components by the folded name of their file. Functions, since a component that renders bloks imports this module while
	 * this module imports it.
	 */
	components: Record<string, () => BlokComponent>;
	/** Names that several files share, with those files. Rendering such a blok is an error that names them. */
	clashes: Record<string, string[]>;
	/** The folders of components, as the user wrote them. */
	folders: string[];
	/** What a blok without a component does. */
	missing: 'warn' | 'error';
	/** True in `astro dev`. */
	dev: boolean;
	/** True if the site shows drafts. */
	draft: boolean;
}
