import { accept, type Parsed, refuse } from './refusal.js';

/** What filters on translated fields depend on. Without a space, they are refused. */
export type FilterContext = {
	/** The request's `language`, as sent. */
	readonly language?: string | undefined;
	/** The request's `version`. Without it, the API reads published content. */
	readonly version?: string | undefined;
	readonly space?: {
		/** Codes as configured, with hyphens. */
		readonly languages: readonly string[];
		readonly publishesLanguagesIndependently: boolean;
		/** The option `use_filter_query_in_translated_stories`. */
		readonly filtersTranslatedFields: boolean;
	};
};

/** A field of `content`, in the default language or the given one. */
export type FieldReference = { readonly path: string; readonly language: string | undefined };

const mark = '__i18n__';

const underscored = (code: string) => code.replaceAll('-', '_');

/**
 * Default of `use_filter_query_in_translated_stories`: on for spaces created after 6 February 2024.
 *
 * @param createdAt ISO time at which the space was created
 */
export const filtersTranslatedFieldsByDefault = (createdAt: string): boolean =>
	Date.parse(createdAt) >= Date.UTC(2024, 1, 7);

/**
 * Parses the name of a field. `headline__i18n__es_co` is the field `headline` in the language `es-co`. It is
 * accepted only if the space publishes languages independently and has the option on, and if the request says
 * `language=es-co` and `version=published`.
 */
export function parseField(name: string, context: FilterContext): Parsed<FieldReference> {
	const at = name.indexOf(mark);
	if (at === -1) return accept({ path: name, language: undefined });
	const field = name.slice(0, at);
	const [key = '', ...rest] = name.slice(at + mark.length).split('.');
	const { space, language, version } = context;
	const code = space?.languages.find((each) => underscored(each) === key);
	if (field === '' || space === undefined || code === undefined) {
		return refuse(422, `Unknown language in the translated filter field ${name}`);
	}
	if (!space.publishesLanguagesIndependently) {
		return refuse(422, `Translated filter field ${name}: the space does not publish languages independently`);
	}
	if (!space.filtersTranslatedFields) {
		return refuse(
			422,
			`Translated filter field ${name}: use_filter_query_in_translated_stories is not enabled`,
		);
	}
	if (language === undefined || underscored(language) !== key) {
		return refuse(422, `Translated filter field ${name}: the request needs language=${code}`);
	}
	if (version !== 'published') {
		return refuse(422, `Translated filter field ${name}: the request needs version=published`);
	}
	return accept({ path: [field, ...rest].join('.'), language: code });
}
