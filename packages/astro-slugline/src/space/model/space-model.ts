import type { Content, EditingTrigger, Trigger } from '../../wire/index.js';

/** The fields of components, by their names. */
export type KnownFields = ReadonlyMap<string, ReadonlyMap<string, unknown>>;

/**
 * The space that a folder of Markdown and YAML describes. Immutable: a change in the folder creates a new
 * model.
 */
export interface SpaceModel {
	readonly id: number;
	readonly name: string;
	readonly domain: string;
	/** ISO time. Determines what depends on the age of a space. */
	readonly createdAt: string;
	readonly defaultLanguage: { readonly code?: string | undefined; readonly name?: string | undefined };
	/** The languages besides the default one, with codes as configured. */
	readonly languages: readonly SpaceLanguage[];
	/** The fields of each component that have a meaning for the files of the folder. */
	readonly contentTypes: ReadonlyMap<string, NamedFields>;
	readonly options: SpaceOptions;
	readonly tokens: SpaceTokens;
	/** The cache version, derived from all names and contents, in the form of a Unix timestamp. */
	readonly cv: number;
	/** One sentence for each probable mistake in the folder. */
	readonly warnings: (fields?: KnownFields, defaultLanguage?: string) => readonly string[];
	/** What a build of the folder refuses, although it can be served. */
	readonly mistakes: (fields?: KnownFields, defaultLanguage?: string) => readonly Error[];
	/** The places of bloks with a content type, in the files of the space. */
	readonly blokPlaces: (type: string) => readonly string[];
	/** The dates of publication that are derived from names and content, by the uuid of their story. */
	readonly inventedDates: ReadonlyMap<string, readonly (keyof Dates)[]>;
	readonly stories: readonly Story[];
	readonly folders: readonly Folder[];
	readonly datasources: readonly Datasource[];
	/** Webhooks that `space.yaml` lists. */
	readonly webhooks: readonly EndpointFields[];
}

export interface EndpointFields {
	readonly name: string;
	readonly description: string | null;
	readonly endpoint: string;
	readonly secret: string | null;
	readonly actions: readonly (Trigger | EditingTrigger)[];
	readonly activated: boolean;
}

/** The fields that `space.yaml` names for a component, because they are written differently than they are served. */
export interface NamedFields {
	/** The field for the text below the front matter. */
	readonly body?: string | undefined;
	/** Fields that may refer to stories by slug. */
	readonly references?: readonly string[] | undefined;
	/** Fields with Markdown text that is served as rich text. */
	readonly richtext?: readonly string[] | undefined;
}

/** A language of a space. */
export interface SpaceLanguage {
	readonly code: string;
	readonly name: string;
}

/** `public` reads published content, `preview` also drafts, and `oauth` the management API. */
export interface SpaceTokens {
	readonly public: string;
	readonly preview: string;
	readonly oauth: string;
	/** Signs addresses of private assets. Undefined if `space.yaml` sets none. */
	readonly asset?: string | undefined;
}

/** Settings of a space that change its responses. */
export interface SpaceOptions {
	/** If false, all languages of a story are published together. */
	readonly publishesLanguagesIndependently: boolean;
	/** `use_filter_query_in_translated_stories`. Default: true for spaces created after 6 February 2024. */
	readonly filtersTranslatedFields: boolean;
	/** True if stories and links have slugs and names per language. */
	readonly translatesSlugs: boolean;
	/** True if links are paged without a parameter, as in spaces created after 9 May 2023. */
	readonly paginatesLinks: boolean;
}

/** ISO times: with milliseconds and `Z` if derived, unchanged if stated in the file. */
export interface Dates {
	readonly created_at: string;
	readonly first_published_at: string | null;
	readonly published_at: string | null;
	readonly updated_at: string;
}

/** Fields of one file that override everything derived, for data of real spaces that this model lacks. */
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

/** A story, with its published content and its draft. */
export interface Story {
	/**
	 * Path relative to the space's folder, with `/`: `blog/hello.md`, or `blog/hello.draft.md` if there is
	 * only a draft.
	 */
	readonly file: string;
	readonly id: number;
	readonly uuid: string;
	/** Shared by the stories of a folder-level translation. */
	readonly groupId: string;
	readonly isStartpage: boolean;
	readonly folder: Folder | null;
	/** The content for published requests. Undefined if the story is not published. */
	readonly published: Edition | undefined;
	/** The content for draft requests: the same object as `published` if there are no unpublished changes. */
	readonly draft: Edition;
	/** The draft as releases change it, by the release's number. */
	readonly releases: ReadonlyMap<number, Edition>;
}

/** One version of a story, draft or published, in all languages. */
export interface Edition {
	readonly name: string;
	/** Last segment. */
	readonly slug: string;
	/** `blog/hello`. A start page's ends with a slash. */
	readonly fullSlug: string;
	/** The real path as set in the file. */
	readonly realPath: string | null;
	readonly position: number;
	readonly tags: readonly string[];
	readonly sortByDate: string | null;
	/** Date of the first publication, if the file states one. */
	readonly firstPublished: string | null;
	readonly metaData: Readonly<Record<string, unknown>> | null;
	readonly releaseId: number | null;
	readonly dates: Dates;
	/** The content type's name. */
	readonly component: string;
	/** The complete content in the default language, with references as uuids. Computed on first use. */
	content(): Content;
	/** One for every language of the space, by code. */
	readonly translations: ReadonlyMap<string, Translation>;
	readonly overrides: Overrides;
}

/** One language of a story, without fallbacks. */
export interface Translation {
	/** True if the language has its own file. */
	readonly exists: boolean;
	readonly published: boolean;
	/** Null if the language has no name of its own. */
	readonly name: string | null;
	/** Last segment, translated if possible. */
	readonly slug: string;
	/** Without language prefix, with folders translated if possible. */
	readonly fullSlug: string;
	/** Null if the language has no real path of its own. */
	readonly realPath: string | null;
	/** Only this language's own fields. */
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

/** An additional column of a datasource. */
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
	/** By the dimension's entry value. Dimensions without a value for this entry are missing. */
	readonly dimensions: Readonly<Record<string, string>>;
}
