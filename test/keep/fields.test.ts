import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { createAnswerer, isSameAnswer } from '../../packages/astro-keep/src/decide/answerer.js';
import { canonicalText } from '../../packages/astro-keep/src/decide/canonical-text.js';
import type { Reading } from '../../packages/astro-keep/src/decide/page-state.js';
import { createReadSet, type ReadSet } from '../../packages/astro-keep/src/reads/read-set.js';
import { createRecorder } from '../../packages/astro-keep/src/reads/record-reads.js';
import type { ReadChannel } from '../../packages/astro-keep/src/tracking/index.js';
import { isLong } from '../support/long.js';

// A page stays as long as what it has read of entries is the same. So whatever a page does with its entries, and whatever becomes
// of them: if no read has another answer, the page shows the same. And it shows what it would show of entries that are not tracked.

type Data = Record<string, unknown>;

interface Stored {
	id: string;
	data: Data;
	body?: string;
	digest?: string;
	rendered?: { html: string; metadata: Data };
	assetImports?: string[];
	imageImports?: string[];
}

type Entry = Stored & { collection: string };

/** `astro:content`, with the entries as Astro has them. */
const contentOf = (entries: readonly Stored[]) => ({
	getCollection: async (collection: string) => entries.map((entry) => ({ ...entry, collection })),
	getEntry: async (collection: string, id?: string) => {
		const found = entries.find((entry) => entry.id === id);
		return found && { ...found, collection };
	},
	getLiveCollection: async () => undefined,
	getLiveEntry: async () => undefined,
	render: async ({ rendered }: Entry) => ({
		Content: () => rendered?.html,
		headings: rendered?.metadata['headings'] ?? [],
		remarkPluginFrontmatter: rendered?.metadata['frontmatter'] ?? {},
	}),
});

type Content = ReturnType<typeof contentOf>;
type Page = (content: Content) => Promise<unknown>;

afterEach(async () => {
	const { buildChannel } = await import('../../packages/astro-keep/src/tracking/index.js');
	buildChannel().reads = undefined;
});

/** A build of one page, or of several, with modules of its own. */
async function build(entries: readonly Stored[], store: unknown = []) {
	vi.resetModules();
	const tracking = await import('../../packages/astro-keep/src/tracking/index.js');
	const { trackedContent } = await import('../../packages/astro-keep/src/entries/tracked.js');
	const answers: ReadChannel['answers'] = new Map();
	const recorder = createRecorder<{ reads: ReadSet }>({
		answers,
		changes: { watch: () => undefined, watchPacked() {} },
	});
	tracking.buildChannel().reads = recorder.channel;
	const astro = contentOf(entries);
	const content = trackedContent(
		astro as never,
		async () => ({ default: new Map() }),
		async () => ({ default: store }),
		'page',
	);
	const answerer = createAnswerer(answers);
	recorder.enter('rendering');
	return {
		content: content as unknown as Content,
		recorder,
		answerer,
		/** Renders a page. Returns what it shows, and its reads. */
		async render(page: Page): Promise<{ shown: string; reads: Reading[] }> {
			recorder.enter('rendering');
			const set = createReadSet();
			const shown = await recorder.rendering({ reads: set }, async () =>
				text(await page(content as unknown as Content)),
			);
			recorder.enter('comparing');
			return { shown, reads: [...set.readings()] };
		},
		digests: (reads: readonly Reading[]) => Promise.all(reads.map(({ read }) => answerer(read))),
	};
}

const text = (value: unknown): string => inspect(value, { depth: 12 });

/** What a page shows after an edit, and whether it would be rendered for it. */
async function edited(page: Page, before: readonly Stored[], after: readonly Stored[]) {
	const first = await build(before);
	const { shown, reads } = await first.render(page);
	const digests = await first.digests(reads);
	const second = await build(after);
	second.recorder.enter('comparing');
	const now = await second.digests(reads);
	const isRendered = now.some((digest, place) => !isSameAnswer(digest, digests[place] ?? ''));
	return { shown, isRendered, reads: reads.map(({ read }) => read) };
}

/** What a page shows of entries that are not tracked. */
const plainly = async (page: Page, entries: readonly Stored[]): Promise<string> =>
	text(await page(contentOf(structuredClone(entries) as Stored[])));

const entry = (id: string, data: Data, more: Partial<Stored> = {}): Stored => ({ id, data, ...more });

const two = (data: Data = {}, more: Partial<Stored> = {}): Stored[] => [
	entry('a', { title: 'A', ...data }, { body: 'Text.', ...more }),
	entry('b', { title: 'B' }, { body: 'More.' }),
];

const all = (content: Content) => content.getCollection('posts');
const first = async (content: Content): Promise<Entry> => (await all(content))[0] as Entry;

/** What a page does, and edits after which it must and need not be rendered. The last test tries all else that a page may do. */
const cases: [what: string, page: Page, changed: Stored[], unchanged: Stored[]][] = [
	[
		'shows a title',
		async (content) => (await first(content)).data['title'],
		two({ title: 'Z' }),
		two({}, { body: 'Z' }),
	],
	[
		'filters by a field that no entry has',
		async (content) => (await all(content)).filter(({ data }) => !data['draft']).length,
		two({ draft: true }),
		two({}, { body: 'Z' }),
	],
	[
		'lists entries, one of which gets its first picture',
		async (content) => (await all(content)).map(({ id }) => id),
		[...two(), entry('c', {})],
		two({}, { assetImports: ['./a.png'], imageImports: ['./a.png'] }),
	],
	[
		'lists names',
		async (content) => Object.keys((await first(content)).data),
		two({ draft: true }),
		two({ title: 'Z' }),
	],
	[
		'shows an object in data',
		async (content) => ((await first(content)).data['seo'] as Data | undefined)?.['title'],
		two({ seo: { title: 'Z' } }),
		two({}, { body: 'Z' }),
	],
	[
		'reads an entry',
		async (content) => (await content.getEntry('posts', 'b'))?.data['title'],
		[entry('b', { title: 'Z' })],
		[entry('c', {}), ...two()],
	],
	[
		'shows ids',
		async (content) => (await all(content)).map(({ id }) => id),
		two().reverse(),
		two({ title: 'Z' }, { body: 'Z' }),
	],
	[
		'shows a body',
		async (content) => (await first(content)).body,
		two({}, { body: 'Z' }),
		two({ title: 'Z' }),
	],
];

it.each(cases)('is rendered only for what it shows: it %s', async (_, page, changed, unchanged) => {
	const before = await edited(page, two(), changed);
	expect(before.isRendered, before.reads.join('\n')).toBe(true);
	expect(before.shown).toBe(await plainly(page, two()));
	const after = await edited(page, two(), unchanged);
	expect(after.isRendered, after.reads.join('\n')).toBe(false);
});

const html = (text: string, more: Data = {}) => ({
	rendered: { html: text, metadata: { headings: [], ...more } },
});

it.each([
	{ store: new Map([['posts', new Map()]]) },
	{ store: [['Map', 1, 2, 3, 2], 'posts', ['Map'], 'meta:gone'] },
	{ store: { posts: [] } },
])(
	'asks Astro for no collection that its store lacks, since Astro warns of it: $store',
	async ({ store }) => {
		const { answerer, recorder } = await build([entry('a', {})], store);
		const none = await build([], store);
		for (const one of [recorder, none.recorder]) one.enter('comparing');
		expect(await answerer('members "gone"')).toBe(await none.answerer('members "gone"'));
		expect(await answerer('members "posts"')).not.toBe(await none.answerer('members "posts"'));
	},
);

it('depends on the text of an entry if it shows its Content, and on headings if it renders it', async () => {
	const headings: Page = async (content) => (await content.render(await first(content))).headings;
	const shown: Page = async (content) => (await content.render(await first(content))).Content();
	const [before, body, title] = [html('x'), html('y'), html('x', { headings: ['y'] })].map((more) =>
		two({}, more),
	);
	expect((await edited(headings, before ?? [], body ?? [])).isRendered).toBe(false);
	expect((await edited(headings, before ?? [], title ?? [])).isRendered).toBe(true);
	expect((await edited(shown, before ?? [], body ?? [])).isRendered).toBe(true);
	expect((await edited(shown, before ?? [], before ?? [])).shown).toBe(text('x'));
});

it('counts a field for the page that reads it, in whatever place the entry was held', async () => {
	const { render } = await build(two());
	const held: Entry[] = [];
	const one = await render(async (content) => held.push(await first(content)));
	const other = await render(async () => held[0]?.data['title']);
	expect(one.reads.map(({ read }) => read)).toEqual(['members "posts"']);
	expect(other.reads.map(({ read }) => read)).toEqual(['fields ["posts",["a"],[["data","title"],["data"]]]']);
});

it('depends on all of an object that two entries share', async () => {
	const shared = (title: string) => {
		const seo = { title, text: title };
		return [entry('a', { seo }), entry('b', { seo })];
	};
	const page: Page = async (content) =>
		(await all(content)).map(({ data }) => (data['seo'] as Data)['title']);
	expect((await edited(page, shared('x'), shared('y'))).isRendered).toBe(true);
	const [one, other] = [shared('x'), shared('x')];
	(other[1] as Stored).data['seo'] = { title: 'y', text: 'x' };
	expect((await edited(page, one, other)).isRendered).toBe(true);
});

it('counts what counts as a whole for each page that reads it', async () => {
	const data = { title: 'x' };
	const { render } = await build([entry('a', data), entry('b', data)]);
	const titles: Page = async (content) => (await all(content)).map(({ data }) => data['title']);
	const [one, other] = [await render(titles), await render(titles)];
	expect(one.reads.map(({ read }) => read).join()).toContain('["data",0]');
	expect(other.reads).toEqual(one.reads);
});

it('tells fields apart that hold the same object', async () => {
	const shared = (title: string) => {
		const seo = { title: 'x' };
		return [entry('a', { seo, other: title === 'x' ? seo : { title } })];
	};
	const page: Page = async (content) => {
		const { seo, other } = (await first(content)).data as Record<string, Data>;
		return [seo?.['title'], other?.['title']];
	};
	expect((await edited(page, shared('x'), shared('y'))).isRendered).toBe(true);
});

it('shows pages what they change, like entries that are not tracked', async () => {
	const page: Page = async (content) => {
		const one = await first(content);
		one.body = 'Changed.';
		one.data['title'] = 'Changed';
		one.data['added'] = 1;
		delete one.data['seo'];
		const again = await first(content);
		return [one, again, Object.keys(again.data)];
	};
	const { render } = await build(two({ seo: { title: 'x' } }));
	expect((await render(page)).shown).toBe(await plainly(page, two({ seo: { title: 'x' } })));
});

it('compares entries in props by where they come from, with what is added to them', async () => {
	const propsOf = async (entries: readonly Stored[], change = (_: Entry) => {}) => {
		const { content } = await build(entries);
		const post = await first(content);
		change(post);
		return canonicalText({ post, data: post.data, rendered: await content.render(post) });
	};
	const before = await propsOf(two());
	expect(await propsOf(two({ title: 'Z' }, { body: 'Z' }))).toBe(before);
	for (const other of [two({ draft: true }), two().reverse()]) expect(await propsOf(other)).not.toBe(before);
	const minutes = (count: number) => (post: Entry) => void Object.assign(post, { minutes: count });
	expect(await propsOf(two(), minutes(1))).not.toBe(before);
	expect(await propsOf(two(), minutes(1))).not.toBe(await propsOf(two(), minutes(2)));
	expect(await propsOf(two(), minutes(1))).toBe(await propsOf(two({ title: 'Z' }), minutes(1)));
});

it('sees what getStaticPaths adds to the data of entries, in props and in what pages read', async () => {
	const built = async (next: string) => {
		const { content, recorder, render, digests } = await build(two());
		recorder.enter('paths');
		const one = await first(content);
		one.data['next'] = next;
		recorder.enter('comparing');
		const props = canonicalText({ post: one });
		const { reads } = await render(async () => (await first(content)).data['next']);
		return { props, digests: await digests(reads) };
	};
	const [before, same, other] = [await built('x'), await built('x'), await built('y')];
	expect(same).toEqual(before);
	expect(other.props).not.toBe(before.props);
	expect(other.digests).not.toEqual(before.digests);
});

it('opens no packed entry whose digest is the same', async () => {
	let opened = 0;
	const shown = (digest: string) => `${'a'.repeat(32)}.0.${digest.repeat(32)}`;
	const packed = (title: string, digest: string) => ({
		keys: () => ['a', 'b'],
		closed: (id: string) => ({ id, digest: shown(id === 'a' ? digest : 'c') }),
		get(id: string) {
			opened += 1;
			return { id, data: { title: id === 'a' ? title : 'B', text: digest } };
		},
	});
	const page: Page = async (content) => (await all(content)).map(({ data }) => data['title']);
	const made = async (title: string, digest: string) =>
		build([], new Map([['posts', packed(title, digest)]]));
	const one = await made('A', 'b');
	const { shown: text, reads } = await one.render(page);
	expect([text, opened]).toEqual([inspect(['A', 'B']), 2]);
	const digests = await one.digests(reads);
	const again = async (title: string, digest: string) => {
		opened = 0;
		const { recorder, answerer } = await made(title, digest);
		recorder.enter('comparing');
		const now = await Promise.all(reads.map(({ read }, place) => answerer(read, digests[place])));
		return [now.some((digest, place) => !isSameAnswer(digest, digests[place] ?? '')), opened];
	};
	expect(await again('A', 'b')).toEqual([false, 0]);
	expect((await again('A', 'd'))[0]).toBe(false);
	expect((await again('Z', 'd'))[0]).toBe(true);
});

// Any page, any edit.

const names = ['title', 'draft', 'seo', 'tags'];
const name = fc.constantFrom(...names);
const leaf = fc.oneof(
	fc.constantFrom<unknown>('x', 'y', '', 0, 1, true, null, undefined),
	fc.constantFrom(0, 1).map((time) => new Date(time)),
	fc.array(fc.constantFrom<unknown>('x', { id: 'a' }), { maxLength: 2 }),
);
const tree: fc.Arbitrary<Data> = fc.letrec<{ value: unknown; data: Data }>((tie) => ({
	value: fc.oneof({ maxDepth: 3 }, leaf, tie('data')),
	data: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
})).data;
const stored: fc.Arbitrary<Stored> = fc.record(
	{
		id: fc.constantFrom('a', 'b', 'c', 'd'),
		data: tree,
		body: fc.constantFrom('x', 'y'),
		digest: fc.constantFrom('x', 'y'),
		rendered: fc.record({ html: fc.constantFrom('x', 'y'), metadata: tree }),
	},
	{ requiredKeys: ['id', 'data'] },
);
const site = fc.uniqueArray(stored, { selector: ({ id }) => id, minLength: 1, maxLength: 4 });

/** Changes one thing, because two independent sites seldom have the same answers. */
const change = fc.record({
	place: fc.nat(3),
	path: fc.array(name, { minLength: 1, maxLength: 4 }),
	value: fc.oneof(leaf, tree, fc.constant('removed')),
	kind: fc.constantFrom('data', 'data', 'data', 'body', 'rendered', 'digest', 'order', 'removed'),
});

function apply(
	entries: readonly Stored[],
	{ place, path, value, kind }: typeof change extends fc.Arbitrary<infer T> ? T : never,
): Stored[] {
	const made = structuredClone(entries) as Stored[];
	const one = made[place % made.length] as Stored;
	if (kind === 'order') made.reverse();
	else if (kind === 'removed') made.splice(place % made.length, 1);
	else if (kind === 'rendered') one.rendered = { html: 'z', metadata: one.rendered?.metadata ?? {} };
	else if (kind === 'body' || kind === 'digest') one[kind] = 'z';
	else {
		let at: Data = one.data;
		for (const step of path.slice(0, -1)) {
			const next = at[step];
			if (typeof next !== 'object' || next === null || Array.isArray(next) || next instanceof Date) break;
			at = next as Data;
		}
		const last = path.at(-1) ?? 'title';
		if (value === 'removed') delete at[last];
		else at[last] = value;
	}
	return made;
}

type Use = (value: unknown, name: string) => unknown;

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;
const dataOf = (value: unknown): Data => (isObject(value) ? value : {});

/** What a page may do with an entry or with what is in it. */
const uses: Record<string, Use> = {
	get: (value, key) => dataOf(value)[key],
	has: (value, key) => key in dataOf(value),
	own: (value, key) => Object.hasOwn(dataOf(value), key),
	keys: (value) => Object.keys(dataOf(value)),
	names: (value) => {
		const found = [];
		for (const key in dataOf(value)) found.push(key);
		return found;
	},
	entries: (value) => Object.entries(dataOf(value)).map(([key, inner]) => [key, typeof inner]),
	spread: (value) => ({ ...dataOf(value) }),
	assign: (value) => Object.assign({}, dataOf(value)),
	json: (value) => JSON.stringify(value),
	clone: (value) => structuredClone(value),
	inspect: (value) => inspect(value, { depth: 9 }),
	type: (value) => [typeof value, Array.isArray(value), Object.prototype.toString.call(value)],
	rest: (value, key) => {
		const { [key]: one, ...rest } = dataOf(value);
		return [one, rest];
	},
	descriptors: (value, key) =>
		Object.defineProperties({} as Data, Object.getOwnPropertyDescriptors(dataOf(value)))[key],
	freeze: (value, key) => Object.isFrozen(Object.freeze(dataOf(value))) && dataOf(value)[key],
};

const step = fc.record({
	way: fc.array(fc.constantFrom('data', 'data', 'rendered', 'metadata', ...names), { maxLength: 4 }),
	use: fc.constantFrom(...Object.keys(uses)),
	name: fc.constantFrom('data', 'body', 'digest', 'id', ...names),
});
const program = fc.record({
	list: fc.constantFrom('all', 'first', 'sorted', 'filtered', 'one', 'content'),
	steps: fc.array(step, { minLength: 1, maxLength: 3 }),
});

const pageOf =
	({ list, steps }: typeof program extends fc.Arbitrary<infer T> ? T : never): Page =>
	async (content) => {
		const entries = list === 'one' ? [await content.getEntry('posts', 'a')] : await all(content);
		if (list === 'sorted')
			entries.sort((a, b) => String(a?.data['title']).localeCompare(String(b?.data['title'])));
		const chosen =
			list === 'first'
				? entries.slice(0, 1)
				: list === 'filtered'
					? entries.filter((one) => one?.data['draft'])
					: entries;
		if (list === 'content')
			return Promise.all(entries.map(async (one) => one && (await content.render(one)).Content()));
		return chosen.map((one) =>
			steps.map(({ way, use, name: key }) =>
				uses[use]?.(
					way.reduce<unknown>((value, next) => (isObject(value) ? value[next] : undefined), one),
					key,
				),
			),
		);
	};

const runs = { seed: 20_261_123, endOnFailure: true, numRuns: isLong ? 6_000 : 300 };

it('shows the same after any edit, if nothing that it read has changed', async () => {
	let stays = 0;
	await fc.assert(
		fc.asyncProperty(site, change, program, async (entries, changed, made) => {
			const page = pageOf(made);
			const after = apply(entries, changed);
			const { shown, isRendered, reads } = await edited(
				page,
				structuredClone(entries) as Stored[],
				structuredClone(after) as Stored[],
			);
			expect(shown).toBe(await plainly(page, entries));
			if (isRendered) return;
			stays += 1;
			expect(await plainly(page, after), reads.join('\n')).toBe(shown);
		}),
		runs,
	);
	expect(stays).toBeGreaterThan(runs.numRuns / 10);
});
