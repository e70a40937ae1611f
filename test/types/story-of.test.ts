import { factsOf, inferTypes, writeTypes } from 'astro-slugline/types';
import type { Content } from 'astro-slugline/wire';
import { expect, it } from 'vitest';
import { problemsIn } from './compile.js';

function written(
	space: string,
	contents: readonly Content[],
	folders: Record<string, string[]> = {},
	languages?: string[],
): string {
	return writeTypes(inferTypes(contents.flatMap((content) => [...factsOf(content)])), {
		space,
		folders: new Map(Object.entries(folders)),
		languages,
		from: 'the content of My site',
	});
}

const files = {
	'default.d.ts': written(
		'default',
		[
			{ _uid: '1', component: 'article', title: 'x', both: 'x' },
			{ _uid: '2', component: 'author', name: 'x', both: 'x' },
		],
		{ 'authors/': ['author'], 'empty/': [] },
		['default', 'de'],
	),
	'shop.d.ts': written('shop', [{ _uid: '3', component: 'product', price: 3 }]),
};

it('the options of a loader determine the type of its stories, and a missing field or type is a type error', () => {
	expect(
		problemsIn({
			...files,
			'right.ts': `
import type { Blok, Story, StoryOf } from 'astro-slugline/types';
type Content<Options> = StoryOf<Options>['content'];
declare const of: <Options>() => Content<Options>;
const all: string = of<{}>().both;
const some: string | undefined = of<{}>().title;
const one: string = of<{ contentType: 'article' }>().title;
const two: string | undefined = of<{ contentType: readonly ['article', 'author'] }>().title;
const any: string | undefined = of<{ contentType: string }>().title;
const folder: string = of<{ startsWith: 'authors/' }>().name;
const empty: string | undefined = of<{ startsWith: 'empty/' }>().name;
const unseen: string | undefined = of<{ startsWith: 'unseen/' }>().name;
const price: number = of<{ space: 'shop' }>().price;
const priceOf = (story: Story<'product', 'shop'>, blok: Blok<'product', 'shop'>): number => story.content.price + blok.price;
const notYet: unknown = of<{ contentType: 'event' }>().whatever;
const noSpace: unknown = of<{ space: 'other' }>().whatever;
const slug = (story: Story<'article'>): string => story.full_slug + story.content.title;
const nameOf = (blok: Blok): string => (blok.component === 'author' ? blok.name : blok.title);
const lang = (story: Story): string => story.lang;`,
			'wrong.ts': `
import type { Blok, Story, StoryOf } from 'astro-slugline/types';
declare const of: <Options>() => StoryOf<Options>;
of<{}>().content.titel;
of<{ contentType: 'article' }>().content.name;
of<{ startsWith: 'authors/' }>().content.title;
of<{ space: 'shop' }>().content.title;
of<{}>().nmae;
type Wrong = Blok<'heroo'> | Story<'heroo'> | Story<'article', 'shop'>;`,
		}).map((problem) => problem.replace(/ (on type|does not satisfy) .*/, '')),
	).toMatchInlineSnapshot(`
		[
		  "wrong.ts:4 Property 'titel' does not exist
		  Property 'titel' does not exist on type '{ _uid: string; component: "article"; _editable?: string | undefined; both: string; title: string; } & { name?: undefined; }'.",
		  "wrong.ts:5 Property 'name' does not exist",
		  "wrong.ts:6 Property 'title' does not exist",
		  "wrong.ts:7 Property 'title' does not exist",
		  "wrong.ts:8 Property 'nmae' does not exist",
		  "wrong.ts:9 Type '"heroo"'",
		  "wrong.ts:9 Type '"heroo"'",
		  "wrong.ts:9 Type '"article"'",
		]
	`);
});

it('a content type or a language that no space has is a type error where a literal names it', () => {
	const asked = `import type { ContentTypeName, KnownLanguage } from 'astro-slugline/types';
declare const load: (options: { contentType?: ContentTypeName }) => void;
declare const ask: <const Lang extends string = string>(options: { lang?: KnownLanguage<Lang> }) => void;
declare const locale: string | undefined;
`;
	const right = `${asked}load({ contentType: 'product' }); ask({ lang: 'de' }); ask({ lang: locale }); ask({});`;
	const wrong = `${asked}load({ contentType: 'autor' });\nask({ lang: 'fr' });`;
	const shop = written('shop', [{ _uid: '3', component: 'product' }], {}, ['default', 'es']);
	expect(
		problemsIn({ ...files, 'shop.d.ts': shop, 'right.ts': right, 'wrong.ts': wrong }),
	).toMatchInlineSnapshot(`
		[
		  "wrong.ts:5 Type '"autor"' is not assignable to type '"article" | "author" | "product" | undefined'. Did you mean '"author"'?",
		  "wrong.ts:6 Type '"fr"' is not assignable to type '"default" | "de" | "es" | undefined'.",
		]
	`);
	// A space without stories, and declarations that do not say the languages.
	expect(problemsIn({ 'default.d.ts': written('default', []), 'wrong.ts': wrong })).toEqual([]);
	expect(problemsIn({ 'wrong.ts': wrong })).toEqual([]);
});

it('a folder has the content types of its stories, unless it is empty, unknown, or may be in another space', () => {
	const right = `import type { TypesIn } from 'astro-slugline/types';
export const types: [TypesIn<'empty/'>, TypesIn<'unseen/'>, TypesIn<string>] = ['any', 'any', 'any'];`;
	const other = `import type { TypesIn } from 'astro-slugline/types';
export const type: TypesIn<'authors/'> = 'article';`;
	const one = { 'default.d.ts': files['default.d.ts'], 'right.ts': right, 'other.ts': other };
	expect(problemsIn(one)).toEqual([`other.ts:2 Type '"article"' is not assignable to type '"author"'.`]);
	expect(problemsIn({ ...files, 'right.ts': right, 'other.ts': other })).toEqual([]);
});

it('without generated types, content has the API’s general type', () => {
	expect(
		problemsIn({
			'untyped.ts': `
import type { Blok, Story } from 'astro-slugline/types';
export const titleOf = (story: Story): unknown => story.content.title;
export const textOf = (blok: Blok<'hero'>): unknown => blok.text;`,
		}),
	).toEqual([]);
});
