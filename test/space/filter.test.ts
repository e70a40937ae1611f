import { createSpace } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from './temporary-folder.js';

const story = (content: string) => `---\ncontent:\n  component: page\n${content}---\n`;

async function open(
	spaceFields = 'created_at: 2025-01-01\n',
	stories: Readonly<Record<string, string>> = {},
) {
	const folder = await temporaryFolder({
		'space.yaml': `name: Harbour\nlanguages: [de, es-co]\n${spaceFields}`,
		'a.md': story('  title: Hello\n  price: 9.50\n  date: 2024-05-01\n  order: 10\n'),
		'a.de.md': '---\ncontent: { title: Hallo }\n---\n',
		'a.es-co.md': '---\ncontent: { title: Hola, seo: { title: Hola } }\n---\n',
		'b.md': story('  title: Other\n  price: 10\n  date: 2024-06-01\n  order: 9\n'),
		'b.de.md': '---\npublished: false\ncontent: { title: Hallo }\n---\n',
		'c.md': story('  title: ""\n'),
		...stories,
	});
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	const token = space.tokens.preview;
	return async (query: string): Promise<{ status: number; body: unknown; slugs: string[] }> => {
		const response = await space.fetch(`http://space.test/v2/cdn/stories/?token=${token}&cv=1&${query}`);
		const body = await response.json();
		const slugs = response.ok ? body.stories.map((each: { full_slug: string }) => each.full_slug) : [];
		return { status: response.status, body, slugs };
	};
}

const german = 'version=published&language=de';

test('a malformed filter, or one with unknown names, is refused with a message', async () => {
	const ask = await open();
	const refusals: Record<string, unknown> = {};
	for (const query of [
		'filter_query=x',
		'filter_query[title]=x',
		'filter_query[][in]=x',
		'filter_query[title][]=x',
		'filter_query[title][in][more]=x',
		'filter_query[title[in]=x',
		'filter_query[a..b][in]=x',
		'filter_query[title][in]=%00',
		'filter_query[title][equals]=x',
		'filter_query[title][constructor]=x',
		'filter_query[price][lt_int]=9.5',
		'filter_query[price][gt_int]=1,000',
		'filter_query[price][lt_float]=ten',
		'filter_query[date][gt_date]=tomorrow',
		'filter_query[date][lt_date]=2024-02-30 10:00',
		'filter_query[title][is]=there',
		'filter_query[title][is]=toString',
		'filter_query[__or][0][title][in]=x',
		'filter_query[__or][title][in]=x',
		'filter_query[__or]=x',
		'filter_query[__or][][title]=x',
		'filter_query[__or][][title][equals]=x',
	]) {
		const { status, body } = await ask(query);
		refusals[query] = `${status} ${JSON.stringify(body)}`;
	}
	expect(refusals).toMatchInlineSnapshot(`
		{
		  "filter_query=x": "400 {"error":"Malformed filter query: filter_query"}",
		  "filter_query[][in]=x": "400 {"error":"Malformed filter query: filter_query[][in]"}",
		  "filter_query[__or]=x": "500 {"error":"Internal Server Error"}",
		  "filter_query[__or][0][title][in]=x": "500 {"error":"Internal Server Error"}",
		  "filter_query[__or][][title]=x": "400 {"error":"Malformed filter query: filter_query[__or][][title]"}",
		  "filter_query[__or][][title][equals]=x": "422 {"error":"Unknown filter operation: equals"}",
		  "filter_query[__or][title][in]=x": "500 {"error":"Internal Server Error"}",
		  "filter_query[a..b][in]=x": "400 {"error":"Malformed filter field: a..b"}",
		  "filter_query[date][gt_date]=tomorrow": "400 {"error":"Invalid filter value, expected a date (YYYY-MM-DD HH:MM): tomorrow"}",
		  "filter_query[date][lt_date]=2024-02-30 10:00": "400 {"error":"Invalid filter value, expected a date (YYYY-MM-DD HH:MM): 2024-02-30 10:00"}",
		  "filter_query[price][gt_int]=1,000": "400 {"error":"Invalid filter value, expected an integer: 1,000"}",
		  "filter_query[price][lt_float]=ten": "400 {"error":"Invalid filter value, expected a number: ten"}",
		  "filter_query[price][lt_int]=9.5": "400 {"error":"Invalid filter value, expected an integer: 9.5"}",
		  "filter_query[title[in]=x": "400 {"error":"Malformed filter query: filter_query[title[in]"}",
		  "filter_query[title]=x": "400 {"error":"Malformed filter query: filter_query[title]"}",
		  "filter_query[title][]=x": "400 {"error":"Malformed filter query: filter_query[title][]"}",
		  "filter_query[title][constructor]=x": "422 {"error":"Unknown filter operation: constructor"}",
		  "filter_query[title][equals]=x": "422 {"error":"Unknown filter operation: equals"}",
		  "filter_query[title][in]=%00": "400 {"error":"The query contains a null character"}",
		  "filter_query[title][in][more]=x": "400 {"error":"Malformed filter query: filter_query[title][in][more]"}",
		  "filter_query[title][is]=there": "400 {"error":"Invalid value for filter operation is: there"}",
		  "filter_query[title][is]=toString": "400 {"error":"Invalid value for filter operation is: toString"}",
		}
	`);
});

test('conditions under __or are alternatives, and all others must hold', async () => {
	const ask = await open();
	const or = (field: string, value: string) => `filter_query[__or][][${field}][in]=${value}`;
	expect((await ask(`${or('title', 'Hello')}&${or('title', 'Other')}`)).slugs).toEqual(['a', 'b']);
	expect((await ask(`${or('title', 'Hello')}&${or('price', '10')}`)).slugs).toEqual(['a', 'b']);
	const encoded = 'filter_query%5B__or%5D%5B%5D%5Btitle%5D%5Bin%5D=Hello';
	expect((await ask(`${encoded}&${or('title', 'Other')}&filter_query[order][gt_int]=9`)).slugs).toEqual([
		'a',
	]);
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

test('a translated field is refused unless all conditions are met', async () => {
	const filter = 'filter_query[title__i18n__de][in]=Hallo';
	const ask = await open();
	const answers = {
		'no language': await ask(`version=published&${filter}`),
		'another language': await ask(`version=published&language=es-co&${filter}`),
		'no version': await ask(`language=de&${filter}`),
		draft: await ask(`version=draft&language=de&${filter}`),
		'unknown language': await ask(`${german}&filter_query[title__i18n__fr][in]=x`),
		'hyphen in the key': await ask('version=published&language=es-co&filter_query[title__i18n__es-co][in]=x'),
		'no field': await ask(`${german}&filter_query[__i18n__de][in]=x`),
		'older space': await (await open('created_at: 2024-02-06\n'))(`${german}&${filter}`),
		'languages publish together': await (await open('publish_languages_independently: false\n'))(
			`${german}&${filter}`,
		),
		'option off': await (await open('use_filter_query_in_translated_stories: false\n'))(
			`${german}&${filter}`,
		),
	};
	const message = Object.entries(answers).map(([name, { status, body }]) => [
		name,
		`${status} ${JSON.stringify(body)}`,
	]);
	expect(Object.fromEntries(message)).toMatchInlineSnapshot(`
		{
		  "another language": "422 {"error":"Translated filter field title__i18n__de: the request needs language=de"}",
		  "draft": "422 {"error":"Translated filter field title__i18n__de: the request needs version=published"}",
		  "hyphen in the key": "422 {"error":"Unknown language in the translated filter field title__i18n__es-co"}",
		  "languages publish together": "422 {"error":"Translated filter field title__i18n__de: the space does not publish languages independently"}",
		  "no field": "422 {"error":"Unknown language in the translated filter field __i18n__de"}",
		  "no language": "422 {"error":"Translated filter field title__i18n__de: the request needs language=de"}",
		  "no version": "422 {"error":"Translated filter field title__i18n__de: the request needs version=published"}",
		  "older space": "422 {"error":"Translated filter field title__i18n__de: use_filter_query_in_translated_stories is not enabled"}",
		  "option off": "422 {"error":"Translated filter field title__i18n__de: use_filter_query_in_translated_stories is not enabled"}",
		  "unknown language": "422 {"error":"Unknown language in the translated filter field title__i18n__fr"}",
		}
	`);
	const onRequest = 'created_at: 2023-01-01\nuse_filter_query_in_translated_stories: true\n';
	for (const yaml of ['created_at: 2024-02-07\n', onRequest]) {
		expect((await (await open(yaml))(`${german}&${filter}`)).slugs).toEqual(['de/a']);
	}
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

test('a malformed order is refused', async () => {
	const ask = await open();
	for (const sortBy of [
		'name',
		'name:up',
		'nothing:asc',
		'content.:asc',
		'name:asc:int',
		'name:asc:x',
		',',
		'a:b:c:d:e',
	]) {
		expect(await ask(`sort_by=${sortBy}`)).toMatchObject({
			status: 400,
			body: { error: `Invalid sort_by: ${sortBy}` },
		});
	}
});

test('a pattern of many wildcards is fast', async () => {
	const ask = await open(undefined, { 'long.md': story(`  title: ${'a'.repeat(20_000)}\n`) });
	const pattern = `${'*a'.repeat(40)}*b`;
	expect((await ask(`filter_query[title][like]=${pattern}`)).slugs).toEqual([]);
});
