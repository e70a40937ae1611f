import {
	createDeliveryClient,
	type Filter,
	filter,
	filterSchema,
	type StoryQuery,
} from 'astro-slugline/client';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { storyList } from './content.js';

const token = 'public-token-1';
const { where, and, or } = filter;

/** The filter parameters of the request that a query leads to. */
async function sent(query: StoryQuery): Promise<string[]> {
	const asked: URL[] = [];
	const client = createDeliveryClient({
		token,
		baseUrl: 'http://service.invalid',
		fetch: async (input) => {
			asked.push(new URL(String(input)));
			return Response.json(storyList([]).body);
		},
	});
	await client.stories.all(query);
	return [...(asked[0]?.searchParams ?? [])]
		.filter(([name]) => name.startsWith('filter_query'))
		.map(([name, value]) => `${name}=${value}`);
}

const failure = async (query: StoryQuery) => {
	const error = await sent(query).catch((error) => error);
	expect(error).toMatchObject({ name: 'SluglineUsageError' });
	return error.message;
};

it('writes every operation as the API expects it', async () => {
	const all: Filter[] = [
		where('author').in('uuid-1', 'uuid-2'),
		where('featured').notIn(true),
		where('headline').like('*tea*'),
		where('subtitle').like(''),
		where('headline').notLike('Draft*'),
		where('count').ltInt(10),
		where('count').gtInt(-3),
		where('price').ltFloat(270.5),
		where('price').gtFloat(0.0000001),
		where('scheduled').ltDate('2024-05-01 09:30'),
		where('scheduled').gtDate(new Date('2024-04-30T22:15:59.999Z')),
		where('categories').allInArray('a', 'b'),
		where('topics').anyInArray('tea', 7),
		where('topics').inArray('tea', 'milk'),
		where('subtitle').exists(),
		where('headline').exists(false),
		where('seo.description').is('not_empty'),
		where('body.0.name').is('null'),
	];
	expect(await sent({ filter: and(...all) })).toMatchInlineSnapshot(`
		[
		  "filter_query[author][in]=uuid-1,uuid-2",
		  "filter_query[featured][not_in]=true",
		  "filter_query[headline][like]=*tea*",
		  "filter_query[subtitle][like]=",
		  "filter_query[headline][not_like]=Draft*",
		  "filter_query[count][lt_int]=10",
		  "filter_query[count][gt_int]=-3",
		  "filter_query[price][lt_float]=270.5",
		  "filter_query[price][gt_float]=0.0000001",
		  "filter_query[scheduled][lt_date]=2024-05-01 09:30",
		  "filter_query[scheduled][gt_date]=2024-04-30 22:15",
		  "filter_query[categories][all_in_array]=a,b",
		  "filter_query[topics][any_in_array]=tea,7",
		  "filter_query[topics][in_array]=tea,milk",
		  "filter_query[subtitle][exists]=true",
		  "filter_query[headline][exists]=false",
		  "filter_query[seo.description][is]=not_empty",
		  "filter_query[body.0.name][is]=null",
		]
	`);
});

it('writes alternatives with empty brackets, next to conditions that must hold', async () => {
	const tea = and(
		where('price').ltFloat(20),
		where('price').gtFloat(5),
		or(where('topics').anyInArray('tea'), where('seo.description').is('not_empty')),
	);
	expect(await sent({ filter: tea })).toMatchInlineSnapshot(`
		[
		  "filter_query[price][lt_float]=20",
		  "filter_query[price][gt_float]=5",
		  "filter_query[__or][][topics][any_in_array]=tea",
		  "filter_query[__or][][seo.description][is]=not_empty",
		]
	`);
});

it('accepts one condition, and several on one field', async () => {
	expect(await sent({ filter: where('a').like('x*') })).toEqual(['filter_query[a][like]=x*']);
	expect(await sent({ filter: [where('a').like('x*'), where('a').notLike('*y')] })).toEqual([
		'filter_query[a][like]=x*',
		'filter_query[a][not_like]=*y',
	]);
	expect(await sent({ filter: [] })).toEqual([]);
});

// The API keeps only the last of two parameters with one name.
it('merges conditions on one field that mean the same as one, and sends none twice', async () => {
	const a = where('a');
	expect(await sent({ filter: and(a.notIn('x', 'y'), a.notIn('y', 'z')) })).toEqual([
		'filter_query[a][not_in]=x,y,z',
	]);
	expect(await sent({ filter: and(a.allInArray('x'), a.allInArray('y')) })).toEqual([
		'filter_query[a][all_in_array]=x,y',
	]);
	expect(await sent({ filter: and(a.in('x', 'y'), a.in('y', 'z')) })).toEqual(['filter_query[a][in]=y']);
	expect(await sent({ filter: and(a.like('x*'), a.like('x*')) })).toEqual(['filter_query[a][like]=x*']);
	const german = where({ field: 'a', language: 'de' });
	expect(await sent({ filter: and(a.notIn('x'), german.notIn('y')), language: 'de' })).toHaveLength(2);
	expect(
		await sent({ filter: or(a.in('x'), a.in('y'), where('b').anyInArray('x'), where('b').anyInArray('y')) }),
	).toEqual(['filter_query[__or][][a][in]=x,y', 'filter_query[__or][][b][any_in_array]=x,y']);
	expect(await sent({ filter: and(a.in('x'), or(a.in('y'), where('b').in('z'))) })).toHaveLength(3);
});

it('asks nothing where two conditions exclude each other', async () => {
	const client = createDeliveryClient({ token, fetch: () => expect.unreachable() });
	const query = { filter: and(where('a').in('x'), where('a').in('y')), perPage: 5 };
	expect(await client.stories.all(query)).toEqual([]);
	expect(await client.stories.all({ ...query, byUuids: ['u'] })).toEqual([]);
	expect(await client.stories.page(query)).toMatchObject({ items: [], total: 0, perPage: 5 });
	const both: [string, string][] = ['x', 'y'].map((value) => ['filter_query[a][in]', value]);
	await expect(client.get('stories', both)).rejects.toMatchObject({ name: 'SluglineUsageError' });
});

it('refuses what the API would lose', async () => {
	const filters: Filter[] = [
		and(where('title').like('a*'), where('title').like('*b')),
		and(where('topics').anyInArray('a'), where('topics').anyInArray('b')),
		or(where('rank').ltInt(2), where('rank').gtInt(8)),
		or(where('title').like('a*'), where('title').like('b*')),
	];
	expect(await Promise.all(filters.map((filter) => failure({ filter })))).toMatchInlineSnapshot(`
		[
		  "The filter has two conditions \`like\` on the field "title". The API keeps only the last of them. Ask with one of them, and compare the other yourself.",
		  "The filter has two conditions \`any_in_array\` on the field "topics". The API keeps only the last of them. Ask with one of them, and compare the other yourself.",
		  "The filter has two alternatives on the field "rank" (\`lt_int\` and \`gt_int\`). It is not documented whether the API requires one of them or both. Ask once for each, and join the results.",
		  "The filter has two alternatives on the field "title" (\`like\`). It is not documented whether the API requires one of them or both. Ask once for each, and join the results.",
		]
	`);
});

it('is plain data', async () => {
	const plain = and(
		where({ field: 'a', language: 'de' }).in('x'),
		or(where('b').is('true'), where('c').ltInt(1)),
	);
	const copy = filterSchema.parse(JSON.parse(JSON.stringify(plain)));
	expect(copy).toEqual(plain);
	expect(await sent({ filter: copy, language: 'de' })).toEqual(await sent({ filter: plain, language: 'de' }));
});

describe('of translated fields', () => {
	const headline = where({ field: 'headline', language: 'es-co' }).like('*café*');

	it('write a hyphen as an underscore', async () => {
		const expected = ['filter_query[headline__i18n__es_co][like]=*café*'];
		expect(await sent({ filter: headline, language: 'es-co' })).toEqual(expected);
		expect(await sent({ filter: headline, language: 'es_co' })).toEqual(expected);
		expect(await sent({ filter: where('headline__i18n__es_co').like('*café*'), language: 'es-co' })).toEqual(
			expected,
		);
	});

	it('need their language and published stories', async () => {
		const twice = where({ field: 'headline__i18n__es', language: 'es' }).is('empty');
		const queries: StoryQuery[] = [
			{ filter: headline },
			{ filter: or(headline), language: 'de' },
			{ filter: headline, language: 'es-co', version: 'draft' },
			{ filter: where('headline__i18n__es_co').is('empty') },
			{ filter: twice, language: 'es' },
		];
		expect(await Promise.all(queries.map(failure))).toMatchInlineSnapshot(`
			[
			  "The filter on the field "headline" is about its es-co translation, but the query reads the default language. Add \`language: "es-co"\` to the query.",
			  "The filter on the field "headline" is about its es-co translation, but the query reads the language de. Add \`language: "es-co"\` to the query.",
			  "The filter on the field "headline" is about its es-co translation, which the API filters only in published stories. Set \`version: "published"\`, or remove the filter.",
			  "The filter on the field "headline__i18n__es_co" is about its es_co translation, but the query reads the default language. Add \`language: "es_co"\` to the query.",
			  "The filter on the field "headline__i18n__es" names a language twice. Remove either \`language\` or the part from \`__i18n__\` on.",
			]
		`);
	});
});

it('refuses filters that the API cannot evaluate', async () => {
	const unknown: unknown = { price: { lt_float: 20 } };
	const filters: Filter[] = [
		where('city').in('Berlin', 'Washington, D.C.'),
		[or(where('a').in(1)), or(where('b').in(2))],
		unknown as Filter,
		{ field: 'a][b', operation: 'like', value: '' },
		{ field: 'a', operation: 'lt_int', value: '1,000' },
		{ field: 'a', operation: 'lt_date', value: '2024-05-01' },
	];
	expect(await Promise.all(filters.map((filter) => failure({ filter })))).toMatchInlineSnapshot(`
		[
		  "The filter operation \`in\` on the field "city" has the value "Washington, D.C.". The API separates values by commas and cannot escape one inside a value. Use \`like\`, or filter the stories yourself.",
		  "The filter has more than one \`filter.or\`. The API combines all alternatives of a query into one group. Use one group per query.",
		  "Invalid \`filter\` in the query. Build it with \`filter.where\`, \`filter.and\`, and \`filter.or\`.",
		  "Invalid \`filter\` in the query. Build it with \`filter.where\`, \`filter.and\`, and \`filter.or\`.",
		  "The filter operation \`lt_int\` on the field "a" compares with "1,000". It takes a whole number, without thousand separators.",
		  "The filter operation \`lt_date\` on the field "a" compares with "2024-05-01". It takes a time in UTC of the form \`YYYY-MM-DD HH:MM\`.",
		]
	`);
});

it('refuses values that are invalid for the operation', () => {
	const wordsOn = (make: () => unknown) => {
		try {
			return make();
		} catch (error) {
			return String(error);
		}
	};
	const invalid = [
		() => where('a][b'),
		() => where('a').in(),
		() => where('a').ltInt(1.5),
		() => where('a').gtFloat(Number.NaN),
		() => where('a').gtDate('2024-02-30 10:00'),
		() => where('a').ltDate(new Date('never')),
	];
	expect(invalid.map(wordsOn)).toMatchInlineSnapshot(`
		[
		  "SluglineUsageError: Invalid field "a][b" in a filter: a field name has no brackets or spaces. Write nested fields with dots, such as "body.0.name".",
		  "SluglineUsageError: The filter operation \`in\` on the field "a" has no value. Give it at least one.",
		  "SluglineUsageError: The filter on the field "a" compares with 1.5, which is not a whole number. Use \`ltFloat\` or \`gtFloat\` instead.",
		  "SluglineUsageError: The filter on the field "a" compares with NaN. Use a finite number.",
		  "SluglineUsageError: The filter on the field "a" compares with "2024-02-30 10:00", which is not a valid time. Use a Date, or a text of the form \`YYYY-MM-DD HH:MM\` in UTC.",
		  "SluglineUsageError: The filter on the field "a" compares with "an invalid date", which is not a valid time. Use a Date, or a text of the form \`YYYY-MM-DD HH:MM\` in UTC.",
		]
	`);
});

it('writes every number so that it reads back equal, without exponent or separator', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.double({ noNaN: true, noDefaultInfinity: true }),
			fc.maxSafeInteger(),
			async (float, int) => {
				const [first = '', second = ''] = await sent({
					filter: [where('a').ltFloat(float), where('a').gtInt(int)],
				});
				const written = first.slice(first.indexOf('=') + 1);
				expect(written).toMatch(/^-?\d+(\.\d+)?$/);
				expect(Number(written)).toBe(float === 0 ? 0 : float);
				expect(Number(second.slice(second.indexOf('=') + 1))).toBe(int === 0 ? 0 : int);
			},
		),
		{ seed: 1, numRuns: isLong ? 5000 : 100 },
	);
});
