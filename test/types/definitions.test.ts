import { definedTypes, factsOf, inferTypes, type TypesError, writeTypes } from 'astro-slugline/types';
import type { Content } from 'astro-slugline/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyContent } from './any-content.js';
import { fitting, problemsIn } from './compile.js';

const uuid = '0f8d7a4e-0000-4000-8000-000000000001';

const restricted = (fields: object) => ({ type: 'bloks', restrict_components: true, ...fields });
const option = (value: string) => ({ name: value, value });
const components = [
	{
		name: 'article',
		is_root: true,
		is_nestable: false,
		schema: {
			'tab-1': { type: 'tab', keys: ['title'] },
			part: { type: 'section', keys: ['title'] },
			title: { type: 'text', required: true, description: 'What stands above it */ all' },
			price: { type: 'number' },
			scheduled: { type: 'datetime' },
			is_new: { type: 'boolean' },
			kind: { type: 'option', options: [option('a'), option("it's")] },
			author: { type: 'option', source: 'internal_stories', filter_content_type: ['author'] },
			topics: { type: 'options', source: 'internal', datasource_slug: 'topics' },
			related: { type: 'options', source: 'internal_stories', required: true },
			image: { type: 'asset', filetypes: ['images'] },
			gallery: { type: 'multiasset' },
			link: { type: 'multilink' },
			text: { type: 'richtext' },
			table: { type: 'table' },
			seo: { type: 'custom', field_type: 'seo_metatags' },
			colour: { type: 'custom', field_type: 'native-color-picker' },
			body: restricted({ component_whitelist: ['hero', 'gone'] }),
			more: restricted({ restrict_type: 'groups', component_group_whitelist: ['g1'] }),
			tagged: restricted({ restrict_type: 'tags', component_tag_whitelist: [7] }),
			any: { type: 'bloks' },
			novelty: { type: 'hologram' },
		},
	},
	{ name: 'hero', schema: { headline: { type: 'text', required: true } }, component_group_uuid: 'g1' },
	{ name: 'grid', schema: { columns: { type: 'bloks' } }, internal_tag_ids: ['7'] },
];
const text = JSON.stringify(components);

/** The lines of bloks' fields, without what each file of types has. */
const blokTypesIn = (written: string): string =>
	written
		.slice(written.indexOf('interface Bloks'), written.indexOf('declare global'))
		.replaceAll(/\n\t\t(?:_uid|component: '\w+'|_editable\??|\/\*\* In drafts).*/g, '');

const story = (fields: Record<string, unknown>): Content => ({
	_uid: '1',
	component: 'article',
	title: 'Hello',
	related: [],
	...fields,
});

it('returns the types that a components file defines', () => {
	const from = 'components.json';
	const written = writeTypes(definedTypes(text, from).types, { space: 'default', from });
	expect(blokTypesIn(written)).toMatchInlineSnapshot(`
		"interface Bloks {
			article: {
				any?: (Bloks['grid'] | Bloks['hero'])[] | null;
				author?: Uuid | null;
				body?: Bloks['hero'][] | null;
				colour?: unknown;
				gallery?: AssetField[] | null;
				image?: AssetField | null;
				is_new?: boolean | null;
				kind?: '' | 'a' | 'it\\'s' | null;
				link?: LinkField | null;
				more?: Bloks['hero'][] | null;
				novelty?: unknown;
				price?: number | string | null;
				related: Uuid[];
				scheduled?: string | null;
				seo?: '' | SeoField | null;
				table?: TableField | null;
				tagged?: Bloks['grid'][] | null;
				text?: '' | RichTextField | null;
				/** What stands above it * / all */
				title: string;
				topics?: '' | string[] | null;
			};
			grid: {
				columns?: (Bloks['grid'] | Bloks['hero'])[] | null;
			};
			hero: {
				headline: string;
			};
		}

		"
	`);
	expect(problemsIn({ 'content.d.ts': written })).toEqual([]);
});

it('gives option fields that a datasource fills the union of its values, but accepts former values', () => {
	const topics = { type: 'options', source: 'internal', datasource_slug: 'topics' };
	const schema = {
		topic: { ...topics, type: 'option', required: true },
		topics,
		other: { ...topics, datasource_slug: 'none' },
		address: { ...topics, source: 'external' },
		plain: { type: 'text', source: 'internal', datasource_slug: 'labels' },
	};
	const source = JSON.stringify([{ name: 'page', is_root: true, schema }]);
	const values = new Map([['topics', ['boats', 'nets', 'boats']]]);
	const { types, datasources, problemsIn } = definedTypes(source, 'components.json', values);
	expect(datasources).toEqual(['none', 'topics']);
	expect(
		blokTypesIn(writeTypes(types, { space: 'default', from: 'components.json' })),
	).toMatchInlineSnapshot(`
		"interface Bloks {
			page: {
				address?: '' | string[] | null;
				other?: '' | string[] | null;
				plain?: string | null;
				topic: '' | 'boats' | 'nets';
				topics?: '' | ('boats' | 'nets' | '')[] | null;
			};
		}

		"
	`);
	expect(problemsIn({ _uid: '1', component: 'page', topic: 'ropes', topics: ['ropes'] })).toEqual([]);
	expect(problemsIn({ _uid: '1', component: 'page', topic: 3 })).toEqual([
		'`topic` must be text, but is a number',
	]);
});

it('says how fields are edited', () => {
	const schema = {
		title: { type: 'text' },
		text: { type: 'markdown' },
		notes: { type: 'textarea' },
		at: { type: 'datetime' },
		day: { type: 'datetime', disable_time: true },
		color: { type: 'option', options: [{ name: 'Sea blue', value: 'blue' }, { value: 2 }, { name: 'None' }] },
		topics: { type: 'options', source: 'internal', datasource_slug: 'topics', options: [] },
		author: { type: 'option', source: 'internal_stories', filter_content_type: ['person'] },
		page: { type: 'option', source: 'internal_stories', filter_content_type: 'page' },
		any: { type: 'options', source: 'internal_stories' },
	};
	const { types } = definedTypes(JSON.stringify([{ name: 'page', schema }]), 'components.json');
	const found = [...(types.bloks.get('page') ?? [])].map(([name, { editing }]) => [name, editing]);
	const options = [
		{ value: 'blue', label: 'Sea blue' },
		{ value: '2', label: '2' },
	];
	expect(Object.fromEntries(found)).toEqual({
		title: {},
		text: { text: 'markdown' },
		notes: { text: 'lines' },
		at: { text: 'time' },
		day: { text: 'date' },
		color: { options },
		topics: { datasource: 'topics' },
		author: { contentTypes: ['person'] },
		page: { contentTypes: ['page'] },
		any: { contentTypes: [] },
	});
});

it('reads both forms of the file, and refuses anything else', () => {
	const former = definedTypes(JSON.stringify({ components }), 'components.4711.json');
	expect(former.types).toEqual(definedTypes(text, 'components.json').types);
	const failure = (text: string) => {
		try {
			definedTypes(text, './components.json');
		} catch (error) {
			const { message, hint } = error as TypesError;
			return `${message}\n${hint}`;
		}
		throw new Error('It did not fail.');
	};
	expect(failure('{}')).toMatchInlineSnapshot(
		`
		"The file ./components.json is not a list of components.
		Run \`npx storyblok components pull --space <id>\`, and set the option to the \`components.json\` that it writes."
	`,
	);
	expect(failure('[\n{ "name": "page", }]')).toMatchInlineSnapshot(`
		"The file ./components.json is not valid JSON: Expected double-quoted property name at line 2, column 19.
		Correct it there, or write it again with \`npx storyblok components pull --space <id>\`."
	`);
});

it('names fields whose type is misspelled or missing', () => {
	const schema = {
		...{ title: { type: 'txt' }, body: { type: 'blok' }, text: { type: 'rich-text' } },
		...{ intro: {}, tab: { type: 'tabs' }, colour: { type: 'custom' }, novelty: { type: 'hologram' } },
	};
	const { unchecked, problemsIn } = definedTypes(
		JSON.stringify([{ name: 'page', schema }]),
		'components.json',
	);
	expect(unchecked).toMatchInlineSnapshot(`
		[
		  "components.json: The field \`title\` of \`page\` has the unknown type \`txt\`, so its content is not checked. Did you mean \`text\`?",
		  "components.json: The field \`body\` of \`page\` has the unknown type \`blok\`, so its content is not checked. Did you mean \`bloks\`?",
		  "components.json: The field \`text\` of \`page\` has the unknown type \`rich-text\`, so its content is not checked. Did you mean \`richtext\`?",
		  "components.json: The field \`intro\` of \`page\` has no \`type\`, so its content is not checked. Add it.",
		  "components.json: The field \`tab\` of \`page\` has the unknown type \`tabs\`, so its content is not checked. Did you mean \`tab\`?",
		]
	`);
	expect(definedTypes(text, 'components.json').unchecked).toEqual([]);
	expect(problemsIn({ _uid: 'a', component: 'page', intro: 1, title: 2 })).toEqual([]);
});

it('reads the files of a folder, one per component, and skips other files', () => {
	const { types } = definedTypes(text, 'components.json');
	const others = {
		'article.presets.json': [{ id: 1, name: 'Long', preset: {}, component_id: 1 }],
		'groups.json': [{ id: 1, name: 'Sections', uuid: 'g1' }],
		'tags.json': [{ id: 7, name: 'layout' }],
	};
	const files = [
		...components.map((component) => ({ path: `${component.name}.json`, text: JSON.stringify(component) })),
		...Object.entries(others).map(([path, content]) => ({ path, text: JSON.stringify(content) })),
		{ path: 'broken.json', text: '{' },
	];
	expect(definedTypes(files, './components').types).toEqual(types);
	expect(definedTypes(JSON.stringify(components[1]), './hero.json').types.bloks.has('hero')).toBe(true);
	expect(() => definedTypes(files.slice(-2), './components')).toThrowErrorMatchingInlineSnapshot(
		`[TypesError: The folder ./components contains no components: none of its 2 JSON files defines one.]`,
	);
});

it('finds no problem in content that fits', () => {
	const { problemsIn } = definedTypes(text, 'components.json');
	const hero = { _uid: '2', component: 'hero', headline: 'x' };
	const full = story({
		price: '12.5',
		scheduled: '2026-01-31 09:00',
		is_new: false,
		kind: "it's",
		author: uuid,
		topics: ['a'],
		related: [uuid],
		image: { fieldtype: 'asset', id: null, filename: '' },
		gallery: [{ fieldtype: 'asset', filename: 'a.png' }],
		link: { fieldtype: 'multilink', linktype: 'url', url: 'x' },
		text: { type: 'doc', content: [] },
		table: { thead: [], tbody: [] },
		seo: { plugin: 'seo_metatags', title: 'x' },
		colour: { plugin: 'native-color-picker', color: '#fff' },
		body: [hero],
		more: [hero],
		tagged: [{ _uid: '3', component: 'grid', columns: [hero] }],
		any: [hero],
		novelty: { anything: 1 },
		left_over: 'from an older definition',
	});
	expect(problemsIn(full)).toEqual([]);
	const empty = ['title', 'price', 'scheduled', 'kind', 'author', 'topics', 'text'];
	expect(problemsIn(story(Object.fromEntries(empty.map((name) => [name, '']))))).toEqual([]);
	expect(problemsIn(story({ body: null, image: null, price: null }))).toEqual([]);
	// What the service's demo spaces have.
	for (const colour of ['#fff', '', 5, true, null, [], [{ color: '#fff' }], { color: '#fff' }])
		expect(problemsIn(story({ colour, seo: '' }))).toEqual([]);
	expect(problemsIn(story({ price: 12.5 }))).toEqual([]);
	const image = { id: '4711', filename: 'https://a.storyblok.com/f/1/a.png', alt: null };
	expect(problemsIn(story({ gallery: [image], image: { ...image, fieldtype: 'asset' } }))).toEqual([]);
});

it('names the place of content that does not fit', () => {
	const { problemsIn } = definedTypes(text, 'components.json');
	const hero = { _uid: '2', component: 'hero', headline: 'x' };
	expect(
		problemsIn(
			story({
				title: 3,
				related: null,
				price: 'cheap',
				scheduled: 'soon',
				is_new: 'yes',
				kind: 'c',
				author: 'Jo',
				topics: 'a',
				image: { filename: 'a.png' },
				link: uuid,
				text: 'plain',
				body: [hero, { _uid: '3', component: 'grid', columns: [] }, { ...hero, headline: null }],
				more: [{ _uid: '5', component: 'unknown' }],
				tagged: [{ _uid: '6', component: 'grid', columns: [{ ...hero, headline: ['x'] }] }],
				any: {},
			}),
		),
	).toMatchInlineSnapshot(`
		[
		  "\`any\` must be a list of bloks, but is an object",
		  "\`author\` must be the uuid of a story, but is the text "Jo"",
		  "\`body.1\` is a \`grid\`, which is not allowed there",
		  "\`body.2.headline\` must be text, but is missing",
		  "\`image\` must be an asset, but is an object",
		  "\`is_new\` must be true or false, but is the text "yes"",
		  "\`kind\` must be one of a, it's, but is the text "c"",
		  "\`link\` must be a link, but is the text "0f8d7a4e-0000-4000-8000-000000000001"",
		  "\`more.0\` is a \`unknown\`, which components.json does not define",
		  "\`price\` must be a number, but is the text "cheap"",
		  "\`related\` must be a list of options, but is missing",
		  "\`scheduled\` must be a date, but is the text "soon"",
		  "\`tagged.0.columns.0.headline\` must be text, but is a list",
		  "\`text\` must be rich text, but is the text "plain"",
		  "\`title\` must be text, but is a number",
		  "\`topics\` must be a list of options, but is the text "a"",
		]
	`);
	expect(problemsIn({ _uid: '1', component: 'event' })).toMatchInlineSnapshot(`
		[
		  "the content is a \`event\`, which components.json does not define",
		]
	`);
});

it('content without a problem fits the types', () => {
	const contents = fc.sample(anyContent, { seed: 5, numRuns: 60 });
	// Definitions that are as loose as the content that they are made from.
	const file = JSON.stringify(
		[...inferTypes(contents.flatMap((content) => [...factsOf(content)])).bloks].map(([name, fields]) => ({
			name,
			is_root: true,
			schema: Object.fromEntries(
				[...fields].map(([field, { types }]) => [
					field,
					{ type: types.length === 1 && types[0] === 'string' ? 'text' : 'bloks' },
				]),
			),
		})),
	);
	const { types, problemsIn: problemsOf } = definedTypes(file, 'components.json');
	const right = contents.filter((content) => problemsOf(content).length === 0);
	expect(right.length).toBeGreaterThan(5);
	expect(
		problemsIn({
			'content.d.ts': writeTypes(types, { space: 'default', from: 'components.json' }),
			'stories.ts': fitting(
				right.map((content) => [content, `['default']['bloks'][${JSON.stringify(content.component)}]`]),
			),
		}),
	).toEqual([]);
});
