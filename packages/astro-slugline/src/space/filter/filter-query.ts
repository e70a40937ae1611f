import { parseOperation, type Test, valueAt } from './operations.js';
import { accept, type Parsed, refuse } from './refusal.js';

export type FilterSubject = {
	/** The content in the default language. Plain fields are always read here, whatever `language` the request has. */
	readonly content: unknown;
	/** The content that a language has of its own, without fallbacks. Undefined if it is not translated. */
	readonly translation?: (language: string) => unknown;
};

export type Filter = {
	/** Number of conditions. With 0, every story matches. */
	readonly size: number;
	matches(subject: FilterSubject): boolean;
};

type Condition = { readonly field: FieldReference; readonly test: Test };

/**
 * Parses every `filter_query[…]` of a request. All conditions must hold, but only one of those under `__or`.
 * Other parameters are ignored. Never throws: invalid filters are returned as the API's refusal.
 *
 * @param query the request's parameters, or the raw query string with or without its question mark
 * @example
 * const filter = parseFilter('filter_query[price][lt_float]=9.5');
 * if (filter.ok) filter.value.matches({ content: { price: '4.20' } }); // true
 */
export function parseFilter(query: URLSearchParams | string, context: FilterContext = {}): Parsed<Filter> {
	const all: Condition[] = [];
	const alternatives: Condition[] = [];
	for (const [name, value] of typeof query === 'string' ? new URLSearchParams(query) : query) {
		if (!/^filter_query(\[|$)/.test(name)) continue;
		if (name.includes('\0') || value.includes('\0'))
			return refuse(400, 'The query contains a null character');
		const keys = keysOf(name);
		if (keys === undefined || keys.length === 0) return refuse(400, `Malformed filter query: ${name}`);
		const isAlternative = keys[0] === '__or';
		if (isAlternative) {
			keys.shift();
			if (keys.shift() !== '') return refuse(500, 'Internal Server Error');
		}
		const condition = parseCondition(name, keys, value, context);
		if (!condition.ok) return condition;
		(isAlternative ? alternatives : all).push(condition.value);
	}
	return accept({
		size: all.length + alternatives.length,
		matches: (subject) =>
			all.every((each) => holds(each, subject)) &&
			(alternatives.length === 0 || alternatives.some((each) => holds(each, subject))),
	});
}

/**
 * Splits `filter_query[a][b]` into `['a', 'b']`. Undefined if the brackets do not close, or if anything is
 * between them.
 */
function keysOf(name: string): string[] | undefined {
	const brackets = name.slice('filter_query'.length);
	if (!/^(\[[^[\]]*\])*$/.test(brackets)) return undefined;
	return [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
}

function parseCondition(
	name: string,
	keys: string[],
	value: string,
	context: FilterContext,
): Parsed<Condition> {
	const [fieldName, operation, ...rest] = keys;
	if (!fieldName || !operation || rest.length > 0) return refuse(400, `Malformed filter query: ${name}`);
	if (fieldName.split('.').includes('')) return refuse(400, `Malformed filter field: ${fieldName}`);
	const field = parseField(fieldName, context);
	if (!field.ok) return field;
	const test = parseOperation(operation, value);
	return test.ok ? accept({ field: field.value, test: test.value }) : test;
}

function holds({ field, test }: Condition, subject: FilterSubject): boolean {
	const content = field.language === undefined ? subject.content : subject.translation?.(field.language);
	return test(valueAt(content, field.path));
}

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
type FieldReference = { readonly path: string; readonly language: string | undefined };

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
function parseField(name: string, context: FilterContext): Parsed<FieldReference> {
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
