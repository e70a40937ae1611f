import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';
import { moduleState } from '../../../packages/astro-slugline/src/astro/incremental/analysis/module-state.js';
import { isStateless } from '../../../packages/astro-slugline/src/astro/incremental/analysis/modules.js';
import { orderEffects } from '../../../packages/astro-slugline/src/astro/incremental/analysis/render-order.js';
import { orderOf } from './order-of.js';

const effects = (code: string) => orderEffects(parseSync('module.js', code).program, 'module', true);

describe('a function of a package', () => {
	it.each([
		`import { uniqueId } from 'lodash-es'; export const id = () => uniqueId('a-');`,
		`import _ from 'lodash'; export const id = () => _.uniqueId();`,
		`import * as _ from 'underscore'; export const id = () => _.uniqueId();`,
		`import next from 'lodash/uniqueId'; export const id = () => next();`,
		`import next from 'lodash.uniqueid'; export const id = () => next();`,
		`import { faker } from '@faker-js/faker'; faker.seed(1); export const name = () => faker.person.firstName();`,
	])('counts: %s', (code) => {
		expect(effects(code).packages.counts.size).toBe(1);
	});

	it.each([
		`import merge from 'lodash/merge'; CODE merge(SITE.seo, x);`,
		`import merge from 'lodash.merge'; CODE merge(SITE, x);`,
		`import { defaultsDeep as fill } from 'lodash-es'; CODE fill(SITE.seo, x);`,
		`import _ from 'lodash'; CODE _.set(SITE, 'seo.title', x);`,
		`import assign from 'object-assign'; CODE assign(SITE, x);`,
		`import extend from 'extend'; CODE extend(true, SITE, x);`,
	])('changes its argument: %s', (code) => {
		const source = code.replace('CODE', `import { SITE } from './config'; export const seo = (x) =>`);
		expect([...effects(source).counts]).toEqual(['./config']);
	});

	it.each([
		`import merge from 'lodash/merge'; CODE merge({}, SITE.seo, x);`,
		`import _ from 'lodash'; CODE _.merge({}, SITE, x);`,
		`import { merge } from 'lodash/fp'; CODE merge(SITE, x);`,
		`import deepmerge from 'deepmerge'; CODE deepmerge(SITE, x);`,
		`import { defu } from 'defu'; CODE defu(x, SITE);`,
	])('changes nothing: %s', (code) => {
		const source = code.replace('CODE', `import { SITE } from './config'; export const seo = (x) =>`);
		expect([...effects(source).counts]).toEqual([]);
	});
});

describe('the settings of a package', () => {
	const dates = `import dayjs from 'dayjs'; export const show = (d) => dayjs(d).format();`;
	const counting = (code: string) => orderOf({ 'set.js': code, 'dates.js': dates }).counting;

	it.each([
		`import dayjs from 'dayjs'; export const set = (lang) => dayjs.locale(lang);`,
		`import dayjs from 'dayjs'; export const set = () => dayjs.locale('de');`,
		`import dayjs from 'dayjs'; export const set = (zone) => dayjs.tz.setDefault(zone);`,
	])('depend on the page before: %s', (code) => {
		expect(counting(code)).toEqual(['dayjs']);
	});

	it('depend on the page before if they are an object', () => {
		const set = `import { Settings } from 'luxon'; export const set = (lang) => { Settings.defaultLocale = lang; };`;
		expect(orderOf({ 'set.js': set }).counting).toEqual(['luxon']);
	});

	it.each([
		`import dayjs from 'dayjs'; export const show = (d, lang) => dayjs(d).locale(lang).format();`,
		`import dayjs from 'dayjs'; export const lang = () => dayjs.locale();`,
		`import dayjs from 'dayjs'; import utc from 'dayjs/plugin/utc'; export const show = (d) => { dayjs.extend(utc); return dayjs.utc(d); };`,
	])('do not change: %s', (code) => {
		expect(counting(code)).toEqual([]);
	});

	it('are the same for each page if one module uses the package, and sets them first', () => {
		const md = (breaks: string) =>
			`import { marked } from 'marked'; export const html = (text, breaks) => { marked.use({ breaks: ${breaks} }); return marked.parse(text); };`;
		expect(orderOf({ 'md.js': md('true') }).counting).toEqual([]);
		expect(orderOf({ 'md.js': md('breaks') }).counting).toEqual(['marked']);
		const other = `import { marked } from 'marked'; export const html = (text) => marked.parse(text);`;
		expect(orderOf({ 'md.js': md('true'), 'other.js': other }).counting).toEqual(['marked']);
	});
});

it('counts what an instance of a package with counters is given', () => {
	const ids = `import { slugifyWithCounter } from '@sindresorhus/slugify'; const slug = slugifyWithCounter(); export const id = (x) => slug(x);`;
	expect(orderOf({ 'ids.js': ids }).counting).toEqual(['ids.js']);
});

it('counts random numbers that begin with a seed', () => {
	const random = `import seedrandom from 'seedrandom'; const next = seedrandom('hello'); export const id = () => next();`;
	expect(orderOf({ 'random.js': random }).counting).toEqual(['random.js']);
});

it('groups pages by the package whose counter they use', () => {
	const page = `import { uniqueId } from 'lodash-es'; const page = () => uniqueId();`;
	expect(orderOf({ 'page.js': page }).countingPackages).toEqual({ 'page.js': ['lodash-es'] });
});

describe('what a page gives a package', () => {
	const stateOf = (code: string) => {
		const { program } = parseSync('page.js', code);
		const { mayStore, holders } = moduleState(program, 'component', isStateless);
		return mayStore || holders.size > 0;
	};
	const page = (use: string, imports: string) =>
		`import { getEntry } from 'astro:content'; ${imports} const page = async () => { const { data } = await getEntry('pages', 'a'); return ${use}; };`;

	it.each([
		['dayjs(data.date).year()', `import dayjs from 'dayjs';`],
		['_.truncate(data.title)', `import _ from 'lodash';`],
		['truncate(data.title)', `import { truncate } from 'lodash-es';`],
		['DateTime.fromISO(data.date)', `import { DateTime } from 'luxon';`],
		['groupBy(data.list, (item) => item.kind)', `import groupBy from 'lodash.groupby';`],
		['merge({}, data)', `import merge from 'lodash/merge';`],
		[
			`$$renderComponent($$result, 'Icon', Icon, { name: 'lucide:house', 'client:path': ('a') })`,
			`import { Icon } from 'some-icons';`,
		],
		[`$$renderComponent($$result, 'Seo', Seo, { title: data.title })`, `import { Seo } from 'some-seo';`],
		['Badge($$renderer, { text: data.title, children: () => 1 })', `import Badge from 'some-badge';`],
		['data.tags.map(toTitle)', `import toTitle from 'some-case';`],
		[
			'unified().use(gfm).process(data.text)',
			`import { unified } from 'unified'; import gfm from 'some-gfm';`,
		],
		[`visit(data.tree, 'link', (node) => node.url)`, `import { visit } from 'some-visit';`],
		['new Parser({ trim: true }).parse(data.text)', `import { Parser } from 'some-parser';`],
	])('is forgotten: %s', (use, imports) => {
		expect(stateOf(page(use, imports))).toBe(false);
	});

	it.each([
		['cached(data)', `import _ from 'lodash'; const cached = _.memoize(load);`],
		['cached(data)', `import once from 'lodash/once'; const cached = once(load);`],
		['[load].map(memoize)', `import { memoize } from 'es-toolkit';`],
		['merge(cache, data)', `import merge from 'lodash/merge'; import { cache } from './cache';`],
		[
			'cache.set(data.id, data)',
			`import { LRUCache } from 'lru-cache'; const cache = new LRUCache({ max: 1 });`,
		],
		[`cache.put('nav', data)`, `import cache from 'in-memory';`],
		[`set('nav', data)`, `import { set } from 'some-globals';`],
		[`useData('nav', () => load(data))`, `import { useData } from 'some-data';`],
		['cached({ key: 1, make: async () => data })', `import { cached } from 'some-data';`],
		['fetched(data)', `import fetched from 'tiny-cache';`],
		['keep(kv, data)', `import kv from 'some-kv'; import { keep } from './keep';`],
		['(alias = kv) => alias.hold(data)', `import kv from 'some-kv';`],
		[`open('nav').save(data)`, `import { open } from 'some-kv';`],
	])('may be stored: %s', (use, imports) => {
		expect(stateOf(page(use, imports))).toBe(true);
	});
});
