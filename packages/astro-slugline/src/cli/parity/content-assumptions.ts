import { textOf } from 'astro-keep/shared/json';
import {
	type Assumptions,
	differs,
	fieldNames,
	fieldsOf,
	haveFields,
	inLanguage,
	itemsOf,
	judged,
	kindOf,
	noStory,
	notSeen,
	published,
	referenceIn,
	status,
} from './checks.js';
import { sample } from './look.js';

const storyFields = [
	...['name', 'created_at', 'published_at', 'updated_at', 'id', 'uuid', 'content', 'slug', 'full_slug'],
	...['sort_by_date', 'position', 'tag_list', 'is_startpage', 'parent_id', 'meta_data', 'group_id'],
	...['first_published_at', 'release_id', 'lang', 'path', 'alternates', 'default_full_slug'],
	'translated_slugs',
];

const linkFields = [
	...['id', 'uuid', 'slug', 'path', 'real_path', 'name', 'published', 'parent_id', 'is_folder'],
	...['is_startpage', 'position', 'published_at', 'created_at', 'updated_at', 'alternates'],
];

/** What a space's stories, links, and datasources are like. */
export const content: Assumptions = {
	'Stories: They have the same fields as in the embedded space.': async ({ stories }) =>
		haveFields((await stories()).items, storyFields),
	'Links: They have the same fields as in the embedded space.': async ({ links }) =>
		haveFields((await links()).items, linkFields),
	'Links: Each published story has a link with `published: true`.': async ({ stories, links }) => {
		const { items, total } = await stories();
		if (items.length === 0) return noStory;
		const all = await links();
		if (all.total > 1000 || total > sample) return notSeen('the space is too large for a full comparison');
		const linked = new Set(
			all.items.filter(({ is_folder, published }) => !is_folder && published).map(({ uuid }) => uuid),
		);
		const without = items.filter(({ uuid }) => !linked.has(uuid)).length;
		return judged(
			without === 0 && linked.size === items.length,
			`${items.length} stories, ${linked.size} published links, ${without} stories without a link`,
		);
	},
	'Links: Their `published_at` equals that of the story, to the second.': async ({ stories, links }) => {
		const dates = new Map((await links()).items.map(({ uuid, published_at }) => [uuid, published_at]));
		const both = (await stories()).items.filter(({ uuid }) => typeof dates.get(uuid) === 'string');
		if (both.length === 0) return notSeen('no compared story has a link with a date');
		const seconds = (value: unknown) => Math.trunc(Date.parse(textOf(value)) / 1000);
		const other = both.filter(({ uuid, published_at }) => seconds(published_at) !== seconds(dates.get(uuid)));
		return judged(other.length === 0, `${other.length} of ${both.length} have a different one`);
	},
	'Stories: Outside of folders, `parent_id` of stories and links is null.': async ({ stories, links }) => {
		const items = [...(await stories()).items, ...(await links()).items];
		const top = items.filter(({ parent_id }) => !parent_id);
		if (top.length === 0) return noStory;
		const zeros = top.filter(({ parent_id }) => parent_id === 0).length;
		return judged(zeros === 0, `it is 0 in ${zeros} of ${top.length}`);
	},
	"Stories: The `full_slug` of a folder's start page ends with a slash.": async ({ stories }) => {
		const starts = (await stories()).items.filter(({ is_startpage, parent_id }) => is_startpage && parent_id);
		if (starts.length === 0) return notSeen('none of the stories is the start page of a folder');
		return judged(
			starts.every(({ full_slug }) => textOf(full_slug).endsWith('/')),
			'one has none',
		);
	},
	'One story: `find_by=uuid` finds it, and an unknown slug returns 404 with a list.': async (look) => {
		const missing = await look.ask('stories/slugline-parity/no-such-story', published);
		if (missing.status !== 404) return differs(`${status(missing.status)} to an unknown slug`);
		if (!Array.isArray(missing.body)) return differs(`the body of its 404 is ${kindOf(missing.body)}`);
		const [first] = (await look.stories()).items;
		if (!first) return noStory;
		const path = `stories/${encodeURIComponent(textOf(first['uuid']))}`;
		const seen = await look.ask(path, { ...published, find_by: 'uuid' });
		const found = fieldsOf(fieldsOf(seen.body)['story']);
		return judged(found['uuid'] === first['uuid'], `${status(seen.status)} to a uuid`);
	},
	'Relations: `resolve_relations` leaves uuids in the content and puts stories into `rels`.': async (
		look,
	) => {
		const field = referenceIn((await look.stories()).items);
		if (field === undefined) return notSeen('no field refers to a story');
		const { component, name, of } = field;
		const { fields, items } = await look.stories({ resolve_relations: `${component}.${name}`, by_uuids: of });
		const { rels } = fields;
		if (!Array.isArray(rels)) return differs(`\`rels\` is ${kindOf(rels)}`);
		if (rels.length === 0) return differs('`rels` is empty');
		const value = fieldsOf(items[0]?.['content'])[name];
		return judged(
			[value].flat().every((one) => typeof one === 'string'),
			'the content no longer contains the uuids',
		);
	},
	'Datasources: They list their dimensions, and `dimension_value` is null in entries without a dimension.':
		async ({ ask }) => {
			const seen = await ask('datasources', { per_page: 1000 });
			if (seen.status !== 200) return differs(status(seen.status));
			const [first] = itemsOf(fieldsOf(seen.body)['datasources']);
			if (!first) return notSeen('the space has no datasource');
			const { dimensions, slug } = first;
			if (!Array.isArray(dimensions)) return differs(`\`dimensions\` is ${kindOf(dimensions)}`);
			const { body } = await ask('datasource_entries', { datasource: textOf(slug), per_page: 1000 });
			const entries = itemsOf(fieldsOf(body)['datasource_entries']);
			if (entries.length === 0) return notSeen('the first datasource has no entry');
			return judged(
				entries.every(({ dimension_value }) => dimension_value === null || dimension_value === undefined),
				'an entry has a value without a dimension in the request',
			);
		},
};

/** What its languages are like. */
export const translations: Assumptions = {
	'Languages: A list in a language has all stories, and `full_slug` begins with the language.': inLanguage(
		async (language, { stories }) => {
			const [all, own] = [await stories(), await stories({ language })];
			if (all.items.length === 0) return noStory;
			if (own.items.length !== all.items.length)
				return differs(`${own.items.length} items instead of ${all.items.length}`);
			const without = own.items.filter(
				({ full_slug }) => textOf(full_slug).split('/')[0] !== language,
			).length;
			return judged(without === 0, `${without} of ${own.items.length} have none`);
		},
	),
	'Languages: `starts_with` with a language and `/*` lists that language.': inLanguage(
		async (language, { stories }) => {
			const own = (await stories({ language })).items.length;
			const listed = (await stories({ starts_with: `${language}/*` })).items.length;
			return judged(listed === own, `${listed} items instead of ${own}`);
		},
	),
	// No recording shows it: it needs a space that publishes languages independently.
	'Languages: A list in a language also has the stories whose translation is not published.': async (
		look,
	) => {
		const [language] = await look.languages();
		const hidden = (await look.links()).items.filter(
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
		const { items } = await look.stories({ language, by_uuids: uuids.join() });
		return judged(items.length === uuids.length, `${items.length} of ${uuids.length} are listed`);
	},
	'Languages: Each link has an alternate for each language, with `translated_slug` and `published`.':
		inLanguage(async (_, { languages, links }) => {
			const { length } = await languages();
			const own = (await links()).items.filter(({ is_folder }) => !is_folder);
			if (own.length === 0) return noStory;
			const lacking = own.filter(({ alternates }) => itemsOf(alternates).length < length).length;
			if (lacking > 0) return differs(`${lacking} of ${own.length} lack one`);
			const fields = new Set(own.flatMap(({ alternates }) => itemsOf(alternates).flatMap(Object.keys)));
			const names = ['lang', 'published', 'translated_slug'].filter((name) => !fields.has(name));
			return judged(names.length === 0, `they lack ${fieldNames(names)}`);
		}),
};
