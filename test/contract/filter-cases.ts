import { expect } from 'vitest';
import { type Api, contractCase } from './contract.js';

/** Full slugs of the stories that match the filters. */
async function passed(api: Api, ...filters: [string, string][]): Promise<string[]> {
	const query = filters.map(([name, value]): [string, string] => [
		name.startsWith('[') ? `filter_query${name}` : name,
		value,
	]);
	const { status, body } = await api.ask('/v2/cdn/stories/', query);
	expect(status).toBe(200);
	return body.stories.map((story: { full_slug: string }) => story.full_slug).sort();
}

const hello = 'blog/hello';
const second = 'blog/second';

/** Every operation of the filter language, as in the documentation's table. */
export const filterCases = [
	contractCase(
		'filters are bracketed, repeatable, and reach into nested bloks and objects',
		['E2: filter_query', 'Filter: form, nested paths, several values'],
		async (api) => {
			expect(await passed(api, ['[body.0.words][in]', 'Ahoy'])).toEqual([hello]);
			expect(await passed(api, ['[body.1.words][in]', 'Later'])).toEqual([hello]);
			expect(await passed(api, ['[seo.description][in]', 'Said once'])).toEqual([hello]);
			expect(await passed(api, ['[price][in]', '270.50,9.90'])).toEqual([hello, second]);
			expect(await passed(api, ['[price][in]', '270.50,9.90'], ['[featured][in]', 'false'])).toEqual([
				second,
			]);
			expect(await passed(api, ['[nothing][in]', 'x'])).toEqual([]);
		},
	),
	contractCase('in and not_in', ['Filter: in, not_in'], async (api) => {
		expect(await passed(api, ['[component][in]', 'author,category'])).toHaveLength(4);
		expect(await passed(api, ['[component][not_in]', 'author,category,page'])).toEqual([hello, second]);
	}),
	contractCase(
		'like and not_like, with wildcards and blank',
		['Filter: like, not_like, like without the field'],
		async (api) => {
			expect(await passed(api, ['[title][like]', 'hello*'])).toEqual([hello]);
			expect(await passed(api, ['[title][like]', '*hello'])).toEqual([second]);
			expect(await passed(api, ['[title][like]', '*hello*'])).toEqual([hello, second]);
			expect(await passed(api, ['[component][in]', 'article'], ['[title][not_like]', 'hello*'])).toEqual([
				second,
			]);
			expect(await passed(api, ['[teaser][like]', ''])).toEqual([second]);
		},
	),
	contractCase(
		'numbers and dates are compared strictly',
		['Filter: lt_int, lt_float, lt_date, gt_date'],
		async (api) => {
			expect(await passed(api, ['[stock][lt_int]', '12'])).toEqual([second]);
			expect(await passed(api, ['[stock][lt_int]', '13'])).toEqual([hello, second]);
			expect(await passed(api, ['[price][lt_float]', '270.5'])).toEqual([second]);
			expect(await passed(api, ['[scheduled][lt_date]', '2024-06-01 09:30'])).toEqual([hello]);
			expect(await passed(api, ['[scheduled][gt_date]', '2024-05-01 10:00'])).toEqual([second]);
		},
	),
	contractCase('several values of a field', ['Filter: all_in_array, any_in_array'], async (api) => {
		expect(await passed(api, ['[topics][all_in_array]', 'wind,salt'])).toEqual([hello]);
		expect(await passed(api, ['[topics][any_in_array]', 'wind,salt'])).toEqual([hello, second]);
		const boats = await api.link('categories/boats');
		expect(await passed(api, ['[categories][any_in_array]', boats.uuid])).toEqual([hello]);
	}),
	contractCase('is not_empty', ['Filter: is'], async (api) => {
		expect(await passed(api, ['[teaser][is]', 'not_empty'])).toEqual([hello]);
		expect(await passed(api, ['[seo.title][is]', 'not_empty'])).toEqual([hello]);
	}),
	contractCase(
		'a translated field is filtered under all four conditions, by the age of the space',
		['Filter: translated fields', 'Versioning: age of the space'],
		async (api) => {
			const filter: [string, string] = ['[title__i18n__de][in]', 'Hallo Welt'];
			const language: [string, string] = ['language', 'de'];
			const version: [string, string] = ['version', 'published'];
			expect(await passed(api, filter, language, version)).toEqual(['de/magazin/hallo']);
			expect(await passed(api, ['[name__i18n__pt_br][in]', 'Beto'], ['language', 'pt-br'], version)).toEqual([
				'pt-br/authors/bob',
			]);
			const refused = async (at: Api, ...query: [string, string][]) => {
				const asked = query.map(([name, value]): [string, string] => [
					name.startsWith('[') ? `filter_query${name}` : name,
					value,
				]);
				const { status, body } = await at.ask('/v2/cdn/stories/', asked);
				expect(body).toEqual({ error: expect.any(String) });
				return status;
			};
			expect(await refused(api, filter, version)).toBe(422);
			expect(await refused(api, filter, language)).toBe(422);
			const space = 'name: Old\nlanguages: [de, pt-br]\ntokens: { public: pub, preview: pre, oauth: oa }\n';
			const types = 'content_types:\n  article: { body: text, references: [author, categories] }\n';
			const old = await api.open({ 'space.yaml': `${space}created_at: 2024-02-01\n${types}` });
			expect(await refused(old, filter, language, version)).toBe(422);
			const enabled = 'use_filter_query_in_translated_stories: true\n';
			const opted = await api.open({ 'space.yaml': `${space}created_at: 2024-02-01\n${enabled}${types}` });
			expect(await passed(opted, filter, language, version)).toEqual(['de/magazin/hallo']);
			const together = await api.open({
				'space.yaml': `${space}publish_languages_independently: false\n${types}`,
			});
			expect(await refused(together, filter, language, version)).toBe(422);
		},
	),
];
