import { expect, test } from 'vitest';
import { openSpace } from './open-space.js';

const story = (content: string) => `---\ncontent:\n  component: page\n${content}---\n`;

async function open(
	spaceFields = 'created_at: 2025-01-01\n',
	stories: Readonly<Record<string, string>> = {},
) {
	const { space } = await openSpace({
		'space.yaml': `name: Harbour\nlanguages: [de, es-co]\n${spaceFields}`,
		'a.md': story('  title: Hello\n  price: 9.50\n  date: 2024-05-01\n  order: 10\n'),
		'a.de.md': '---\ncontent: { title: Hallo }\n---\n',
		'a.es-co.md': '---\ncontent: { title: Hola, seo: { title: Hola } }\n---\n',
		'b.md': story('  title: Other\n  price: 10\n  date: 2024-06-01\n  order: 9\n'),
		'b.de.md': '---\npublished: false\ncontent: { title: Hallo }\n---\n',
		'c.md': story('  title: ""\n'),
		...stories,
	});
	const token = space.tokens.preview;
	return async (query: string): Promise<Answered> => {
		const response = await space.fetch(`http://space.test/v2/cdn/stories/?token=${token}&cv=1&${query}`);
		const body = await response.json();
		const slugs = response.ok ? body.stories.map((each: { full_slug: string }) => each.full_slug) : [];
		return { status: response.status, body, slugs };
	};
}

interface Answered {
	status: number;
	body: { error?: string };
	slugs: string[];
}

const refusalOf = ({ status, body }: Answered) => `${status} ${body.error}`;

const german = 'version=published&language=de';

const notADate = 'Invalid filter value, expected a date (YYYY-MM-DD HH:MM):';

test.each([
	['filter_query=x', '400 Malformed filter query: filter_query'],
	['filter_query[title]=x', '400 Malformed filter query: filter_query[title]'],
	['filter_query[][in]=x', '400 Malformed filter query: filter_query[][in]'],
	['filter_query[title][]=x', '400 Malformed filter query: filter_query[title][]'],
	['filter_query[title][in][more]=x', '400 Malformed filter query: filter_query[title][in][more]'],
	['filter_query[title[in]=x', '400 Malformed filter query: filter_query[title[in]'],
	['filter_query[a..b][in]=x', '400 Malformed filter field: a..b'],
	['filter_query[title][in]=%00', '400 The query contains a null character'],
	['filter_query[title][equals]=x', '422 Unknown filter operation: equals'],
	['filter_query[title][constructor]=x', '422 Unknown filter operation: constructor'],
	['filter_query[price][lt_int]=9.5', '400 Invalid filter value, expected an integer: 9.5'],
	['filter_query[price][gt_int]=1,000', '400 Invalid filter value, expected an integer: 1,000'],
	['filter_query[price][lt_float]=ten', '400 Invalid filter value, expected a number: ten'],
	['filter_query[date][gt_date]=tomorrow', `400 ${notADate} tomorrow`],
	['filter_query[date][lt_date]=2024-02-30 10:00', `400 ${notADate} 2024-02-30 10:00`],
	['filter_query[title][is]=there', '400 Invalid value for filter operation is: there'],
	['filter_query[title][is]=toString', '400 Invalid value for filter operation is: toString'],
	['filter_query[list][exists]=maybe', '400 Invalid value for filter operation exists: maybe'],
	['filter_query[__or][0][title][in]=x', '500 Internal Server Error'],
	['filter_query[__or][title][in]=x', '500 Internal Server Error'],
	['filter_query[__or]=x', '500 Internal Server Error'],
	['filter_query[__or][][title]=x', '400 Malformed filter query: filter_query[__or][][title]'],
	['filter_query[__or][][title][equals]=x', '422 Unknown filter operation: equals'],
])('%s is refused', async (query, refusal) => {
	const ask = await open();
	expect(refusalOf(await ask(query))).toBe(refusal);
});

test.each('name name:up nothing:asc content.:asc name:asc:int name:asc:x , a:b:c:d:e'.split(' '))(
	'sort_by=%s is refused',
	async (order) => {
		const ask = await open();
		expect(refusalOf(await ask(`sort_by=${order}`))).toBe(`400 Invalid sort_by: ${order}`);
	},
);

test('brackets may be encoded', async () => {
	const ask = await open();
	const encoded = 'filter_query%5B__or%5D%5B%5D%5Btitle%5D%5Bin%5D=Hello';
	expect((await ask(`${encoded}&filter_query[__or][][title][in]=Other`)).slugs).toEqual(['a', 'b']);
});

test('of conditions with one name, the last one counts, but alternatives all do', async () => {
	const ask = await open();
	const title = (...values: string[]) => values.map((value) => `filter_query[title][in]=${value}`).join('&');
	expect((await ask(title('Hello', 'Other'))).slugs).toEqual(['b']);
	expect((await ask(`${title('Hello')}&filter_query[title][not_in]=Other`)).slugs).toEqual(['a']);
	expect((await ask('filter_query[price][lt_int]=x&filter_query[price][lt_int]=10')).slugs).toEqual(['a']);
	expect((await ask(title('Other', 'Hello').replaceAll('[title]', '[__or][][title]'))).slugs).toEqual([
		'a',
		'b',
	]);
});

test('operations of the service’s own list are known by both of their names', async () => {
	const ask = await open(undefined, {
		'd.md': story('  tags: [x, y]\n'),
		'e.md': story('  tags: [y, x, z]\n'),
	});
	const slugs = async (filter: string) => (await ask(`filter_query${filter}`)).slugs;
	expect(await slugs('[price][gt-float]=9.5')).toEqual(['b']);
	expect(await slugs('[price][lt-int]=10')).toEqual(['a']);
	expect(await slugs('[price][gt_num]=9.4')).toEqual(['a', 'b']);
	expect(await slugs('[price][lt-num]=9.6')).toEqual(['a']);
	expect(await slugs('[date][lt-date]=2024-05-02 00:00')).toEqual(['a']);
	expect(await slugs('[tags][all]=x,y')).toEqual(['d', 'e']);
	expect(await slugs('[tags][eq_array]=y,x')).toEqual(['d']);
	expect(refusalOf(await ask('filter_query[title][not-in]=x'))).toBe('422 Unknown filter operation: not-in');
});

test('a translated field is filtered by the language’s own value', async () => {
	const ask = await open();
	expect((await ask(`${german}&filter_query[title__i18n__de][in]=Hallo`)).slugs).toEqual(['de/a']);
	expect((await ask(`${german}&filter_query[title__i18n__de][in]=Hello`)).slugs).toEqual([]);
	expect((await ask(`${german}&filter_query[title][in]=Hello`)).slugs).toEqual(['de/a']);
	const colombian = 'version=published&language=es-co';
	expect((await ask(`${colombian}&filter_query[title__i18n__es_co][like]=ho*`)).slugs).toEqual(['es-co/a']);
	expect((await ask(`${colombian}&filter_query[seo.title__i18n__es_co][in]=Hola`)).slugs).toEqual([
		'es-co/a',
	]);
});

const i18n = 'filter_query[title__i18n__de][in]=Hallo';

test.each([
	['', `version=published&${i18n}`, 'the request needs language=de'],
	['', `version=published&language=es-co&${i18n}`, 'the request needs language=de'],
	['', `language=de&${i18n}`, 'the request needs version=published'],
	['', `version=draft&language=de&${i18n}`, 'the request needs version=published'],
	['created_at: 2024-02-06', `${german}&${i18n}`, 'use_filter_query_in_translated_stories is not enabled'],
	[
		'publish_languages_independently: false',
		`${german}&${i18n}`,
		'the space does not publish languages independently',
	],
	[
		'use_filter_query_in_translated_stories: false',
		`${german}&${i18n}`,
		'use_filter_query_in_translated_stories is not enabled',
	],
])('with “%s” in space.yaml, %s is refused: %s', async (fields, query, why) => {
	const ask = await open(fields === '' ? undefined : `${fields}\n`);
	expect(refusalOf(await ask(query))).toBe(`422 Translated filter field title__i18n__de: ${why}`);
});

test('a translated field needs a language of the space, and a space that is new or has the option', async () => {
	const ask = await open();
	for (const field of ['title__i18n__fr', 'title__i18n__es-co', '__i18n__de'])
		expect(refusalOf(await ask(`${german}&filter_query[${field}][in]=x`))).toBe(
			`422 Unknown language in the translated filter field ${field}`,
		);
	const onRequest = 'created_at: 2023-01-01\nuse_filter_query_in_translated_stories: true\n';
	for (const yaml of ['created_at: 2024-02-07\n', onRequest])
		expect((await (await open(yaml))(`${german}&${i18n}`)).slugs).toEqual(['de/a']);
});

test('stories are ordered by properties and by fields, as text or as numbers', async () => {
	const ask = await open();
	const order = async (sortBy: string) => (await ask(`sort_by=${sortBy}`)).slugs.join(' ');
	expect(await order('name:desc')).toBe('c b a');
	expect(await order('content.order:asc')).toBe('a b c');
	expect(await order('content.order:asc:int')).toBe('b a c');
	expect(await order('content.price:desc:float')).toBe('b a c');
	expect(await order('content.price:desc:float:nulls_first')).toBe('c b a');
	expect(await order('content.order:desc:nulls_last')).toBe('b a c');
	expect(await order('content.component:asc,name:desc')).toBe('c b a');
	expect(await order('content.title:desc')).toBe('b a c');
});

test('a pattern of many wildcards is fast', async () => {
	const ask = await open(undefined, { 'long.md': story(`  title: ${'a'.repeat(20_000)}\n`) });
	const pattern = `${'*a'.repeat(40)}*b`;
	expect((await ask(`filter_query[title][like]=${pattern}`)).slugs).toEqual([]);
});
