import { factsOf, inferTypes, writeTypes } from 'astro-slugline/types';
import { expect, it } from 'vitest';
import { problemsIn } from './compile.js';

const uuid = '0f8d7a4e-0000-4000-8000-000000000001';
const link = { fieldtype: 'multilink', linktype: 'story', id: uuid, cached_url: 'about' };
const body = [{ _uid: '3', component: 'teaser', link, writers: [uuid] }];
const contents = [
	{ _uid: '1', component: 'article', title: 'x', author: uuid, body },
	{ _uid: '2', component: 'author', name: 'x', editor: uuid },
];
const written = (space: string) =>
	writeTypes(inferTypes(contents.flatMap((content) => [...factsOf(content)])), { space, from: 'a test' });

const head = `
import { resolve } from 'astro-slugline/content';
import type { Blok, Resolved, Story } from 'astro-slugline/types';
declare const entry: { id: string; collection: 'pages'; data: Story<'article'>; body?: string };
const resolved = await resolve(entry);
const { author, body, title } = resolved.data.content;`;

it('a resolved relation is a story or its uuid, also in a nested blok and in another story', () => {
	const right = `${head}
const name: string | undefined = typeof author === 'object' ? author.content.name : undefined;
const names = body.flatMap(({ writers }) => writers.map((one) => (typeof one === 'string' ? one : one.content.name)));
const deeper: string | undefined = typeof author === 'object' && typeof author.content.editor === 'object'
	? author.content.editor.content.name : undefined;
const href: string | undefined = body[0]?.link.href;
const same: [string, string, 'pages', string | undefined] = [title, resolved.data.full_slug, resolved.collection, resolved.body];
const shown = (story: Resolved<Story<'article'>>): string => story.content.title;
shown(await resolve(entry.data));
const teaser = (blok: Resolved<Blok<'teaser'>>): number => blok.writers.length;
body.map(teaser);
shown(resolved.data);
export const all = [name, names, deeper, href, same];`;
	const wrong = `${head}
author.content;
typeof author === 'object' && author.content.nmae;
title.content;
body[0]?.writers.content;`;
	expect(
		problemsIn({ 'default.d.ts': written('default'), 'right.ts': right, 'wrong.ts': wrong }).map((problem) =>
			problem.replace(/ on type [\s\S]*/, ''),
		),
	).toMatchInlineSnapshot(`
		[
		  "wrong.ts:7 Property 'content' does not exist",
		  "wrong.ts:8 Property 'nmae' does not exist",
		  "wrong.ts:9 Property 'content' does not exist",
		  "wrong.ts:10 Property 'content' does not exist",
		]
	`);
});

it('any text may be where the uuid of a story is expected', () => {
	const right = `
import type { Blok } from 'astro-slugline/types';
const text: string = 'x';
export const blok: Blok<'author'> = { _uid: '1', component: 'author', name: 'x', editor: text };`;
	expect(problemsIn({ 'default.d.ts': written('default'), 'right.ts': right })).toEqual([]);
});

it('a story without a type stays without one, and relations of several spaces have the API’s general type', () => {
	const untyped = `
import { resolve } from 'astro-slugline/content';
declare const given: any;
export const text: string = (await resolve(given)).data.content.author.content.name;`;
	expect(problemsIn({ 'untyped.ts': untyped })).toEqual([]);
	const right = `${head}
export const name: unknown = typeof author === 'object' ? author.content.whatever : undefined;`;
	const files = { 'default.d.ts': written('default'), 'shop.d.ts': written('shop'), 'right.ts': right };
	expect(problemsIn(files)).toEqual([]);
});
