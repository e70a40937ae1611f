import type { Asker } from './asker.js';
import { fieldsOf, isWhole, itemsOf, kindOf, textOf } from './values.js';
import { agrees, differs, fieldNames, judged, notSeen, type Verdict } from './verdict.js';

/** Something that this package assumes about the API. */
export interface Assumption {
	/** The endpoint or topic. */
	topic: string;
	/** The assumption, as a sentence. */
	says: string;
	check(asker: Asker): Promise<Verdict>;
}

/** Number of stories and links that are compared. */
const sample = 100;

const stories = async (asker: Asker, query: Readonly<Record<string, string | number>> = {}) => {
	const seen = await asker.ask('stories', { version: 'published', per_page: sample, ...query });
	return { seen, items: itemsOf(fieldsOf(seen.body)['stories']) };
};

const links = async (asker: Asker) => {
	const seen = await asker.ask('links', { version: 'published', per_page: 1000, include_dates: 1 });
	return { seen, items: itemsOf(fieldsOf(seen.body)['links']) };
};

const languages = async (asker: Asker): Promise<string[]> => {
	const { body } = await asker.ask('spaces/me');
	const codes = fieldsOf(fieldsOf(body)['space'])['language_codes'];
	return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
};

const none = notSeen('the space has no published story');

/** Judges the order of lists: by ascending position, and ties by descending id. */
function inOrder(items: readonly Record<string, unknown>[]): Verdict {
	if (items.length < 2) return notSeen('the space has fewer than two published stories');
	const places = items.map(({ position, id }) => [Number(position), -Number(id)] as const);
	const turned = places.filter(([position, id], at) => {
		const [before, idBefore] = places[at - 1] ?? [position, id];
		return position < before || (position === before && id < idBefore);
	});
	return judged(
		turned.length === 0,
		`${turned.length} of ${items.length} are before the one that they follow`,
	);
}

/** A status, for a detail. */
const status = (number: number): string => `it answers with ${number}`;

const space: Assumption[] = [
	{
		topic: 'Space',
		says: '`spaces/me` gives `id`, `version`, and `language_codes`.',
		async check(asker) {
			const seen = await asker.ask('spaces/me');
			if (seen.status !== 200) return differs(status(seen.status));
			const { id, version, language_codes } = fieldsOf(fieldsOf(seen.body)['space']);
			if (!isWhole(id)) return differs(`\`id\` is ${kindOf(id)}`);
			if (!isWhole(version)) return differs(`\`version\` is ${kindOf(version)}`);
			return judged(Array.isArray(language_codes), `\`language_codes\` is ${kindOf(language_codes)}`);
		},
	},
	{
		topic: 'Snapshots',
		says: 'A request for published content without `cv` is redirected to one with it.',
		async check(asker) {
			const { status: code, location } = await asker.ask(
				'links',
				{ version: 'published', per_page: 1 },
				false,
			);
			if (code !== 301) return differs(status(code));
			return judged(/[?&]cv=\d+/.test(location ?? ''), 'the redirect has no `cv`');
		},
	},
	{
		topic: 'Snapshots',
		says: 'Responses with stories contain a `cv`, an integer.',
		async check(asker) {
			const { cv } = fieldsOf((await stories(asker)).seen.body);
			return judged(isWhole(cv), `\`cv\` is ${kindOf(cv)}`);
		},
	},
	{
		topic: 'Edge',
		says: 'Responses say in `X-Cache` whether they come from the edge cache.',
		async check(asker) {
			const { seen } = await stories(asker);
			return seen.headers.has('x-cache') ? agrees : notSeen('the answer has no `X-Cache`');
		},
	},
	{
		topic: 'Token',
		says: 'An invalid token is refused with 401.',
		async check(asker) {
			const seen = await asker.ask('spaces/me', { token: 'no-such-token-of-any-space' });
			return judged(seen.status === 401, status(seen.status));
		},
	},
];

const lists: Assumption[] = [
	{
		topic: 'Paging',
		says: 'Lists have the headers `total` and `per-page`; the default is 25 stories per page.',
		async check(asker) {
			const seen = await asker.ask('stories', { version: 'published' });
			const [total, perPage] = [seen.headers.get('total'), seen.headers.get('per-page')];
			if (!/^\d+$/.test(total ?? '')) return differs('`total` is missing');
			return judged(perPage === '25', `\`per-page\` is ${/^\d+$/.test(perPage ?? '') ? perPage : 'missing'}`);
		},
	},
	{
		topic: 'Paging',
		says: 'More than 100 stories per page are refused with 422.',
		async check(asker) {
			const seen = await asker.ask('stories', { version: 'published', per_page: 101 });
			return judged(seen.status === 422, status(seen.status));
		},
	},
	{
		topic: 'Paging',
		says: 'A page past the last one is empty.',
		async check(asker) {
			const seen = await asker.ask('stories', { version: 'published', page: 100_000 });
			if (seen.status !== 200) return differs(status(seen.status));
			const count = itemsOf(fieldsOf(seen.body)['stories']).length;
			return judged(count === 0, `it has ${count} stories`);
		},
	},
	{
		topic: 'Paging',
		says: 'A page has up to 1,000 links, and the header `total`.',
		async check(asker) {
			const { seen, items } = await links(asker);
			if (seen.status !== 200) return differs(status(seen.status));
			const total = Number(seen.headers.get('total') ?? Number.NaN);
			if (Number.isNaN(total)) return differs('`total` is missing');
			return judged(items.length === Math.min(total, 1000), `${items.length} came of ${total}`);
		},
	},
	{
		topic: 'Order',
		says: 'Without `sort_by`, stories are sorted by `position`, the lowest first, and ties by `id`, the highest first.',
		check: async (asker) => inOrder((await stories(asker)).items),
	},
	{
		topic: 'Order',
		says: 'Links are sorted by `position`, the lowest first.',
		check: async (asker) => inOrder((await links(asker)).items.map((link) => ({ ...link, id: 0 }))),
	},
	{
		topic: 'Order',
		says: '`by_uuids_ordered` returns stories in the requested order.',
		async check(asker) {
			const uuids = (await stories(asker)).items.slice(0, 3).map(({ uuid }) => textOf(uuid));
			if (uuids.length < 2) return notSeen('the space has fewer than two published stories');
			const wanted = [...uuids].reverse();
			const { items } = await stories(asker, { by_uuids_ordered: wanted.join() });
			return judged(items.map(({ uuid }) => uuid).join() === wanted.join(), 'the order is different');
		},
	},
	{
		topic: 'Parameters',
		says: 'A parameter that an endpoint does not have is refused with 422.',
		async check(asker) {
			const seen = await asker.ask('stories', { version: 'published', start_with: 'x' });
			return judged(seen.status === 422, status(seen.status));
		},
	},
	{
		topic: 'Filters',
		says: '`in_array` and `exists` are operations.',
		async check(asker) {
			const filters = { 'filter_query[title][in_array]': 'x', 'filter_query[title][exists]': 'true' };
			const { seen } = await stories(asker, filters);
			return judged(seen.status === 200, status(seen.status));
		},
	},
	{
		topic: 'Filters',
		says: 'An unknown operation is refused with 422.',
		async check(asker) {
			const seen = await asker.ask('stories', {
				version: 'published',
				'filter_query[title][resembles]': 'x',
			});
			return judged(seen.status === 422, status(seen.status));
		},
	},
	{
		topic: 'Filters',
		says: '`is: not_empty` and `is: empty` on a field split the stories in two.',
		async check(asker) {
			const [all, full, empty] = await Promise.all([
				stories(asker),
				stories(asker, { 'filter_query[title][is]': 'not_empty' }),
				stories(asker, { 'filter_query[title][is]': 'empty' }),
			]);
			const [of, one, other] = [all, full, empty].map(({ seen }) => Number(seen.headers.get('total')));
			if (of === undefined || one === undefined || other === undefined || !of) return none;
			return judged(one + other === of, `${one} and ${other} of ${of}`);
		},
	},
];

/** The fields of a story in the API. */
const storyFields = [
	...['name', 'created_at', 'published_at', 'updated_at', 'id', 'uuid', 'content', 'slug', 'full_slug'],
	...['sort_by_date', 'position', 'tag_list', 'is_startpage', 'parent_id', 'meta_data', 'group_id'],
	...[
		'first_published_at',
		'release_id',
		'lang',
		'path',
		'alternates',
		'default_full_slug',
		'translated_slugs',
	],
];

const linkFields = [
	...['id', 'uuid', 'slug', 'path', 'real_path', 'name', 'published', 'parent_id', 'is_folder'],
	...['is_startpage', 'position', 'published_at', 'created_at', 'updated_at', 'alternates'],
];

/** Fields that are missing in all items, and unexpected fields. */
function compared(items: readonly Record<string, unknown>[], expected: readonly string[]): Verdict {
	if (items.length === 0) return none;
	const seen = new Set(items.flatMap((item) => Object.keys(item)));
	const lacking = expected.filter((name) => !seen.has(name));
	const more = [...seen].filter((name) => !expected.includes(name));
	if (lacking.length > 0) return differs(`they lack ${fieldNames(lacking)}`);
	return more.length > 0 ? differs(`they have ${fieldNames(more)}, too`) : agrees;
}

const content: Assumption[] = [
	{
		topic: 'Stories',
		says: 'They have the same fields as in the embedded space.',
		check: async (asker) => compared((await stories(asker)).items, storyFields),
	},
	{
		topic: 'Links',
		says: 'They have the same fields as in the embedded space.',
		check: async (asker) => compared((await links(asker)).items, linkFields),
	},
	{
		topic: 'Links',
		says: 'Each published story has a link with `published: true`.',
		async check(asker) {
			const { items, seen } = await stories(asker);
			if (items.length === 0) return none;
			const all = await links(asker);
			if (Number(all.seen.headers.get('total')) > 1000 || Number(seen.headers.get('total')) > sample)
				return notSeen('the space is too large for a full comparison');
			const published = new Set(
				all.items.filter(({ is_folder, published }) => !is_folder && published).map(({ uuid }) => uuid),
			);
			const without = items.filter(({ uuid }) => !published.has(uuid)).length;
			return judged(
				without === 0 && published.size === items.length,
				`${items.length} stories, ${published.size} published links, ${without} stories without a link`,
			);
		},
	},
	{
		topic: 'Links',
		says: 'Their `published_at` equals that of the story, to the second.',
		async check(asker) {
			const { items } = await stories(asker);
			const dates = new Map((await links(asker)).items.map(({ uuid, published_at }) => [uuid, published_at]));
			const both = items.filter(({ uuid }) => typeof dates.get(uuid) === 'string');
			if (both.length === 0) return notSeen('no compared story has a link with a date');
			const seconds = (value: unknown) => Math.trunc(Date.parse(textOf(value)) / 1000);
			const other = both.filter(
				({ uuid, published_at }) => seconds(published_at) !== seconds(dates.get(uuid)),
			);
			return judged(other.length === 0, `${other.length} of ${both.length} have a different one`);
		},
	},
	{
		topic: 'Stories',
		says: 'Outside of folders, `parent_id` of stories and links is null.',
		async check(asker) {
			const items = [...(await stories(asker)).items, ...(await links(asker)).items];
			const top = items.filter(({ parent_id }) => !parent_id);
			if (top.length === 0) return none;
			const zeros = top.filter(({ parent_id }) => parent_id === 0).length;
			return judged(zeros === 0, `it is 0 in ${zeros} of ${top.length}`);
		},
	},
	{
		topic: 'Stories',
		says: "The `full_slug` of a folder's start page ends with a slash.",
		async check(asker) {
			const { items } = await stories(asker);
			const starts = items.filter(({ is_startpage, parent_id }) => is_startpage && parent_id);
			if (starts.length === 0) return notSeen('none of the stories is the start page of a folder');
			return judged(
				starts.every(({ full_slug }) => textOf(full_slug).endsWith('/')),
				'one has none',
			);
		},
	},
	{
		topic: 'One story',
		says: '`find_by=uuid` finds it, and an unknown slug returns 404 with a list.',
		async check(asker) {
			const missing = await asker.ask('stories/slugline-parity/no-such-story', { version: 'published' });
			if (missing.status !== 404) return differs(`${status(missing.status)} to an unknown slug`);
			if (!Array.isArray(missing.body)) return differs(`the body of its 404 is ${kindOf(missing.body)}`);
			const [first] = (await stories(asker)).items;
			if (!first) return none;
			const seen = await asker.ask(`stories/${encodeURIComponent(textOf(first['uuid']))}`, {
				version: 'published',
				find_by: 'uuid',
			});
			const found = fieldsOf(fieldsOf(seen.body)['story']);
			return judged(found['uuid'] === first['uuid'], `${status(seen.status)} to a uuid`);
		},
	},
];

const translations: Assumption[] = [
	{
		topic: 'Languages',
		says: 'A list in a language has all stories, and `full_slug` begins with the language.',
		async check(asker) {
			const [language] = await languages(asker);
			if (language === undefined) return notSeen('the space has its default language only');
			const [all, own] = await Promise.all([stories(asker), stories(asker, { language })]);
			if (all.items.length === 0) return none;
			if (own.items.length !== all.items.length)
				return differs(`${own.items.length} items instead of ${all.items.length}`);
			const without = own.items.filter(
				({ full_slug }) => !textOf(full_slug).startsWith(`${language}/`) && textOf(full_slug) !== language,
			).length;
			return judged(without === 0, `${without} of ${own.items.length} have none`);
		},
	},
	{
		topic: 'Languages',
		says: '`starts_with` with a language and `/*` lists that language.',
		async check(asker) {
			const [language] = await languages(asker);
			if (language === undefined) return notSeen('the space has its default language only');
			const [own, listed] = await Promise.all([
				stories(asker, { language }),
				stories(asker, { starts_with: `${language}/*` }),
			]);
			return judged(
				listed.items.length === own.items.length,
				`${listed.items.length} items instead of ${own.items.length}`,
			);
		},
	},
	{
		topic: 'Languages',
		// No recording shows it: it needs a space that publishes languages independently.
		says: 'A list in a language also has the stories whose translation is not published.',
		async check(asker) {
			const [language] = await languages(asker);
			const hidden = (await links(asker)).items.filter(
				({ is_folder, published, alternates }) =>
					!is_folder &&
					published &&
					itemsOf(alternates).some((each) => each['lang'] === language && each['published'] === false),
			);
			if (language === undefined || hidden.length === 0)
				return notSeen(
					'only a space that publishes languages independently, with an unpublished translation, shows it',
				);
			const uuids = hidden.slice(0, 50).map(({ uuid }) => textOf(uuid));
			const { items } = await stories(asker, { language, by_uuids: uuids.join() });
			return judged(items.length === uuids.length, `${items.length} of ${uuids.length} are listed`);
		},
	},
	{
		topic: 'Languages',
		says: 'Each link has an alternate for each language, with `translated_slug` and `published`.',
		async check(asker) {
			const codes = await languages(asker);
			if (codes.length === 0) return notSeen('the space has its default language only');
			const { items } = await links(asker);
			const own = items.filter(({ is_folder }) => !is_folder);
			if (own.length === 0) return none;
			const lacking = own.filter(({ alternates }) => itemsOf(alternates).length < codes.length).length;
			if (lacking > 0) return differs(`${lacking} of ${own.length} lack one`);
			const fields = new Set(own.flatMap(({ alternates }) => itemsOf(alternates).flatMap(Object.keys)));
			const names = ['lang', 'published', 'translated_slug'].filter((name) => !fields.has(name));
			return judged(names.length === 0, `they lack ${fieldNames(names)}`);
		},
	},
	{
		topic: 'Relations',
		says: '`resolve_relations` leaves uuids in the content and puts stories into `rels`.',
		async check(asker) {
			const { items } = await stories(asker);
			const field = referenceIn(items);
			if (field === undefined) return notSeen('no field refers to a story');
			const { seen } = await stories(asker, { resolve_relations: field.name, by_uuids: field.of });
			const { rels, stories: found } = fieldsOf(seen.body);
			if (!Array.isArray(rels)) return differs(`\`rels\` is ${kindOf(rels)}`);
			if (itemsOf(rels).length === 0) return differs('`rels` is empty');
			const [, name = ''] = field.name.split('.');
			const value = fieldsOf(itemsOf(found)[0]?.['content'])[name];
			return judged(
				[value].flat().every((one) => typeof one === 'string'),
				'the content no longer contains the uuids',
			);
		},
	},
	{
		topic: 'Datasources',
		says: 'They list their dimensions, and `dimension_value` is null in entries without a dimension.',
		async check(asker) {
			const seen = await asker.ask('datasources', { per_page: 1000 });
			if (seen.status !== 200) return differs(status(seen.status));
			const [first] = itemsOf(fieldsOf(seen.body)['datasources']);
			if (!first) return notSeen('the space has no datasource');
			if (!Array.isArray(first['dimensions']))
				return differs(`\`dimensions\` is ${kindOf(first['dimensions'])}`);
			const { body } = await asker.ask('datasource_entries', {
				datasource: textOf(first['slug']),
				per_page: 1000,
			});
			const entries = itemsOf(fieldsOf(body)['datasource_entries']);
			if (entries.length === 0) return notSeen('the first datasource has no entry');
			return judged(
				entries.every(({ dimension_value }) => dimension_value === null || dimension_value === undefined),
				'an entry has a value without a dimension in the request',
			);
		},
	},
];

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A top-level field of a story's content that contains the uuid of another one of the stories. */
function referenceIn(items: readonly Record<string, unknown>[]): { name: string; of: string } | undefined {
	const uuids = new Set(items.map(({ uuid }) => uuid));
	for (const { uuid, content } of items) {
		const { component, ...fields } = fieldsOf(content);
		for (const [name, value] of Object.entries(fields)) {
			const found = [value].flat().some((one) => uuidForm.test(textOf(one)) && uuids.has(one));
			if (found && typeof component === 'string') return { name: `${component}.${name}`, of: textOf(uuid) };
		}
	}
	return undefined;
}

/** All assumptions, in the order in which they are printed. */
export const assumptions: readonly Assumption[] = [...space, ...lists, ...content, ...translations];
