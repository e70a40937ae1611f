import { factsOf, inferTypes, type SpaceTypes, writeTypes } from 'astro-slugline/types';
import type { Content } from 'astro-slugline/wire';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { anyContent } from './any-content.js';
import { fitting, problemsIn } from './compile.js';

const typesOf = (contents: readonly Content[]): SpaceTypes =>
	inferTypes(contents.flatMap((content) => [...factsOf(content)]));

const written = (contents: readonly Content[], space = 'default'): string =>
	writeTypes(typesOf(contents), { space, from: 'the content of My site' });

const runs = isLong ? 400 : 20;

it('gives each field the type of its values', () => {
	const uuid = '0f8d7a4e-0000-4000-8000-000000000001';
	const text = written([
		{
			_uid: '1',
			component: 'article',
			_editable: '<!-- only in drafts -->',
			title: 'Hello',
			scheduled: '2026-01-31 09:00',
			price: '270.50',
			is_new: true,
			count: 3,
			author: uuid,
			categories: [uuid],
			topics: ['a', 'b'],
			image: { fieldtype: 'asset', id: null, filename: '', alt: null },
			link: { fieldtype: 'multilink', linktype: 'story', id: uuid, url: '', cached_url: 'a' },
			seo: { plugin: 'seo_metatags', _uid: '2', title: '' },
			colour: { plugin: 'colour-picker', color: '#fff' },
			table: { thead: [{ value: 'a' }], tbody: [{ body: [{ value: 'b' }] }] },
			text: {
				type: 'doc',
				content: [{ type: 'blok', attrs: { id: '3', body: [{ _uid: '3', component: 'note', text: 'x' }] } }],
			},
			body: [
				{ _uid: '4', component: 'hero', 'head-line': 'x' },
				{ _uid: '5', component: 'columns', left: [{ _uid: '6', component: 'hero' }], right: [] },
			],
			settings: { a: 1 },
		},
		{ _uid: '7', component: 'article', title: 'Second', scheduled: '', price: null, author: '', body: [] },
		{ _uid: '8', component: 'author', name: 'Jo' },
	]);
	expect(text).toMatchInlineSnapshot(`
		"// Written by astro-slugline from the content of My site. The next sync overwrites it.
		import type { AssetField, LinkField, PluginField, RichTextField, SeoField, TableField, Uuid } from 'astro-slugline/types';

		interface Bloks {
			article: {
				_uid: string;
				component: 'article';
				/** In drafts. */
				_editable?: string;
				/** The uuid of a story, or \`''\`. */
				author: Uuid;
				body: (Bloks['columns'] | Bloks['hero'])[];
				categories?: Uuid[];
				colour?: PluginField;
				count?: number;
				image?: AssetField;
				is_new?: boolean;
				link?: LinkField;
				/** A number in a string. */
				price: string | null;
				/** A date: \`2026-01-31 09:00\`, or \`''\`. */
				scheduled: string;
				seo?: SeoField;
				settings?: Record<string, unknown>;
				table?: TableField;
				text?: RichTextField;
				title: string;
				topics?: string[];
			};
			author: {
				_uid: string;
				component: 'author';
				/** In drafts. */
				_editable?: string;
				name: string;
			};
			columns: {
				_uid: string;
				component: 'columns';
				/** In drafts. */
				_editable?: string;
				left: Bloks['hero'][];
				right: unknown[];
			};
			hero: {
				_uid: string;
				component: 'hero';
				/** In drafts. */
				_editable?: string;
				'head-line'?: string;
			};
			note: {
				_uid: string;
				component: 'note';
				/** In drafts. */
				_editable?: string;
				text: string;
			};
		}

		declare global {
			interface SluglineSpaces {
				default: {
					bloks: Bloks;
					contentTypes: 'article' | 'author';
					languages: string;
					folders: {};
				};
			}
		}

		export {};
		"
	`);
	expect(problemsIn({ 'content.d.ts': text })).toEqual([]);
});

it('infers the same types for any order of the stories', () => {
	fc.assert(
		fc.property(fc.array(anyContent, { maxLength: 8 }), fc.infiniteStream(fc.nat()), (contents, numbers) => {
			const shuffled = contents
				.map((content) => [numbers.next().value, content] as const)
				.sort(([a], [b]) => a - b)
				.map(([, content]) => content);
			expect(written(shuffled)).toBe(written(contents));
			expect(written([...contents, ...contents])).toBe(written(contents));
		}),
		{ seed: 7, numRuns: runs },
	);
});

it('every story fits its type', () => {
	const spaces = fc.sample(fc.array(anyContent, { minLength: 1, maxLength: 6 }), { seed: 11, numRuns: runs });
	const files: Record<string, string> = {};
	const typed = spaces.flatMap((contents, at) => {
		files[`space-${at}.d.ts`] = written(contents, `s${at}`);
		return contents.map((content): [Content, string] => [
			content,
			`['s${at}']['bloks'][${JSON.stringify(content.component)}]`,
		]);
	});
	expect(problemsIn({ ...files, 'stories.ts': fitting(typed) })).toEqual([]);
	// It would be seen if one did not fit.
	expect(
		problemsIn({
			'space.d.ts': written([{ _uid: '', component: 'page', title: 'x' }]),
			'stories.ts': fitting([[{ _uid: '', component: 'page', title: 3 }, `['default']['bloks']['page']`]]),
		}),
	).toMatchInlineSnapshot(`
		[
		  "stories.ts:4 Type '{ _uid: ""; component: "page"; title: 3; }' does not satisfy the expected type '{ _uid: string; component: "page"; _editable?: string | undefined; title: string; }'.
		  Types of property 'title' are incompatible.
		    Type 'number' is not assignable to type 'string'.",
		]
	`);
});

it('reads content of any depth and size', () => {
	let text: Record<string, unknown> = { type: 'text', text: 'x' };
	for (let depth = 0; depth < 1000; depth++) text = { type: 'blockquote', content: [text] };
	let blok: Content = { _uid: '1', component: 'box', text: { type: 'doc', content: [text] } };
	for (let depth = 0; depth < 5000; depth++) blok = { _uid: '1', component: 'box', in: [blok] };
	const many = Array.from({ length: 50_000 }, (_, at) => ({
		_uid: String(at),
		component: 'hero',
		text: 'x'.repeat(90),
	}));
	const box = typesOf([{ _uid: '1', component: 'page', body: [blok, ...many] }]).bloks.get('box');
	expect([...(box ?? [])].map(([name, { types }]) => [name, ...types])).toEqual([
		['in', "Bloks['box'][]"],
		['text', 'RichTextField'],
	]);
});
