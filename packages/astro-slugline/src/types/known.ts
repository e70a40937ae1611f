import type { Story as AnyStory, Content } from '../wire/index.js';

declare global {
	/** The spaces of a site, by the id of their integration. The types that a sync generates extend this interface. */
	interface SluglineSpaces {}
}

/** The bloks of a space. Without generated types, content only has a component. */
type Bloks<Space extends string> =
	SluglineSpaces extends Record<Space, { bloks: infer Found }> ? Found : Record<string, Content>;

type ContentTypes<Space extends string> =
	SluglineSpaces extends Record<Space, { contentTypes: infer Names extends string }> ? Names : string;

type Languages<Space extends string> =
	SluglineSpaces extends Record<Space, { languages: infer Codes extends string }> ? Codes : string;

type Folders<Space extends string> =
	SluglineSpaces extends Record<Space, { folders: infer Found }> ? Found : unknown;

/** The content types of the site's spaces. Any string if the types do not say. */
export type ContentTypeName = NamedOr<ContentTypes<keyof SluglineSpaces>, string>;

/** The languages of the site's spaces and their locales in Astro. Any string if the types do not say. */
export type LanguageCode = NamedOr<Languages<keyof SluglineSpaces>, string>;

/** A language that may be known only when the site is built, such as `Astro.currentLocale`. A literal one must exist. */
export type KnownLanguage<Lang extends string> = Lang extends LanguageCode
	? Lang
	: string extends Lang
		? Lang
		: LanguageCode;

/** The content types of the stories in a folder. Any string if the types do not list the folder. */
export type TypesIn<Start extends string> = string extends Start
	? string
	: Folders<keyof SluglineSpaces> extends Record<Start, infer Names>
		? NamedOr<Names, string> & string
		: string;

/** The names of the bloks and content types of a space. */
export type BlokName<Space extends string = 'default'> = keyof Bloks<Space> & string;

/**
 * A nested blok or the content of a story, by its name. For a space with its own id: `Blok<'hero', 'shop'>`.
 *
 * @see docs/collections.md
 * @example
 * interface Props { blok: Blok<'hero'> }
 */
export type Blok<Name extends BlokName<Space> = never, Space extends string = 'default'> = Bloks<Space>[[
	Name,
] extends [never]
	? BlokName<Space>
	: Name];

/**
 * A story, by the name of its content type, and the id of its space if it has one. With several types, a field that one of them lacks may be
 * undefined.
 *
 * @see docs/collections.md
 * @example
 * const titleOf = (story: Story<'article'>) => story.content.title;
 */
export type Story<Name extends BlokName<Space> = never, Space extends string = 'default'> = StoryOf<{
	contentType: Name;
	space: Space;
}>;

/** The stories that `stories()` loads with these options. */
export type StoryOf<Options> =
	SluglineSpaces extends Record<SpaceOf<Options>, unknown>
		? StoryFields & { content: Together<ContentOf<NamesOf<Options>, SpaceOf<Options>>> }
		: AnyStory;

/** A story's own fields. Unlike the wire schema, which preserves unknown fields, this type rejects misspelled names. */
type StoryFields = {
	[Field in keyof AnyStory as string extends Field
		? never
		: Field extends 'content'
			? never
			: Field]: AnyStory[Field];
};

type SpaceOf<Options> = Options extends { space: infer Id extends string } ? Id : 'default';

/** The content types that match the options: the listed ones, or else those found in the folder, or else all. */
type NamesOf<Options> = Options extends { contentType: infer Said }
	? NamedOr<Said extends readonly (infer Name)[] ? Name : Said, ContentTypes<SpaceOf<Options>>>
	: Options extends { startsWith: infer Start extends string }
		? Folders<SpaceOf<Options>> extends Record<Start, infer Names>
			? NamedOr<Names, ContentTypes<SpaceOf<Options>>>
			: ContentTypes<SpaceOf<Options>>
		: ContentTypes<SpaceOf<Options>>;

/** Stands for all names if the name is any string. */
type NamedOr<Name, All> = string extends Name ? All : [Name] extends [never] ? All : Name;

type ContentOf<Name, Space extends string> = Name extends keyof Bloks<Space> ? Bloks<Space>[Name] : Content;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Allows access to a field that only some members of a union have. */
type Together<Union, Keys extends PropertyKey = KeysOf<Union>> = string extends Keys
	? Union
	: Union extends unknown
		? [Exclude<Keys, keyof Union>] extends [never]
			? Union
			: Union & { [Key in Exclude<Keys, keyof Union>]?: undefined }
		: never;
