import type { Space } from 'astro-slugline/space';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLong } from '../support/long.js';
import { openSpace } from './open-space.js';

// What a filter passes is compared with a plain evaluation, written here from the interface document and sharing no code with the space.

type Value = null | boolean | string | Value[] | { [field: string]: Value };
type Content = { [field: string]: Value };
type Condition = { field: string; operation: string; argument: string };

const words = ['', 'Hello', 'hello', 'hello world', 'World', 'a', 'b', 'true', '*', 'a.b'];
const numbers = ['', '5', '-3', '270.50', '1,000', 'abc', '0', '12', '-0.5'];
const dates = ['', '2024-05-01', '2024-05-01 10:00', '2024-05-01T10:00:30.000Z', 'soon', '2023-12-31 23:59'];

const maybe = <T extends Value>(values: fc.Arbitrary<T>) =>
	fc.oneof({ weight: 1, arbitrary: fc.constantFrom(undefined, null) }, { weight: 4, arbitrary: values });

const content: fc.Arbitrary<Content> = fc
	.record({
		text: maybe(fc.constantFrom(...words)),
		number: maybe(fc.constantFrom(...numbers)),
		date: maybe(fc.constantFrom(...dates)),
		flag: maybe(fc.boolean()),
		tags: maybe(fc.subarray(['a', 'b', 'c', 'Hello'])),
		seo: maybe(fc.record({ description: fc.constantFrom(...words) })),
		parts: maybe(fc.array(fc.record({ name: fc.constantFrom(...words) }), { maxLength: 2 })),
	})
	.map((fields) => {
		const present: Content = { component: 'page' };
		for (const [name, value] of Object.entries(fields)) if (value !== undefined) present[name] = value;
		return present;
	});

const field = fc.constantFrom(
	...'text number date flag tags seo.description parts.0.name parts.1.name component nothing'.split(' '),
);

const list = fc.array(fc.constantFrom(...words.filter((word) => word !== ''), '5', 'c', 'page'), {
	minLength: 1,
	maxLength: 3,
});
const pattern = fc
	.array(fc.constantFrom('*', 'h', 'ello', 'WORLD', ' ', 'a', '.'), { maxLength: 4 })
	.map((parts) => parts.join(''));

const condition: fc.Arbitrary<Condition> = fc.oneof(
	conditions(
		['in', 'not_in', 'all_in_array', 'any_in_array'],
		list.map((items) => items.join(',')),
	),
	conditions(['like', 'not_like'], pattern),
	conditions(['lt_int', 'gt_int'], fc.constantFrom('0', '5', '-3', '270', '100')),
	conditions(['lt_float', 'gt_float'], fc.constantFrom('0', '5', '-0.5', '270.5', '269.99')),
	conditions(
		['lt_date', 'gt_date'],
		fc.constantFrom('2024-05-01 10:00', '2024-04-30 00:00', '2024-01-01 00:00'),
	),
	conditions(
		['is'],
		fc.constantFrom(...'empty not_empty empty_array not_empty_array null not_null true false'.split(' ')),
	),
);

function conditions(operations: string[], argument: fc.Arbitrary<string>): fc.Arbitrary<Condition> {
	return fc.record({ field, operation: fc.constantFrom(...operations), argument });
}

const pool = fc.sample(content, { seed: 20240501, numRuns: 60 });
/** The names of the stories of a space that pass a filter. */
async function passing(space: Space, all: Condition[], alternatives: Condition[]): Promise<string[]> {
	const query = new URLSearchParams({ token: space.tokens.public, cv: '1', per_page: '100' });
	for (const { field, operation, argument } of all)
		query.append(`filter_query[${field}][${operation}]`, argument);
	for (const { field, operation, argument } of alternatives) {
		query.append(`filter_query[__or][][${field}][${operation}]`, argument);
	}
	const response = await space.fetch(`http://space.test/v2/cdn/stories/?${query}`);
	const body = await response.json();
	return body.stories.map((story: { name: string }) => story.name).sort();
}

test('a filtered list contains exactly the stories that pass a plain evaluation', async () => {
	const files = pool.map((each, index) => [
		`s${index}.md`,
		`---\nname: S${index}\ncontent: ${JSON.stringify(each)}\n---\n`,
	]);
	const { space } = await openSpace(Object.fromEntries(files));
	await fc.assert(
		fc.asyncProperty(
			fc.array(condition, { maxLength: 3 }),
			fc.array(condition, { maxLength: 3 }),
			async (all, alternatives) => {
				const expected = pool
					.map((each, index) => ({ each, name: `S${index}` }))
					.filter(({ each }) => all.every((one) => passes(each, one)))
					.filter(({ each }) => alternatives.length === 0 || alternatives.some((one) => passes(each, one)))
					.map(({ name }) => name)
					.sort();
				expect(await passing(space, all, alternatives)).toEqual(expected);
			},
		),
		{ seed: 7, numRuns: isLong ? 5000 : 300 },
	);
});

function passes(story: Content, { field, operation, argument }: Condition): boolean {
	const value = field.split('.').reduce<Value | undefined>((at, key) => {
		if (at === null || typeof at !== 'object') return undefined;
		return Array.isArray(at) ? at[Number(key)] : at[key];
	}, story);
	const values = argument.split(',');
	const texts = (Array.isArray(value) ? value : [value])
		.filter((one) => one !== undefined && one !== null)
		.map(String);
	const blank = value === null || value === '' || (Array.isArray(value) && value.length === 0);
	const glob = new RegExp(`^${argument.replace(/[.]/g, '\\.').replaceAll('*', '.*')}$`, 'is');
	const like = argument === '' ? blank : texts.some((one) => glob.test(one));
	const decimal =
		typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value) ? Number.parseFloat(value) : Number.NaN;
	const whole = decimal < 0 ? Math.ceil(decimal) : Math.floor(decimal);
	const time = typeof value === 'string' ? utc(value) : Number.NaN;
	const isIn = texts.some((one) => values.includes(one));
	const isBlank = blank || value === undefined;
	const isEmptyList = Array.isArray(value) && value.length === 0;
	const outcomes: Record<string, boolean> = {
		in: isIn,
		not_in: !isIn,
		like,
		not_like: !like,
		lt_int: whole < Number(argument),
		gt_int: whole > Number(argument),
		lt_float: decimal < Number(argument),
		gt_float: decimal > Number(argument),
		lt_date: time < utc(argument),
		gt_date: time > utc(argument),
		all_in_array: Array.isArray(value) && values.every((one) => texts.includes(one)),
		any_in_array: Array.isArray(value) && isIn,
		'is empty': isBlank,
		'is not_empty': !isBlank,
		'is empty_array': isEmptyList,
		'is not_empty_array': Array.isArray(value) && !isEmptyList,
		'is null': value === null,
		'is not_null': value !== null,
		'is true': String(value) === 'true',
		'is false': String(value) === 'false',
	};
	const outcome = outcomes[operation === 'is' ? `is ${argument}` : operation];
	if (outcome === undefined) throw new Error(`The plain evaluation does not know ${operation}=${argument}`);
	return outcome;
}

/** Dates without a zone are read as UTC. */
function utc(text: string): number {
	if (/^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)) return Date.parse(`${text.replace(' ', 'T')}:00Z`);
	return /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
}
