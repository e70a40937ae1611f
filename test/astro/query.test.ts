import { afterEach, expect, it, vi } from 'vitest';
import { buildChannel, type ReadChannel, type Table } from '../../packages/astro-keep/src/tracking/index.js';

// A page that calls query() is rendered again when the result changes. The query is recorded as text, and the next build makes it
// again from that text, so it has to be the same query then.

const entries = ['one', 'two', 'three', 'four'].map((name, place) => ({
	id: name,
	collection: 'pages',
	data: { full_slug: name, name, place, ...(place < 2 && { featured: place === 0 }) },
}));

/** The module as a build loads it, with its recorded reads and its answers. */
async function build() {
	vi.resetModules();
	const recorded: string[] = [];
	const answers: ReadChannel['answers'] = new Map();
	buildChannel().reads = {
		record: (read) => void recorded.push(read),
		importerNow: () => undefined,
		canonicalText: (value) => JSON.stringify(value),
		answers,
		changes: { watch: () => undefined, watchPacked() {} },
	} as Partial<ReadChannel> as ReadChannel;
	const { collections } = await import('../support/astro-content.js');
	collections.set('pages', entries);
	const { query } = await import('astro-slugline/content');
	return { query, recorded, answers };
}

afterEach(() => {
	buildChannel().reads = undefined;
});

/** The names that a query returns, and the names that the next build gets for the recorded query. */
async function ask(asked: object): Promise<[names: unknown[], again: unknown[]]> {
	const { query, recorded } = await build();
	const given = await query({ collection: 'pages', fields: ['name'], ...asked });
	const read = recorded.find((one) => one.startsWith('query ')) ?? '';
	const next = await build();
	const table = await next.answers.get('query')?.(JSON.parse(read.slice('query '.length)) as never);
	const rows = (table as Table).map(([, [picked = '']]) => JSON.parse(picked));
	return [given.map(({ data }) => data['name']), rows.map(({ name }) => name)];
}

it.each<[string, object, string[]]>([
	['a limit', { limit: 2, sort: 'place' }, ['one', 'two']],
	['a limit of Infinity', { limit: Infinity, sort: 'place' }, ['one', 'two', 'three', 'four']],
	['a limit of undefined', { limit: undefined, sort: 'place' }, ['one', 'two', 'three', 'four']],
	['a limit of 0', { limit: 0 }, []],
	['a limit of NaN', { limit: NaN }, []],
	['a missing field', { where: { featured: undefined }, sort: 'place' }, ['three', 'four']],
	['several values', { where: { featured: [undefined, true] }, sort: 'place' }, ['one', 'three', 'four']],
	['a condition that a field is false', { where: { featured: false } }, ['two']],
	['a condition on a number that JSON cannot represent', { where: { place: Infinity } }, []],
])('returns the same result when it is repeated: %s', async (_, asked, names) => {
	expect(await ask(asked)).toEqual([names, names]);
});

it('gives a new answer when what a page gets on the way to a field changes', async () => {
	const answerWith = async (data: object) => {
		const { answers } = await build();
		const { collections } = await import('../support/astro-content.js');
		collections.set('pages', [{ id: 'a', collection: 'pages', data: { ...data } }]);
		const asked = { collection: 'pages', fields: ['content.seo.title', 'content.rank'] };
		return JSON.stringify(await answers.get('query')?.(['pages', JSON.stringify(asked)] as never));
	};
	const steps = [
		...[{}, { content: {} }, { content: { seo: null } }, { content: { seo: '' } }, { content: { seo: {} } }],
		...[{ content: { seo: { title: 'A' } } }, { content: { seo: { title: 'A' }, rank: 1 } }],
	];
	const answers: string[] = [];
	for (const data of steps) answers.push(await answerWith(data));
	expect(new Set(answers).size).toBe(steps.length);
	expect(await answerWith({ content: { seo: { text: 'x' }, text: 'x' }, name: 'x' })).toBe(answers[4]);
});

it('names the field that was probably meant where no entry has one, and says nothing of an optional field', async () => {
	const { query } = await build();
	const said: string[] = [];
	buildChannel().takeNotice = ({ sentence }) => void said.push(sentence);
	for (const where of [{ featurd: true }, { colour: 'red' }, { featured: 'maybe' }])
		expect(await query({ collection: 'pages', where } as never)).toEqual([]);
	for (const sort of ['-plaec', ['place', 'featurd'], '-place', 'when', 'place desc', 'place:asc'])
		expect(await query({ collection: 'pages', sort } as never)).toHaveLength(4);
	for (const fields of [['place'], ['plaec', 'featured'], ['when']])
		expect(await query({ collection: 'pages', fields } as never)).toHaveLength(4);
	buildChannel().takeNotice = undefined;
	expect(said).toEqual([
		'query() of the collection `pages`: no entry has the field `featurd`. Did you mean `featured`?',
		'query() of the collection `pages`: no entry has the field `plaec`. Did you mean `place`?',
		'query() of the collection `pages`: no entry has the field `featurd`. Did you mean `featured`?',
		"query() of the collection `pages`: no entry has the field `place desc`. Write `sort: '-place'`.",
		"query() of the collection `pages`: no entry has the field `place:asc`. Write `sort: 'place'`.",
		'query() of the collection `pages`: no entry has the field `plaec`. Did you mean `place`?',
	]);
});

it('says of a field that no story can have that those of its content begin with `content.`', async () => {
	const { query } = await build();
	const { collections } = await import('../support/astro-content.js');
	const data = { full_slug: 'a', uuid: 'a', content: { component: 'article', author: 'ada' } };
	collections.set('pages', [{ id: 'a', collection: 'pages', data }]);
	const said: string[] = [];
	buildChannel().takeNotice = ({ sentence }) => void said.push(sentence);
	for (const name of ['autor', 'author', 'topic', 'ful_slug', 'content.autor', 'content.topic'])
		expect(await query({ collection: 'pages', where: { [name]: 'x' } } as never)).toEqual([]);
	await query({ collection: 'pages', sort: 'content.topic' } as never);
	await query({ collection: 'pages', fields: ['content.topic', 'content.seo.title'] } as never);
	buildChannel().takeNotice = undefined;
	expect(said).toEqual([
		'query() of the collection `pages`: no entry has the field `autor`. Did you mean `content.author`?',
		'query() of the collection `pages`: no entry has the field `author`. Did you mean `content.author`?',
		'query() of the collection `pages`: no entry has the field `topic`. A field of the content begins with `content.`, as in `content.topic`.',
		'query() of the collection `pages`: no entry has the field `ful_slug`. Did you mean `full_slug`?',
		'query() of the collection `pages`: no entry has the field `content.autor`. Did you mean `content.author`?',
		'query() of the collection `pages`: no entry has the field `content.topic`; there are `content.author` and `content.component`.',
		'query() of the collection `pages`: no entry has the field `content.topic`; there are `content.author` and `content.component`.',
	]);
});

it('says that a relation is found by the uuid of its story', async () => {
	const { query } = await build();
	const { collections } = await import('../support/astro-content.js');
	const [uuid, author] = ['6f9c1f4e-8f1a-4a53-9a52-5c9f1b6f0001', '6f9c1f4e-8f1a-4a53-9a52-5c9f1b6f0002'];
	const data = { uuid, content: { component: 'article', author: [author], tag: 'sea' } };
	collections.set('pages', [{ id: 'a', collection: 'pages', data }]);
	const said: string[] = [];
	buildChannel().takeNotice = ({ sentence }) => void said.push(sentence);
	for (const where of [{ author: ['authors/ada'] }, { author: uuid }, { author: '' }, { tag: 'land' }]) {
		const conditions = Object.entries(where).map(([name, value]) => [`content.${name}`, value]);
		expect(await query({ collection: 'pages', where: Object.fromEntries(conditions) })).toEqual([]);
	}
	buildChannel().takeNotice = undefined;
	expect(said).toEqual([
		"query() of the collection `pages`: `content.author` has the uuid of a story, not its slug. Write `where: { 'content.author': (await storyBySlug('…', { collection: 'pages' }))?.data.uuid }`.",
	]);
});

it('names a language that the site lacks, also if another one stands in', async () => {
	const { query } = await build();
	const { collections } = await import('../support/astro-content.js');
	const data = { full_slug: 'a', uuid: 'a', lang: 'default', name: 'A' };
	collections.set('pages', [{ id: 'a', collection: 'pages', data }]);
	const said: string[] = [];
	buildChannel().takeNotice = ({ sentence }) => void said.push(sentence);
	for (const lang of ['default', 'xx'])
		expect(await query({ collection: 'pages', lang, fallback: true } as never)).toHaveLength(1);
	buildChannel().takeNotice = undefined;
	expect(said).toEqual([
		'query() of the collection `pages`: no entry has the language `xx`; there is `default`.',
	]);
});

it('sorts ties by the slugs of the default language in each language', async () => {
	const { query } = await build();
	const { collections } = await import('../support/astro-content.js');
	const story = (uuid: string, lang: string, full_slug: string, default_full_slug: string | null) => {
		const data = { uuid, lang, full_slug, default_full_slug, rank: uuid === '4' ? 1 : 2 };
		return { id: full_slug, collection: 'pages', data };
	};
	collections.set('pages', [
		story('4', 'default', 'news', null),
		story('3', 'default', 'contact', null),
		story('3', 'de', 'de/a-kontakt', 'contact'),
		story('2', 'default', 'blog', null),
		story('1', 'default', 'about', null),
		story('1', 'de', 'de/ueber', 'about'),
		story('4', 'de', 'de/news', null),
	]);
	const found = async (asked: object) =>
		(await query({ collection: 'pages', ...asked })).map(({ data }) => data['uuid']).join('');
	for (const lang of ['default', 'de']) {
		expect(await found({ lang, fallback: true })).toBe('1234');
		expect(await found({ lang, fallback: true, sort: 'rank', limit: 3 })).toBe('412');
	}
	expect(await found({ lang: 'de' })).toBe('134');
	// Without a language, as in any collection: by id.
	expect(await found({})).toBe('1233414');
});

it('says how to name a collection', async () => {
	const { query } = await build();
	await expect(query({ contentType: 'article' } as never)).rejects.toThrow(
		'query() was given no collection.',
	);
});
