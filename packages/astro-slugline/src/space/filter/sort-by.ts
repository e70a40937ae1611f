import { isObject } from 'astro-keep/shared/json';
import { badRequest } from '../http/answers.js';
import { toFloat, toInt } from '../model/cast.js';
import { valueAt } from './operations.js';

/** Compares two stories for `Array.sort`. */
export type StoryOrder = (a: SortSubject, b: SortSubject) => number;

/** A story as in the response: its properties, and its content under `content`. */
export type SortSubject = { readonly content: unknown } & Readonly<Record<string, unknown>>;

type Key = {
	readonly of: (story: SortSubject) => string | number | undefined;
	readonly sign: 1 | -1;
	readonly nulls: 1 | -1;
};

/** The story properties to sort by. Content fields are written `content.…`. */
const properties = new Set([
	...['id', 'uuid', 'name', 'slug', 'full_slug', 'created_at', 'published_at', 'first_published_at'],
	...['updated_at', 'sort_by_date', 'position', 'is_startpage', 'parent_id', 'group_id', 'tag_list'],
	...['path', 'lang'],
]);

/**
 * Parses `sort_by`: `prop:asc|desc` or `content.field:asc|desc[:int|:float]`, each optionally with
 * `:nulls_first` or `:nulls_last` (the default), joined by commas. Content fields are compared as text unless
 * typed. The sort is stable.
 *
 * @throws {RefusedRequest} if it is invalid
 * @example parseSortBy('content.price:desc:float,name:asc')
 */
export function parseSortBy(value: string): StoryOrder {
	const keys = value.split(',').map((part) => {
		const key = parseKey(part.trim());
		if (!key) throw badRequest(`Invalid sort_by: ${value}`);
		return key;
	});
	return (a, b) => {
		for (const key of keys) {
			const order = compare(key.of(a), key.of(b), key);
			if (order !== 0) return order;
		}
		return 0;
	};
}

function parseKey(part: string): Key | undefined {
	const [name = '', direction, ...options] = part.split(':');
	if (direction !== 'asc' && direction !== 'desc') return undefined;
	const field = name.startsWith('content.') ? name.slice('content.'.length) : undefined;
	if (field === undefined ? !properties.has(name) : field.split('.').includes('')) return undefined;
	const type = options[0] === 'int' || options[0] === 'float' ? options.shift() : undefined;
	const nulls = options.shift() ?? 'nulls_last';
	if (options.length > 0 || !['nulls_first', 'nulls_last'].includes(nulls)) return undefined;
	if (type !== undefined && field === undefined) return undefined;
	return {
		of: (story) => (field === undefined ? plain(story[name]) : typed(valueAt(story.content, field), type)),
		sign: direction === 'asc' ? 1 : -1,
		nulls: nulls === 'nulls_first' ? -1 : 1,
	};
}

const plain = (value: unknown) => (typeof value === 'number' ? value : asText(value));

function typed(value: unknown, type: string | undefined): string | number | undefined {
	if (type === 'int') return toInt(value);
	if (type === 'float') return toFloat(value);
	return asText(value);
}

function asText(value: unknown): string | undefined {
	if (value === null || value === undefined) return undefined;
	return Array.isArray(value) || isObject(value) ? JSON.stringify(value) : String(value);
}

function compare(
	a: string | number | undefined,
	b: string | number | undefined,
	{ sign, nulls }: Key,
): number {
	if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? nulls : -nulls;
	if (a === b) return 0;
	return a < b ? -sign : sign;
}
