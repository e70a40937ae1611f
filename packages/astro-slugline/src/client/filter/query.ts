import { SluglineUsageError } from '../errors.js';
import type { Parameter } from '../http/address.js';
import { isMinute } from './numbers.js';
import { type Condition, type Filter, filterSchema } from './schema.js';

/** What the rest of the query says, as far as filters of translated fields depend on it. */
export interface FilterContext {
	language: string | undefined;
	version: 'published' | 'draft';
}

/**
 * A filter as parameters of the query string.
 *
 * @throws {SluglineUsageError} if it is not a filter, or cannot be asked in this context
 */
export function filterParameters(filter: Filter, context: FilterContext): Parameter[] {
	const parsed = filterSchema.safeParse(filter);
	if (!parsed.success) {
		throw new SluglineUsageError(
			'The `filter` of this query is not a filter. Make it with `filter.where`, `filter.and` and `filter.or`.',
		);
	}
	const parts = [parsed.data].flat();
	if (parts.filter((part) => 'or' in part).length > 1) {
		throw new SluglineUsageError(
			'The filter has more than one `filter.or`. The service takes all alternatives of a query as one group: keep one group, and ask the others as queries of their own.',
		);
	}
	return parts.flatMap((part): Parameter[] =>
		'or' in part
			? part.or.map((condition) => parameter(condition, '[__or][]', context))
			: [parameter(part, '', context)],
	);
}

function parameter(condition: Condition, group: string, context: FilterContext): Parameter {
	const field = fieldOf(condition);
	checkLanguage(condition, field, context);
	return [`filter_query${group}[${field}][${condition.operation}]`, textOf(condition)];
}

const underscored = (language: string) => language.replaceAll('-', '_');

function fieldOf({ field, language }: Condition): string {
	if (language === undefined) return field;
	if (field.includes('__i18n__')) {
		throw new SluglineUsageError(
			`The filter on the field "${field}" names a language twice. Leave out either \`language\` or the part from \`__i18n__\`.`,
		);
	}
	return `${field}__i18n__${underscored(language)}`;
}

/** Translated fields can only be filtered in their own language, and in what is published. */
function checkLanguage(condition: Condition, field: string, { language, version }: FilterContext) {
	const code = field.match(/__i18n__(.+)$/)?.[1];
	if (code === undefined) return;
	const wanted = condition.language ?? code;
	if (language === undefined || underscored(language) !== code) {
		throw new SluglineUsageError(
			`The filter on the field "${condition.field}" is about its ${wanted} translation, but the query asks for ${language ? `the language ${language}` : 'the default language'}. The service needs \`language: "${wanted}"\` in the same query.`,
		);
	}
	if (version !== 'published') {
		throw new SluglineUsageError(
			`The filter on the field "${condition.field}" is about its ${wanted} translation, which the service filters only in published stories. Ask for \`version: "published"\`, or leave the filter out.`,
		);
	}
}

function textOf(condition: Condition): string {
	const { field, operation } = condition;
	if ('values' in condition) {
		const odd = condition.values.find((value) => value.includes(','));
		if (odd === undefined) return condition.values.join(',');
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${field}" has the value "${odd}". The service separates values by commas and has no way to write one inside a value: use \`like\`, or filter the stories yourself.`,
		);
	}
	const { value } = condition;
	const fits = fitting[operation];
	if (fits && !fits.test(value)) {
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${field}" compares with "${value}". It takes ${operation.endsWith('_int') ? 'a whole number' : 'a number with a decimal point'}, without thousand separators.`,
		);
	}
	if ((operation === 'lt_date' || operation === 'gt_date') && !isMinute(value)) {
		throw new SluglineUsageError(
			`The filter operation \`${operation}\` on the field "${field}" compares with "${value}". It takes a moment in UTC, as \`YYYY-MM-DD HH:MM\`.`,
		);
	}
	return value;
}

const int = /^-?\d+$/;
const float = /^-?\d+(\.\d+)?$/;
const fitting: Partial<Record<Condition['operation'], RegExp>> = {
	lt_int: int,
	gt_int: int,
	lt_float: float,
	gt_float: float,
};
