import { textOf } from 'astro-keep/shared/json';
import {
	type Assumptions,
	agrees,
	answers,
	differs,
	fieldsOf,
	inOrder,
	isWhole,
	itemsOf,
	judged,
	kindOf,
	needsTwo,
	noStory,
	notSeen,
	published,
	status,
} from './checks.js';
import { content, translations } from './content-assumptions.js';

const space: Assumptions = {
	'Space: `spaces/me` gives `id`, `version`, and `language_codes`.': async ({ ask }) => {
		const seen = await ask('spaces/me');
		if (seen.status !== 200) return differs(status(seen.status));
		const { id, version, language_codes } = fieldsOf(fieldsOf(seen.body)['space']);
		if (!isWhole(id)) return differs(`\`id\` is ${kindOf(id)}`);
		if (!isWhole(version)) return differs(`\`version\` is ${kindOf(version)}`);
		return judged(Array.isArray(language_codes), `\`language_codes\` is ${kindOf(language_codes)}`);
	},
	'Snapshots: A request for published content without `cv` is redirected to one with it.': async (look) => {
		const { first } = await look.ask('links', { ...published, per_page: 1 });
		if (first.status !== 301) return differs(status(first.status));
		const location = first.headers.get('location') ?? '';
		return judged(/[?&]cv=\d+/.test(location), 'the redirect has no `cv`');
	},
	'Snapshots: Responses with stories contain a `cv`, an integer.': async ({ stories }) => {
		const { cv } = (await stories()).fields;
		return judged(isWhole(cv), `\`cv\` is ${kindOf(cv)}`);
	},
	'Edge: Responses say in `X-Cache` whether they come from the edge cache.': async ({ stories }) =>
		(await stories()).headers.has('x-cache') ? agrees : notSeen('the answer has no `X-Cache`'),
	'Token: An invalid token is refused with 401.': answers(401, 'spaces/me', {
		token: 'no-such-token-of-any-space',
	}),
};

const lists: Assumptions = {
	'Paging: Lists have the headers `total` and `per-page`; the default is 25 stories per page.': async (
		look,
	) => {
		const { headers } = await look.ask('stories', published);
		const [total, perPage] = [headers.get('total') ?? '', headers.get('per-page') ?? ''];
		if (!/^\d+$/.test(total)) return differs('`total` is missing');
		return judged(perPage === '25', `\`per-page\` is ${/^\d+$/.test(perPage) ? perPage : 'missing'}`);
	},
	'Paging: More than 100 stories per page are refused with 422.': answers(422, 'stories', {
		...published,
		per_page: 101,
	}),
	'Paging: A page past the last one is empty.': async ({ ask }) => {
		const seen = await ask('stories', { ...published, page: 100_000 });
		if (seen.status !== 200) return differs(status(seen.status));
		const count = itemsOf(fieldsOf(seen.body)['stories']).length;
		return judged(count === 0, `it has ${count} stories`);
	},
	'Paging: A page has up to 1,000 links, and the header `total`.': async ({ links }) => {
		const { status: code, items, total } = await links();
		if (code !== 200) return differs(status(code));
		if (Number.isNaN(total)) return differs('`total` is missing');
		return judged(items.length === Math.min(total, 1000), `${items.length} came of ${total}`);
	},
	'Order: Without `sort_by`, stories are sorted by `position`, the lowest first, and ties by `id`, the highest first.':
		async ({ stories }) => inOrder((await stories()).items),
	'Order: Links are sorted by `position`, the lowest first.': async ({ links }) =>
		inOrder((await links()).items.map((link) => ({ ...link, id: 0 }))),
	'Order: `by_uuids_ordered` returns stories in the requested order.': async ({ stories }) => {
		const uuids = (await stories()).items.slice(0, 3).map(({ uuid }) => textOf(uuid));
		if (uuids.length < 2) return needsTwo;
		const wanted = uuids.toReversed().join();
		const { items } = await stories({ by_uuids_ordered: wanted });
		return judged(items.map(({ uuid }) => uuid).join() === wanted, 'the order is different');
	},
	'Parameters: A parameter that an endpoint does not have is refused with 422.': answers(422, 'stories', {
		...published,
		start_with: 'x',
	}),
	'Filters: `in_array` and `exists` are operations.': answers(200, 'stories', {
		...published,
		'filter_query[title][in_array]': 'x',
		'filter_query[title][exists]': 'true',
	}),
	'Filters: An unknown operation is refused with 422.': answers(422, 'stories', {
		...published,
		'filter_query[title][resembles]': 'x',
	}),
	'Filters: `is: not_empty` and `is: empty` on a field split the stories in two.': async ({ stories }) => {
		const { total } = await stories();
		const { total: full } = await stories({ 'filter_query[title][is]': 'not_empty' });
		const { total: empty } = await stories({ 'filter_query[title][is]': 'empty' });
		return total ? judged(full + empty === total, `${full} and ${empty} of ${total}`) : noStory;
	},
};

/** All assumptions, in the order in which they are printed. */
export const assumptions: Assumptions = { ...space, ...lists, ...content, ...translations };
