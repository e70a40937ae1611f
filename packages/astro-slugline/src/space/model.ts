import type { Content } from '../wire/index.js';
import type { EndpointFields } from './webhooks/index.js';

/**
 * A folder of Markdown and YAML as the space that it is. Read-only: a change in the folder makes a new model.
 * Lists are in the order of file names, which is the same on every machine.
 */
export interface SpaceModel {
	readonly id: number;
	readonly name: string;
	readonly domain: string;
	/** ISO moment; decides what the age of a space decides. */
	readonly createdAt: string;
	readonly defaultLanguage: { readonly code?: string | undefined; readonly name?: string | undefined };
	/** The languages beside the default one, codes as configured. */
	readonly languages: readonly SpaceLanguage[];
	readonly options: SpaceOptions;
	readonly tokens: SpaceTokens;
	/** The cache version: looks like a Unix timestamp, and follows from all names and contents. */
	readonly cv: number;
	/** Sentences for what in the folder is probably a mistake. */
	readonly warnings: readonly string[];
	readonly stories: readonly Story[];
	readonly folders: readonly Folder[];
	readonly datasources: readonly Datasource[];
	/** Endpoints that `space.yaml` lists. */
	readonly webhooks: readonly EndpointFields[];
}

export interface SpaceLanguage {
	readonly code: string;
	readonly name: string;
}

/** `public` sees what is published, `preview` drafts too, `oauth` is the management interface's. */
export interface SpaceTokens {
	readonly public: string;
	readonly preview: string;
	readonly oauth: string;
	/** Signs addresses of private assets; undefined where `space.yaml` has none. */
	readonly asset?: string | undefined;
}

export interface SpaceOptions {
	/** Off: all languages of a story are published with it. */
	readonly publishesLanguagesIndependently: boolean;
	/** `use_filter_query_in_translated_stories`; by default on in spaces created after 6 February 2024. */
	readonly filtersTranslatedFields: boolean;
	/** Stories and links carry slugs and names of their languages. */
	readonly translatesSlugs: boolean;
	/** Links come in pages without being asked to: spaces created after 9 May 2023. */
	readonly paginatesLinks: boolean;
}

/** ISO moments with milliseconds and `Z` where derived; as they stand where the file states them. */
export interface Dates {
	readonly created_at: string;
	readonly first_published_at: string | null;
	readonly published_at: string | null;
	readonly updated_at: string;
}

/** Fields of one file that are served as they stand, over everything derived: what a real space has and this model does not know. */
export interface Overrides {
	readonly story: Readonly<Record<string, unknown>>;
	readonly link: Readonly<Record<string, unknown>>;
}

export interface Folder {
	/** Directory relative to the space's folder, with `/`. */
	readonly path: string;
	readonly id: number;
	readonly uuid: string;
	readonly name: string;
	/** Last segment. */
	readonly slug: string;
	readonly fullSlug: string;
	readonly realPath: string | null;
	readonly position: number;
	readonly published: boolean;
	readonly parent: Folder | null;
	readonly dates: Dates;
	/** One for every language of the space. */
	readonly translations: ReadonlyMap<
		string,
		{ readonly name: string | null; readonly slug: string; readonly fullSlug: string }
	>;
	readonly overrides: Overrides;
}

/** A story: what is published of it, and its draft. */
export interface Story {
	/** File relative to the space's folder, with `/`: `blog/hello.md`, of a story that is only a draft `blog/hello.draft.md`. */
	readonly file: string;
	readonly id: number;
	readonly uuid: string;
	/** Shared by the stories of a folder-level translation. */
	readonly groupId: string;
	readonly isStartpage: boolean;
	readonly folder: Folder | null;
	/** What a published request reads; undefined if the story is not published. */
	readonly published: Edition | undefined;
	/** What a draft request reads: the same object as `published` where there are no unpublished changes. */
	readonly draft: Edition;
}

/** A story as one version (draft or published) has it, in all languages. */
export interface Edition {
	readonly name: string;
	/** Last segment. */
	readonly slug: string;
	/** `blog/hello`; of a folder's start page with a slash at the end. */
	readonly fullSlug: string;
	/** The real path as configured. */
	readonly realPath: string | null;
	readonly position: number;
	readonly tags: readonly string[];
	readonly sortByDate: string | null;
	readonly metaData: Readonly<Record<string, unknown>> | null;
	readonly releaseId: number | null;
	readonly dates: Dates;
	/** The content type's name. */
	readonly component: string;
	/** In the default language: complete, references as uuids. Made when it is first asked for. */
	content(): Content;
	/** One for every language of the space, by code. */
	readonly translations: ReadonlyMap<string, Translation>;
	readonly overrides: Overrides;
}

/** One language of a story, before anything falls back. */
export interface Translation {
	/** A file of its own exists. */
	readonly exists: boolean;
	readonly published: boolean;
	/** Null where the language has no name of its own. */
	readonly name: string | null;
	/** Last segment, translated where it is. */
	readonly slug: string;
	/** Without language prefix; folders translated where they are. */
	readonly fullSlug: string;
	/** Null where the language has none of its own. */
	readonly realPath: string | null;
	/** Only the fields that this language has of its own. */
	content(): Readonly<Record<string, unknown>>;
	readonly overrides: Overrides;
}

export interface Datasource {
	readonly file: string;
	readonly id: number;
	readonly name: string;
	readonly slug: string;
	readonly dimensions: readonly Dimension[];
	readonly entries: readonly DatasourceEntry[];
	readonly createdAt: string;
	readonly updatedAt: string;
	/** Fields that are served as they stand. */
	readonly extra: Readonly<Record<string, unknown>>;
}

export interface Dimension {
	readonly id: number;
	readonly name: string;
	readonly entryValue: string;
	readonly extra: Readonly<Record<string, unknown>>;
}

export interface DatasourceEntry {
	readonly id: number;
	readonly name: string;
	readonly value: string;
	/** By the dimension's entry value; a dimension without a value for this entry is absent. */
	readonly dimensions: Readonly<Record<string, string>>;
}
