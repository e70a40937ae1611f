import { distinctFilters } from '../../shared/api/distinct-filters.js';
import { operationsOf, translationOf } from '../../shared/api/filter-operations.js';
import type { Parameter } from '../http/address.js';
import { SluglineUsageError } from '../model/errors.js';
import { type Condition, type Filter, filterSchema, isMinute } from './schema.js';

/** The parts of a query that filters on translated fields depend on. */
interface FilterContext {
	language: string | undefined;
	version: 'published' | 'draft';
}

/**
 * Converts a filter to parameters of the query string. Undefined if no story can match it.
 *
 * @throws {SluglineUsageError} if it is not a valid filter, or not in this context
 */
export function filterParameters(filter: Filter, context: FilterContext): readonly Parameter[] | undefined {
	const parsed = filterSchema.safeParse(filter);
	if (!parsed.success) {
		throw new SluglineUsageError(
			'Invalid `filter` in the query. Build it with `filter.where`, `filter.and`, and `filter.or`.',
		);
	}
	const parts = [parsed.data].flat();
	if (parts.filter((part) => 'or' in part).length > 1) {
		throw new SluglineUsageError(
			'The filter has more than one `filter.or`. The API combines all alternatives of a query into one group. Use one group per query.',
		);
	}
	const { parameters, isImpossible, problem } = distinctFilters(
		parts.flatMap((part): Parameter[] =>
			'or' in part
				? part.or.map((condition) => parameter(condition, '[__or][]', context))
				: [parameter(part, '', context)],
		),
	);
	if (problem) throw new SluglineUsageError(problem);
	return isImpossible ? undefined : parameters;
}

function parameter(condition: Condition, group: string, context: FilterContext): Parameter {
	const field = fieldOf(condition);
	checkLanguage(condition, field, context);
	return [`filter_query${group}[${field}][${condition.operation}]`, conditionText(condition)];
}

const underscored = (language: string) => language.replaceAll('-', '_');

function fieldOf({ field, language }: Condition): string {
	if (language === undefined) return field;
	if (field.includes('__i18n__')) {
		throw new SluglineUsageError(
			`The filter on the field "${field}" names a language twice. Remove either \`language\` or the part from \`__i18n__\` on.`,
		);
	}
	return `${field}__i18n__${underscored(language)}`;
}

/** Checks the query: the API filters translated fields only in their own language, and only in published stories. */
function checkLanguage(condition: Condition, field: string, { language, version }: FilterContext) {
	const code = translationOf(field)?.code;
	if (code === undefined) return;
	const wanted = condition.language ?? code;
	if (language === undefined || underscored(language) !== code) {
		throw new SluglineUsageError(
			`The filter on the field "${condition.field}" is about its ${wanted} translation, but the query reads ${language ? `the language ${language}` : 'the default language'}. Add \`language: "${wanted}"\` to the query.`,
		);
	}
	if (version !== 'published') {
		throw new SluglineUsageError(
			`The filter on the field "${condition.field}" is about its ${wanted} translation, which the API filters only in published stories. Set \`version: "published"\`, or remove the filter.`,
		);
	}
}

function conditionText(condition: Condition): string {
	const { field, operation } = condition;
	if ('values' in condition) {
		const odd = condition.values.find((value) => value.includes(','));
		if (odd === undefined) return condition.values.join(',');
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${field}" has the value "${odd}". The API separates values by commas and cannot escape one inside a value. Use \`like\`, or filter the stories yourself.`,
		);
	}
	const expected = forms.find(
		({ operations, fits }) => operations.includes(operation) && !fits(condition.value),
	);
	if (!expected) return condition.value;
	throw new SluglineUsageError(
		`The filter operation \`${operation}\` on the field "${field}" compares with "${condition.value}". It takes ${expected.what}.`,
	);
}

/** The form of a value where its operation needs one. */
const forms: { operations: Condition['operation'][]; fits: (value: string) => boolean; what: string }[] = [
	{
		operations: operationsOf('int'),
		fits: (value) => /^-?\d+$/.test(value),
		what: 'a whole number, without thousand separators',
	},
	{
		operations: operationsOf('float'),
		fits: (value) => /^-?\d+(\.\d+)?$/.test(value),
		what: 'a number with a decimal point, without thousand separators',
	},
	{
		operations: operationsOf('date'),
		fits: isMinute,
		what: 'a time in UTC of the form `YYYY-MM-DD HH:MM`',
	},
];
