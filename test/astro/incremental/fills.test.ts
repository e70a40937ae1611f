import { describe, expect, it } from 'vitest';
import { orderOf } from './order-of.js';

const counting = (code: string): string[] => orderOf({ 'lib.js': code }).counting;

describe('a value that the first page decides', () => {
	it.each([
		'let nav; export const load = (path) => (nav ??= items.map((i) => ({ ...i, active: i.href === path })));',
		'let nav; export function load(path) { if (!nav) nav = build(path); return nav; }',
		'let nav; export function load(path) { if (nav) return nav; nav = build(path); return nav; }',
		'let nav; export function load(path) { nav = nav || build(path); return nav; }',
		'let nav; export function load(path) { if (nav === undefined) { const made = build(path); nav = made; } return nav; }',
		'let nav; export function load(path) { const make = () => build(path); nav ??= make(); return nav; }',
		'let nav; export function load() { nav ??= build(arguments[0]); return nav; }',
		'const state = {}; export const load = (path) => { state.nav ??= build(path); return state.nav; };',
		'let owner; export const own = (p) => { if (!owner) owner = p; return owner; };',
		'const c = {}; export const load = (k, path) => (c[k] ??= build(k, path));',
		'const c = new Map(); export const load = (k, path) => { if (!c.has(k)) c.set(k, build(path)); return c.get(k); };',
		'const first = new Map(); export function of(term, url) { if (!first.has(term)) first.set(term, url); return first.get(term); }',
		'const titles = {}; export const add = (id, title) => { titles[id] = title; };',
		'const nav = [{}]; export const open = (p) => { const it = nav.find((i) => i.href === p); if (it) it.active = p; };',
		'class Nav { #items; load(path) { this.#items ??= build(path); return this.#items; } } export const nav = new Nav();',
		'export const nav = { load(path) { this.items ??= build(path); return this.items; } };',
	])('is found: %s', (code) => {
		expect(counting(code)).toEqual(['lib.js']);
	});

	it.each([
		'let nav; export const load = async () => (nav ??= await read());',
		'let nav; export async function load(path) { nav ??= await read(); return nav.map((i) => ({ ...i, active: i.href === path })); }',
		'let nav; export async function load(lang) { const all = await read(); if (!nav) { nav = all.filter((x) => x.ok); } return nav; }',
		'let posts; export async function load({ limit } = {}) { if (!posts) { const raw = await getCollection("posts", ({ data }) => !data.draft); posts = raw.sort((a, b) => b.date - a.date); } return posts.slice(0, limit); }',
		'let last; let lang; export function load(l) { if (!last || lang !== l) { last = read(l); lang = l; } return last; }',
		'let lang; export const set = (l) => { lang = l; };',
		'let timer; export const save = (x) => { if (timer) clearTimeout(timer); timer = setTimeout(() => put(x), 10); };',
		'const c = new Map(); export async function load(k) { const hit = c.get(k); if (hit) return hit; const v = await read(k); if (!v) return null; c.set(k, v); return v; }',
		'const c = new Map(); export function load(k) { if (c.has(k)) return c.get(k); const v = read(k); c.set(k, v); return v; }',
		'const c = new Map(); export function load(k) { if (!c.has(k)) c.set(k, read(k)); return c.get(k); }',
		'const c = new Map(); export function load(k) { if (!c.has(k)) { const v = read(k); c.set(k, v); return v; } return c.get(k); }',
		'const c = {}; export function load(k) { if (c[k]) return c[k]; c[k] = read(k); return c[k]; }',
		'const c = {}; export function load(k) { if (!(k in c)) { c[k] = read(k); } return c[k]; }',
		'const c = new Map(); export async function load(a, b) { const key = a + "-" + b; let v = c.get(key); if (v === undefined) { v = await read(a, b); c.set(key, v); } return v ? v.title : ""; }',
		'const c = new WeakMap(); export const html = async (post) => { const hit = c.get(post); if (hit !== undefined) return hit; const made = await render(post.body); c.set(post, made); return made; };',
		'const c = new Map(); export const html = (post) => c.get(post.id) ?? c.set(post.id, render(post)).get(post.id);',
		'const c = new Map(); export async function memo(key, make) { if (!c.has(key)) c.set(key, await make()); return c.get(key); }',
		'const c = new Map(); export async function memo(key, make, ttl) { const hit = c.get(key); if (hit && hit.expires > now()) return hit.value; const value = await make(); c.set(key, { value, expires: now() + ttl }); return value; }',
		'const memoize = (make) => { const c = new Map(); return (...args) => { const key = JSON.stringify(args); if (c.has(key)) return c.get(key); const made = make(...args); c.set(key, made); return made; }; }; export const slug = memoize(String);',
		'const index = new Map(); async function load() { if (index.size) return index; for (const p of await getCollection("posts")) index.set(p.id, p); return index; } export async function one(id) { const all = await load(); return index.has(id) ? index.get(id) : undefined; }',
		'const names = { a: 1 }; export const has = (k) => (k in names ? "yes" : "no");',
		'export const group = (posts) => { const by = {}; for (const p of posts) (by[p.kind] ??= []).push(p); return Object.keys(by).length; };',
	])('is not found: %s', (code) => {
		expect(counting(code)).toEqual([]);
	});
});

describe('an entry whose presence decides', () => {
	it.each([
		'const used = {}; export function id(title) { let id = slug(title), i = 1; while (used[id]) id = slug(title) + i++; used[id] = title; return id; }',
		'const m = new Map(); export function id(title) { const id = slug(title); const k = m.has(id) ? id + "-x" : id; m.set(k, title); return k; }',
		'const m = new Map(); export function id(title) { const k = slug(title); if (!m.has(k)) { m.set(k, k); return k; } return k + "-x"; }',
		'const m = {}; export function once(x) { if (m[x]) return false; m[x] = x; return true; }',
		'const m = {}; export function once(x) { const seen = x in m; m[x] = x; return !seen; }',
		'const m = new Map(); export function once(x) { const isNew = !m.has(x); m.set(x, x); return isNew; }',
		'const m = new Map(); export const add = (x) => m.set(x, x); export const has = (x) => m.has(x);',
		'const m = new Map(); export function id(x) { let k = x; if (m.has(k)) k += "-x"; m.set(k, x); return k; }',
		'const m = new Map(); export const count = (p) => { m.set(p, p); return m.size; };',
		'const m = {}; export const count = (p) => { m[p] = p; return Object.keys(m).length; };',
		'const m = {}; export const add = (p) => { m[p] = p; }; export const all = () => { for (const x in m) show(x); };',
		'const m = new Map(); export const add = (p) => { m.set(p, p); return [...m.values()]; };',
	])('is found: %s', (code) => {
		expect(counting(code)).toEqual(['lib.js']);
	});
});

it('ends with a function that computes a value in many steps', () => {
	const steps = Array.from(
		{ length: 400 },
		(_, n) => `let v${n + 1} = f(v${n}, v${Math.max(n - 1, 0)}); c.set(k, v${n + 1});`,
	);
	const code = `const c = new Map(); export function load(k, v0) { ${steps.join(' ')} }`;
	expect(counting(code)).toEqual(['lib.js']);
});
