import { badRequest, RefusedRequest, unprocessable } from '../http/answers.js';
import type { SpaceOptions } from '../model/space-model.js';
import { isOperation, parseOperation, valueAt } from './operations.js';

export type FilterSubject = {
	/** The content in the default language. Plain fields are always read here, whatever `language` the request has. */
	readonly content: unknown;
	/** The content that a language has of its own, without fallbacks. Undefined if it is not translated. */
	readonly translation: (language: string) => unknown;
};

/**
 * Parses every `filter_query[…]` of a request. All conditions must hold, but only one of those under `__or`.
 * Of conditions with one name, the last one counts, except under `__or`. Other parameters are ignored.
 *
 * @returns the test for a story; undefined if there is no condition
 * @throws {RefusedRequest} if a filter is invalid
 * @example parseFilter(new URLSearchParams('filter_query[price][lt_float]=9.5'), context)
 */
export function parseFilter(
	query: URLSearchParams,
	context: FilterContext,
): ((subject: FilterSubject) => boolean) | undefined {
	const all = new Map<string, () => Condition>();
	const alternatives: (() => Condition)[] = [];
	for (const [name, value] of query) {
		if (!/^filter_query(\[|$)/.test(name)) continue;
		const keys = keysOf(name);
		if (keys === undefined || keys.length === 0) throw badRequest(`Malformed filter query: ${name}`);
		const isAlternative = keys[0] === '__or';
		if (isAlternative) {
			keys.shift();
			// The API itself fails.
			if (keys.shift() !== '') throw new RefusedRequest(500, { error: 'Internal Server Error' });
		}
		const condition = () => parseCondition(name, keys, value, context);
		if (isAlternative) alternatives.push(condition);
		else all.set(keys.join(' '), condition);
	}
	const must = [...all.values()].map((parse) => parse());
	const may = alternatives.map((parse) => parse());
	if (must.length + may.length === 0) return undefined;
	return (subject) =>
		must.every((holds) => holds(subject)) && (may.length === 0 || may.some((holds) => holds(subject)));
}

/** Removes filters with an operation that does not exist. The management API skips them. */
export function dropUnknownOperations(query: URLSearchParams): void {
	for (const name of [...query.keys()]) {
		const operation = name.startsWith('filter_query[') ? keysOf(name)?.at(-1) : undefined;
		if (operation && !isOperation(operation)) query.delete(name);
	}
}

type Condition = (subject: FilterSubject) => boolean;

/**
 * Splits `filter_query[a][b]` into `['a', 'b']`. Undefined if the brackets do not close, or if anything is
 * between them.
 */
function keysOf(name: string): string[] | undefined {
	const brackets = name.slice('filter_query'.length);
	if (!/^(\[[^[\]]*\])*$/.test(brackets)) return undefined;
	return [...brackets.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key);
}

function parseCondition(name: string, keys: string[], value: string, context: FilterContext): Condition {
	const [fieldName, operation, ...rest] = keys;
	if (!fieldName || !operation || rest.length > 0) throw badRequest(`Malformed filter query: ${name}`);
	if (fieldName.split('.').includes('')) throw badRequest(`Malformed filter field: ${fieldName}`);
	const { path, language } = parseField(fieldName, context);
	const test = parseOperation(operation, value);
	return ({ content, translation }) =>
		test(valueAt(language === undefined ? content : translation(language), path));
}

/** What filters on translated fields depend on. */
export type FilterContext = {
	/** The request's `language`, as sent. */
	readonly language: string | undefined;
	/** The request's `version`. Without it, the API reads published content. */
	readonly version: string | undefined;
	/** Codes as configured, with hyphens. */
	readonly languages: readonly string[];
	readonly options: SpaceOptions;
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
function parseField(name: string, context: FilterContext): FieldReference {
	const at = name.indexOf(mark);
	if (at === -1) return { path: name, language: undefined };
	const field = name.slice(0, at);
	const [key = '', ...rest] = name.slice(at + mark.length).split('.');
	const { options, languages, language, version } = context;
	const code = languages.find((each) => underscored(each) === key);
	if (field === '' || code === undefined)
		throw unprocessable(`Unknown language in the translated filter field ${name}`);
	const problem = [
		!options.publishesLanguagesIndependently && 'the space does not publish languages independently',
		!options.filtersTranslatedFields && 'use_filter_query_in_translated_stories is not enabled',
		underscored(language ?? '') !== key && `the request needs language=${code}`,
		version !== 'published' && 'the request needs version=published',
	].find((each) => each !== false);
	if (problem) throw unprocessable(`Translated filter field ${name}: ${problem}`);
	return { path: [field, ...rest].join('.'), language: code };
}
