import { describe, expect, it } from 'vitest';
import { orderOf } from './order-of.js';

/** The files that change entries in place, or give them to a function that does. */
const changing = (files: Record<string, string>): string[] => orderOf(files).changingContent;

const read = `const story = await getEntry('pages', 'one');`;
const list = `const posts = await getCollection('posts');`;

describe('entries that are changed in place', () => {
	it.each([
		['a field that is assigned', `${read} story.data.content.title = 'x';`],
		['a field that is deleted', `${read} delete story.data.content.title;`],
		['a field that is counted', `${read} story.data.views++;`],
		[
			'items that are swapped',
			`${read} const { tags } = story.data; [tags[0], tags[1]] = [tags[1], tags[0]];`,
		],
		['a list that is sorted', `${read} story.data.tags.sort();`],
		['a list that is sorted, if there is one', `${read} story.data?.tags?.sort();`],
		['a list with another name', `${read} const { tags } = story.data; tags.reverse();`],
		[
			'a list that is taken apart',
			`const { data: { tags } } = await getEntry('pages', 'one'); tags.push('x');`,
		],
		['a list that is assigned later', `${read} let tags; tags = story.data.tags; tags.sort();`],
		['a list with a default', `${read} const tags = story.data.tags ?? []; tags.sort();`],
		['a list with a default, at once', `${read} (story.data.tags || []).sort();`],
		['a list with a default in a pattern', `${read} const { tags = [] } = story.data; tags.sort();`],
		['one of two lists', `${read} const tags = x ? story.data.tags : story.data.topics; tags.sort();`],
		['a member of an awaited call', `const { tags } = (await getEntry('pages', 'one')).data; tags.sort();`],
		['a list in a shallow copy', `${read} const meta = { ...story.data }; meta.tags.sort();`],
		[
			'a list in a shallow copy with other fields',
			`${read} const meta = { ...story.data, title: 'x', list: [...story.data.list] }; meta.tags.sort();`,
		],
		[
			'a list in a copy by Object.assign()',
			`${read} const meta = Object.assign({}, story.data); meta.tags.sort();`,
		],
		['an item of a copied list', `${read} const blocks = [...story.data.blocks]; blocks[0].title = 'x';`],
		[
			'items of a copied list',
			`${read} for (const block of [...story.data.blocks].reverse()) block.title = 'x';`,
		],
		['a list in the rest', `${read} const { title, ...rest } = story.data; rest.tags.sort();`],
		['lists in copies', `${list} for (const post of posts.map((p) => ({ ...p.data }))) post.tags.sort();`],
		[
			'lists in copies, in a callback with a body',
			`${list} posts.map((p) => { const d = p.data; return { ...d }; }).forEach((p) => { p.tags.sort(); });`,
		],
		['a field of an object', `${read} const own = { list: [], tags: story.data.tags }; own.tags.sort();`],
		['what is copied into an entry', `${read} Object.assign(story.data, { title: 'x' });`],
		['entries in a loop', `for (const post of await getCollection('posts')) post.data.tags.sort();`],
		['blocks in a loop', `${read} for (const block of story.data.blocks) block.seen = true;`],
		['blocks in a callback', `${read} story.data.blocks.forEach((block) => block.items.reverse());`],
		['values of an object', `${read} Object.values(story.data.map).forEach((x) => x.sort());`],
		['entries of an object', `${read} for (const [key, x] of Object.entries(story.data.map)) x.sort();`],
		['an item', `${read} const first = story.data.list[0]; first.x = 1;`],
		['an item by at()', `${read} story.data.list.at(-1).x = 1;`],
		['an item of a pattern', `${read} const [first] = story.data.list; delete first.x;`],
		['an item of a filtered list', `${read} const all = story.data.list.filter(Boolean); all[0].x = 1;`],
		['a sorted list, afterwards', `${read} const all = story.data.list.toSorted(); all[0].x = 1;`],
		[
			'entries of a filtered list',
			`const posts = (await getCollection('posts')).filter(Boolean); posts.forEach((post) => { post.data.next = 1; });`,
		],
		['entries after a promise', `await getEntry('pages', 'one').then((story) => story.data.tags.sort());`],
		['fields of a callback', `const posts = await query({}); posts.map(({ data }) => data.tags.sort());`],
		['props of a page', `const { story } = Astro.props; story.data.content.body.reverse();`],
		['props by their path', `Astro.props.story.data.tags.sort();`],
		['an argument of a function', `const sortTags = (post) => post.data.tags.sort();`],
		['the result of a function', `${read} const tagsOf = (one) => one.data.tags; tagsOf(story).sort();`],
	])('are found: %s', (_, code) => {
		expect(changing({ 'page.astro': `async function page(Astro) { ${code} }` })).toEqual(['page.astro']);
	});

	it.each([
		['a list of entries, which is new for each caller', `${list} posts.sort(); posts.push(1);`],
		['a copy', `${read} const tags = [...story.data.tags].sort(); tags.push('x');`],
		['a copy with a default', `${read} const tags = [...(story.data.tags ?? [])]; tags.sort();`],
		['a sorted copy', `${read} story.data.tags.toSorted(); story.data.tags.slice().sort();`],
		['a clone', `${read} const copy = structuredClone(story.data); copy.title = 'x'; copy.tags.sort();`],
		[
			'fields of a shallow copy',
			`${read} const meta = { ...story.data }; meta.title = 'x'; delete meta.tags;`,
		],
		[
			'fields of a copy by Object.assign()',
			`${read} const meta = Object.assign({}, story.data); meta.title = 'x'; Object.assign(meta, story.data);`,
		],
		[
			'a copied list in a copy',
			`${read} const m = { ...story.data, tags: [...story.data.tags] }; m.tags.sort();`,
		],
		['fields of the rest', `${read} const { title, ...rest } = story.data; rest.title = 'x';`],
		['fields of copies', `${list} for (const post of posts.map((p) => ({ ...p.data }))) post.seen = true;`],
		['a list of what is in entries', `${list} const all = posts.flatMap((p) => p.data.tags); all.sort();`],
		['a list in an object', `${list} const items = posts.map((p) => ({ p, n: [] })); items[0].n.push(1);`],
		[
			'what is collected by reduce()',
			`${list} posts.reduce((all, p) => { all[p.data.year] = p.data; return all; }, {});`,
		],
		['the values of an object', `${read} Object.values(story.data.map).sort();`],
		['Astro.locals', `${read} Astro.locals.story = story.data;`],
		['a variable', `${read} let { title } = story.data; title = 'x'; title += 'y';`],
		[
			'a variable of the same name elsewhere',
			`const a = (p) => { const t = p.data.t; }; const t = []; t.sort();`,
		],
		['a response of fetch()', `const answer = await load(); answer.data.rows.sort();`],
		[
			'groups of entries',
			`const groups = {}; ${list} for (const post of posts) (groups[post.data.year] ??= []).push(post);`,
		],
	])('are not found: %s', (_, code) => {
		expect(changing({ 'page.astro': `async function page(Astro) { ${code} }` })).toEqual([]);
	});

	it('are ignored in packages', () => {
		const code = 'export const sort = (post) => post.data.tags.sort();';
		expect(changing({ 'node_modules/lib/index.js': code })).toEqual([]);
	});

	it.each([
		'export async function getStaticPaths() { BODY }',
		'export const getStaticPaths = async () => { BODY };',
	])('are ignored in code that runs once in every build: %s', (code) => {
		const body = `${list} posts.forEach((post) => { post.data.next = 1; });`;
		expect(changing({ 'page.astro': code.replace('BODY', body) })).toEqual([]);
	});
});

/** A component as Astro compiles it. */
const astro = (code: string, imports = '') => `${imports}
const $$One = $$createComponent(async ($$result, $$props, $$slots) => {
	const Astro = $$result.createAstro($$props, $$slots); Astro.self = $$One;
	${code}
}, '/x.astro', undefined);
export default $$One;`;

const importTags = `import Tags from 'Tags.astro';`;
const use = (props: string) => `$$renderComponent($$result, 'Tags', Tags, { ${props} })`;
const page = (props: string) => astro(`${list} posts.map((p) => ${use(props)});`, importTags);
const sorting = astro('const { tags } = Astro.props; tags.sort();');
const libOf = (code: string) => `import { sortTags } from 'sort.js'; const page = async () => { ${code} };`;

describe('entries that are given to what changes them', () => {
	it.each([
		['a component', { 'page.astro': page('"tags": p.data.tags'), 'Tags.astro': sorting }],
		['a component, all props of an entry', { 'page.astro': page('...p.data'), 'Tags.astro': sorting }],
		[
			'a component by Astro.props',
			{ 'page.astro': page('"tags": p.data.tags'), 'Tags.astro': astro('Astro.props.tags.sort();') },
		],
		[
			'a component, in a function of it',
			{
				'page.astro': page('"tags": p.data.tags'),
				'Tags.astro': astro('const sorted = () => Astro.props.tags.sort(); sorted();'),
			},
		],
		[
			'a component that changes what is in a copy',
			{ 'page.astro': page('"tags": [...p.data.tags]'), 'Tags.astro': astro('Astro.props.tags[0].x = 1;') },
		],
		[
			'a component of React',
			{
				'page.astro': page('"tags": p.data.tags'),
				'Tags.astro': 'export default function Tags({ tags }) { tags.sort(); }',
			},
		],
		[
			'a component of React, by its props',
			{
				'page.astro': `import { Tags } from 'Tags.jsx'; const Page = ({ post }) => jsx(Tags, { tags: post.data.tags });`,
				'Tags.jsx': 'export const Tags = memo((props) => { props.tags.sort(); });',
			},
		],
		[
			'a component of Solid',
			{
				'page.astro': `import { Tags } from 'Tags.jsx'; const Page = ({ post }) => createComponent(Tags, { get tags() { return post.data.tags; } });`,
				'Tags.jsx': 'export function Tags(props) { return props.tags.sort(); }',
			},
		],
		[
			'a component of Vue',
			{
				'page.astro': page('"tags": p.data.tags'),
				'Tags.astro': `const _sfc_main = { setup(__props) { const props = __props; props.tags.sort(); } }; export default _export_sfc(_sfc_main, []);`,
			},
		],
		[
			'a component of Svelte in another one',
			{
				'page.astro': page('"labels": p.data.tags').replaceAll('Tags', 'Meta'),
				'Meta.astro': `import Tags from 'Tags.astro'; export default function Meta($$renderer, $$props) { let { labels } = $$props; Tags($$renderer, { tags: labels }); }`,
				'Tags.astro':
					'export default function Tags($$renderer, $$props) { let { tags } = $$props; tags.sort(); }',
			},
		],
		[
			'a function of another module',
			{
				'page.astro': libOf(`${list} posts.map((p) => sortTags(p.data.tags));`),
				'sort.js': 'export const sortTags = (tags) => tags.sort();',
			},
		],
		[
			'a function of all of a module',
			{
				'page.astro': `import * as lists from 'sort.js'; const page = (p) => lists.sortTags(p.data.tags);`,
				'sort.js': 'export function sortTags(tags) { return tags.sort(); }',
			},
		],
		[
			'a function behind other modules',
			{
				'page.astro': libOf(`${read} sortTags(story.data);`),
				'sort.js': `export * from 'a.js'; export { byName as sortTags } from 'b.js';`,
				'a.js': 'export const other = 1;',
				'b.js': 'function byName({ tags }) { tags.sort(); } export { byName };',
			},
		],
		[
			'a function of the same module',
			{ 'page.astro': `const sortTags = (tags) => tags.sort(); const page = (p) => sortTags(p.data.tags);` },
		],
		[
			'a function in a function',
			{ 'page.astro': `const page = (p) => { const f = (tags) => tags.sort(); f(p.data.tags); };` },
		],
		[
			'a page, by getStaticPaths()',
			{
				'page.astro': `${astro('Astro.props.tags.sort();')}
export const getStaticPaths = async () => { ${list} return posts.map((p) => ({ params: {}, props: { tags: p.data.tags } })); };`,
			},
		],
	])('are found: %s', (_, files) => {
		expect(changing(files)).toEqual(['page.astro']);
	});

	it('are found behind a component that passes them on', () => {
		const passing = astro(`const { tags } = Astro.props; ${use('"tags": tags')}`, importTags);
		const found = {
			'page.astro': page('"tags": p.data.tags').replaceAll('Tags', 'Meta'),
			'Meta.astro': passing,
		};
		expect(changing({ ...found, 'Tags.astro': sorting })).toEqual(['page.astro']);
		expect(changing({ ...found, 'Tags.astro': astro('') })).toEqual([]);
	});

	it.each([
		[
			'a component that sorts a list of the page',
			{ 'page.astro': page('"tags": posts'), 'Tags.astro': sorting },
		],
		['a component with a copy', { 'page.astro': page('"tags": [...p.data.tags]'), 'Tags.astro': sorting }],
		['another prop', { 'page.astro': page('"title": p.data.title'), 'Tags.astro': sorting }],
		[
			'a component that copies',
			{ 'page.astro': page('"tags": p.data.tags'), 'Tags.astro': astro('[...Astro.props.tags].sort();') },
		],
		[
			'a component that sorts what it makes of its props',
			{
				'page.astro': page('...p.data'),
				'Tags.astro': astro(
					'const { tags, ...rest } = Astro.props; rest.id = 1; tags.map((x) => x.a).sort();',
				),
			},
		],
		[
			'another function of the module',
			{
				'page.astro': libOf(`${read} sortTags(story.data.tags);`),
				'sort.js': `export const sortPosts = (list) => list.sort(); export const sortTags = (tags) => tags.toSorted();`,
			},
		],
		[
			'entries that are sorted by a function',
			{
				'page.astro': libOf(`sortTags(await getCollection('posts'));`),
				'sort.js': `export const sortTags = (list) => list.sort((a, b) => a.data.date - b.data.date);`,
			},
		],
		[
			'a component of Svelte that only shows its props',
			{
				'page.astro': page('"tags": p.data.tags'),
				'Tags.astro': `export default function Tags($$renderer, $$props) { $$renderer.component(($$renderer) => {
					let { tags } = $$props; for (const tag of tags) $$renderer.push(tag); }); }`,
			},
		],
		[
			'a function that calls itself',
			{
				'page.astro': libOf(`${read} sortTags(story.data.tags);`),
				'sort.js': `export const sortTags = (tags) => (tags.a ? sortTags(tags.a) : tags);`,
			},
		],
	])('are not found: %s', (_, files) => {
		expect(changing(files)).toEqual([]);
	});

	it('ends with functions that call themselves and change', () => {
		const files = {
			'page.astro': libOf(`${read} sortTags(story.data.tags);`),
			'sort.js': `export function sortTags(tags) { tags.x = 1; return sortTags(tags.next); }`,
		};
		expect(changing(files)).toEqual(['page.astro']);
	});
});

it('follows content into the components of bloks', () => {
	const blok = (code: string) =>
		`const Astro = $$result.createAstro(); const { blok } = Astro.props; ${code}`;
	const component = (name: string, code: string) =>
		`import Blok from 'astro-slugline/components/Blok.astro'; const ${name} = $$createComponent(($$result, $$props) => { ${code} }); export default ${name};`;
	const page = component(
		'Page',
		`${read} $$renderComponent($$result, 'Blok', Blok, { blok: story.data.content });`,
	);
	const nested = component(
		'Section',
		blok(`$$renderComponent($$result, 'Blok', Blok, { blok: blok.body });`),
	);
	const bloks = { 'page.astro': page, 'bloks/section.astro': nested };
	const article = (code: string) => component('Article', blok(code));
	expect(changing({ ...bloks, 'bloks/article.astro': article('blok.slides?.shift();') })).toContain(
		'page.astro',
	);
	expect(changing({ ...bloks, 'bloks/article.astro': article('[...blok.slides].sort();') })).toEqual([]);
});

it.each([
	[`import { set } from 'lodash-es';`, `set(story, 'data.content.title', 'x');`],
	[`import _ from 'lodash';`, `_.merge(story.data, { title: 'x' });`],
	[`import pull from 'lodash/pull';`, `pull(story.data.tags, 'x');`],
])('knows that functions of packages change content: %s', (imports, code) => {
	const page = (use: string) => `${imports} const Page = async () => { ${read} ${use} };`;
	expect(changing({ 'page.astro': page(code) })).toEqual(['page.astro']);
	expect(changing({ 'page.astro': page(code.replace('(story', '({}, story')) })).toEqual([]);
});

describe('entries that a function of another module returns', () => {
	const lib = `export const all = () => getCollection('pages'); export const sum = (a, b) => a + b;`;
	const page = (code: string) => `import { all } from 'lib.js'; const Page = async () => { ${code} };`;

	it.each([
		`for (const post of await all()) post.data.name = 'x';`,
		`const posts = await all(); posts.find((post) => post.id === 'a').data.tags.sort();`,
	])('are changed by %s', (code) => {
		expect(changing({ 'page.astro': page(code), 'lib.js': lib })).toEqual(['page.astro']);
	});

	it.each([
		`const posts = (await all()).sort((a, b) => a.data.date - b.data.date);`,
		`for (const post of await all()) show({ ...post.data, name: 'x' });`,
	])('are not changed by %s', (code) => {
		expect(changing({ 'page.astro': page(code), 'lib.js': lib })).toEqual([]);
	});

	it('are not those of a function that reads nothing', () => {
		const code = `const found = await all(); found.data.name = 'x';`;
		const fetching = `export const all = async () => (await fetch('/a')).json();`;
		expect(changing({ 'page.astro': page(code), 'lib.js': fetching })).toEqual([]);
	});
});
