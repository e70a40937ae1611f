import { afterAll, expect, it } from 'vitest';
import { cleanly } from '../generator/try-site.js';
import { onKeep } from '../support/keep-site.js';
import { listen } from '../support/listen.js';
import { isLong } from '../support/long.js';
import {
	checking,
	config,
	createSite,
	inOwnProcess,
	plainSite,
	type Site,
	storyRoute,
} from '../support/site.js';
import { warmAstro } from '../support/warm-astro.js';

// Sites whose pages remember, count, or share something. After each edit of content, a build gives what a clean build gives, with
// the self-check off: what rendering a second time has shown decides which pages stay.

/** A form of state, and how a page uses it. */
interface Kind {
	/** The text of `src/state.ts`, from which pages import all names that they use. */
	state: string;
	/** What a page shows with it; `title` is its own. */
	use: string;
	/** What the last page shows with it. */
	shows?: string;
	/** What `getStaticPaths` does with it. */
	paths?: string;
	/** Files beside it. */
	files?: Record<string, string>;
	/** Matches what is different in each build, which is not compared. */
	chance?: RegExp;
	/** True if it changes what a process keeps, so that each build needs one of its own. */
	ownProcess?: boolean;
}

const getCollection = `import { getCollection } from 'astro:content';\n`;
const names = '(await all()).map(({ data }) => data.content.title).join()';
const memo = (state: string, more: Partial<Kind> = {}): Kind => ({
	...{ state: `${getCollection}${state}`, use: names },
	...more,
});
const count = (state: string, use = 'next()'): Kind => ({ state, use });
const aPackage = (text: string): Record<string, string> => ({
	'node_modules/keeps/package.json': '{ "name": "keeps", "type": "module", "exports": "./index.js" }',
	'node_modules/keeps/index.js': text,
});

/** Modules that hold what they have read. */
const memos: Record<string, Kind> = {
	'a variable': memo(`let held; export const all = () => (held ??= getCollection('pages'));`),
	'a private static field': memo(
		`class Nav { static #held; static all() { return (Nav.#held ??= getCollection('pages')); } }\nexport const all = () => Nav.all();`,
	),
	'a field of an object': memo(
		`class Nav { async all() { return (this.held ??= await getCollection('pages')); } }\nconst nav = new Nav();\nexport const all = () => nav.all();`,
	),
	'a package': memo(
		`import { once } from 'keeps';\nexport const all = () => once(() => getCollection('pages'));`,
		{
			files: aPackage('let held;\nexport const once = (make) => (held ??= make());'),
		},
	),
	'the global object': memo(`export const all = () => (globalThis.held ??= getCollection('pages'));`),
	'a map with keys': memo(
		`const held = new Map();\nexport const all = async (key = 'all') => { if (!held.has(key)) held.set(key, await getCollection('pages')); return held.get(key); };`,
	),
	'a map with weak keys': memo(
		`const held = new WeakMap(); const key = {};\nexport const all = async () => { if (!held.has(key)) held.set(key, await getCollection('pages')); return held.get(key); };`,
	),
	'a time limit': memo(
		`let held; let until = 0;\nexport const all = async () => { if (Date.now() > until) { held = await getCollection('pages'); until = Date.now() + 600_000; } return held; };`,
	),
	'a function that remembers': memo(
		`const once = (make) => { let held; return () => (held ??= make()); };\nexport const all = once(() => getCollection('pages'));`,
	),
	'a property of a function': memo(`export function all() { return (all.held ??= getCollection('pages')); }`),
	'a promise made when loaded': memo(`const held = getCollection('pages');\nexport const all = () => held;`),
	'getStaticPaths, asked later': memo(
		`let held; export const all = () => (held ??= getCollection('pages'));`,
		{
			paths: 'await all();',
		},
	),
	'getStaticPaths, asked later, in the global object': memo(
		`export const all = () => (globalThis.held ??= getCollection('pages'));`,
		{ paths: 'await all();' },
	),
	'getStaticPaths, asked later, in a package': memo(
		`import { once } from 'keeps';\nexport const all = () => once(() => getCollection('pages'));`,
		{
			...{ paths: 'await all();' },
			files: aPackage('let held;\nexport const once = (make) => (held ??= make());'),
		},
	),
	'getStaticPaths, which leaves a text': {
		...{ state: `export const state = { total: '' };`, use: 'state.total' },
		paths: `state.total = entries.map(({ data }) => data.content.title).join();`,
	},
};

/** Pages that see how many pages, or which ones, came before them. */
const orders: Record<string, Kind> = {
	'a counter': count('let n = 0; export const next = () => n++;'),
	'a counter in an object': count('export const state = { n: 0 };', `'id-' + state.n++`),
	'a counter in a class': count('export class Ids { static n = 0; }', '++Ids.n'),
	'a counter in a closure': count('export const next = (() => { let n = 0; return () => ++n; })();'),
	'a counter in a generator': count(
		'const ids = (function* () { for (let n = 0; ; n++) yield n; })();\nexport const next = () => ids.next().value;',
	),
	'a counter in a package': {
		...count(`export { next } from 'keeps';`),
		files: aPackage('let n = 0;\nexport const next = () => n++;'),
	},
	'a counter in the global object': count(
		'export const next = () => (globalThis.n = (globalThis.n ?? 0) + 1);',
	),
	'a counter in a built-in': {
		...count('export const next = () => (Array.prototype.at.n = (Array.prototype.at.n ?? 0) + 1);'),
		ownProcess: true,
	},
	'a counter in the environment': count(
		`export const next = () => (process.env.SITE_COUNT = String(Number(process.env.SITE_COUNT ?? 0) + 1));`,
	),
	'colors that take turns': count(
		`const colors = ['red', 'green', 'blue'];\nexport const next = () => { colors.push(colors.shift()); return colors[0]; };`,
	),
	'a list that pages sort': count(
		'const list = [3, 1, 2];\nexport const next = () => { const before = list.join(); list.sort(); return before; };',
	),
	'numbers from a seed': count(
		'let seed = 7;\nexport const next = () => (seed = (seed * 48271) % 2147483647);',
	),
	'the first title': count('export const state = {};', 'state.first ??= title'),
	'the first title, of a module': count(
		'let first;\nexport const name = (title) => (first ??= title);',
		'name(title)',
	),
	'the first title, by key': count(
		'const seen = new Map();\nexport const name = (title) => { const key = title[0]; if (!seen.has(key)) seen.set(key, title); return seen.get(key); };',
		'name(title)',
	),
	'the last title': count(
		'let last;\nexport const before = (title) => { const was = last; last = title; return was; };',
		'before(title)',
	),
	'a list that grows': count(
		'const list = [];\nexport const add = (title) => list.push(title) && list.join();',
		'add(title)',
	),
	'ids without a second one': count(
		`const used = new Set();\nexport const id = (text) => { let id = text; for (let n = 1; used.has(id); n++) id = text + n; used.add(id); return id; };`,
		`id('id')`,
	),
	'an emitter': count(
		`import { EventEmitter } from 'node:events';\nexport const emitter = new EventEmitter();\nemitter.setMaxListeners(0);`,
		`(emitter.on('page', () => {}), emitter.listenerCount('page'))`,
	),
	'a store': count(
		`const listeners = new Set(); let value = '';\nexport const store = { get: () => value, set: (next) => { value += next[0]; for (const one of listeners) one(value); } };`,
		'(store.set(title), store.get())',
	),
	'a regular expression': count(
		'export const pattern = /[A-Z]/g;',
		'String(pattern.test(title)) + pattern.lastIndex',
	),
};

/** Pages that show nothing of it themselves, before one that does. */
const silent: Record<string, Kind> = {
	'a list that the last page shows': {
		...count('export const list = [];', `(list.push(title), '')`),
		shows: 'list.join()',
	},
	'a setter before the page that shows it': {
		...count(
			'let name; export const site = { set: (next) => { name = next; }, get: () => name };',
			`(site.set(title), '')`,
		),
		shows: 'site.get()',
	},
	'listeners that the last page counts': {
		...count(
			`import { EventEmitter } from 'node:events';\nexport const emitter = new EventEmitter();\nemitter.setMaxListeners(0);`,
			`(emitter.on('page', () => title), '')`,
		),
		shows: `emitter.listenerCount('page')`,
	},
	'an entry that pages change in place': {
		state: `${getCollection}const one = async () => (await getCollection('pages')).find(({ id }) => id === 'p14').data.content;
export const entry = { mark: async (title) => { (await one()).title += title; return ''; }, get: async () => (await one()).title };`,
		use: 'await entry.mark(title)',
		shows: 'await entry.get()',
	},
};

/** Pages that differ in each build. */
const chances: Record<string, Kind> = {
	'a random number': { ...count('export const next = () => Math.random();'), chance: /<i>.*?<\/i>/g },
	'a random name': {
		...count(`import { randomUUID } from 'node:crypto';\nexport const next = () => randomUUID();`),
		chance: /<i>.*?<\/i>/g,
	},
	'a clock': { ...count('export const next = () => process.hrtime.bigint();'), chance: /<i>.*?<\/i>/g },
};

const last = 24;
/** Pages far from both ends, and from each other. */
const [one, other] = [9, 16];
const idOf = (place: number) => `p${String(place).padStart(2, '0')}`;

const story = (place: number, title: string, uses: boolean): Record<string, string> => ({
	[`space/${idOf(place)}.md`]: `---\ncontent:\n  component: page\n  title: ${title}\n  uses: ${uses}\n  place: ${place}\n---\n`,
});

/** A site of 25 pages, of which some use the state. */
function filesOf(
	{ state, use, shows = `''`, paths = '', files = {} }: Kind,
	users: (place: number) => boolean,
) {
	const imported = [...state.matchAll(/export (?:const|class|function|\{) ?(\w+)/g)].map(([, name]) => name);
	const stories = Array.from({ length: last + 1 }, (_, place) => story(place, `T${place}`, users(place)));
	return Object.assign({}, plainSite, ...stories, files, {
		'space/space.yaml': 'name: Test\n',
		'astro.config.mjs': config(`{ space: './space', incremental: { check: false } }`),
		'src/state.ts': state,
		'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import { ${imported.join()} } from '../state';
export const getStaticPaths = async () => { const entries = await getCollection('pages'); ${paths} return storyPaths(entries); };
const { title, uses, place } = Astro.props.story.data.content;
---
<h1>{title}</h1>{uses ? <i>{${use}}</i> : ''}{place === ${last} ? <b>{${shows}}</b> : ''}`,
	}) as Record<string, string>;
}

/** A route of all stories. */
const page = (imports: string, code: string, body: string): Record<string, string> => ({
	'src/pages/[...path].astro': storyRoute(`<h1>{title}</h1>${body}`, {
		code: `${imports}
const { title, uses, items } = Astro.props.story.data.content;
${code}`,
	}),
});

/** A story with a blok. */
const bloks = (place: number, component: string): Record<string, string> => ({
	[`space/${idOf(place)}.md`]: `---\ncontent:\n  component: page\n  title: T${place}\n  items:\n    - component: ${component.toLowerCase()}\n      text: Term ${place}\n---\n`,
});

/** A story with tags. */
const tagged = (tags: string) => ({
	'space/tagged.md': `---\ncontent: { component: page, title: Tagged, tags: ${tags} }\n---\n`,
});

const astro = warmAstro();
afterAll(() => astro.close());

const make = (files: Record<string, string>): Promise<Site> => createSite(files, { runner: astro.run });

/** The pages, without what differs in each build. */
const shown = (output: Record<string, string>, chance?: RegExp): Record<string, string> =>
	Object.fromEntries(
		Object.entries(output)
			.filter(([path]) => path !== 'slugline.json')
			.map(([path, text]) => [path, chance ? text.replace(chance, '') : text]),
	);

type Edits = readonly (Record<string, string> | undefined)[];
type Details = Pick<Kind, 'chance' | 'ownProcess'>;

/**
 * Builds a site, and after each edit compares with a clean build. In a long run, it does so a second time with a first build that does
 * not check the site. Returns the number of pages that each edit rendered of the checked one.
 */
async function follow(files: Record<string, string>, edits: Edits, details?: Details): Promise<number[]> {
	if (isLong) await followFrom({}, files, edits, details);
	return followFrom(checking, files, edits, details);
}

/** @param first the environment of the first build */
async function followFrom(
	first: Record<string, string>,
	files: Record<string, string>,
	edits: Edits,
	{ chance, ownProcess = false }: Details = {},
): Promise<number[]> {
	const site = await createSite(files, { runner: ownProcess ? inOwnProcess : astro.run });
	const counts: number[] = [];
	await site.built(first);
	for (const [place, edit] of edits.entries()) {
		await site.write(edit ?? {});
		const output = await site.built();
		counts.push(Number(/(\d+) pages? rendered/.exec(output)?.[1]));
		const made = shown(await site.output(), chance);
		const clean = await cleanly(site, () => site.build());
		expect(made, `edit ${place + 1}\n${output}`).toEqual(shown(clean.output, chance));
	}
	return counts;
}

const timeout = 300_000;

const kinds = { ...memos, ...orders, ...silent, ...chances };

/** Edits of the first page, of one that does not use the state, of both in the middle, and of the last one. */
const edits = (users: (place: number) => boolean) =>
	[one, 0, 12, other, last].map((place) => story(place, `Edited ${place}`, users(place)));

/** The short form tries one kind of each sort. */
const inShort = ['the first title'];
const tried = (only: readonly string[], of: Record<string, Kind> = kinds) =>
	Object.entries(of).filter(([name]) => isLong || only.includes(name));

it.each(tried([]))('all pages: %s', { timeout }, async (_, kind) => {
	const users = () => true;
	await follow(filesOf(kind, users), edits(users), kind);
});

it.each(tried(inShort))('two pages in the middle: %s', { timeout }, async (_, kind) => {
	const users = (place: number) => place === one || place === other;
	const [first, , between, second] = edits(users);
	await follow(filesOf(kind, users), isLong ? [between, second] : [first], kind);
});

it.each(tried([]))('the last page only: %s', { timeout }, async (_, kind) => {
	const users = (place: number) => place === last;
	await follow(filesOf(kind, users), edits(users).slice(-2), kind);
});

// In a short run, `what an edit wakes` has content that switches code on.
it.each(tried([], orders))('pages that content switches on: %s', { timeout }, async (_, kind) => {
	const on = [one, other, 4].map((place) => story(place, `T${place}`, true));
	const after = story(4, 'Edited', true);
	await follow(
		filesOf(kind, () => false),
		[...on, after],
		kind,
	);
});

/** Sites with a shared state that an edit wakes: their files beside those of `filesOf`, and the edits. */
const woken: Record<string, { files: Record<string, string>; edits: Record<string, string>[] }> = {
	'content calls a setter for the first time': {
		files: {
			...{
				'src/state.ts': `let theme = 'light';\nexport const set = (next) => { theme = next; };\nexport const get = () => theme;`,
			},
			...page(`import { get, set } from '../state';`, `if (uses) set('dark');`, '<i>{get()}</i>'),
		},
		edits: [story(0, 'Dark', true), story(one, 'Later', false)],
	},
	'content shows a blok that lists what others have left': {
		files: {
			'src/state.ts': 'export const terms = new Set();',
			'src/bloks/Term.astro': `---\nimport { terms } from '../state';\nterms.add(Astro.props.blok.text);\n---\n<dfn>{Astro.props.blok.text}</dfn>`,
			'src/bloks/Glossary.astro': `---\nimport { terms } from '../state';\n---\n<ul>{[...terms].map((term) => <li>{term}</li>)}</ul>`,
			...page(`import Blok from 'astro-slugline/components/Blok.astro';`, '', '<Blok blok={items} />'),
			...bloks(1, 'Term'),
			...bloks(2, 'Term'),
		},
		edits: [bloks(one, 'Glossary'), bloks(3, 'Term')],
	},
	'getStaticPaths begins to leave what all pages show, in a build of all pages': {
		files: {
			...{
				'src/state.ts': `let noted = '';\nexport const note = (text) => { noted = text; };\nexport const get = () => noted;`,
			},
			'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import { get, note } from '../state';
export const getStaticPaths = async () => {
	const entries = await getCollection('pages');
	if (entries.some(({ data }) => data.content.uses)) note(entries.find(({ id }) => id === '${idOf(2)}').data.content.title);
	return storyPaths(entries);
};
const first = (await getCollection('pages')).find(({ id }) => id === '${idOf(0)}');
---
<h1>{first.data.content.title}</h1>{get()}`,
		},
		edits: [story(0, 'Begins', true), story(2, 'Noted', false)],
	},
	'a page begins to show what one before it sets, and one after it sets again': {
		files: {
			'astro.config.mjs': config(`{ space: './space' }`),
			'src/state.ts': `let locale = 'en';\nexport const set = (next) => { locale = next; };\nexport const get = () => locale;`,
			...page(
				`import { get, set } from '../state';`,
				`if (title === 'T1') set('de');\nif (title === 'T3') set('en');`,
				`{(uses || title === 'T3') && <i>{get()}</i>}`,
			),
		},
		edits: [story(2, 'T2', true)],
	},
	'getStaticPaths fills what two pages in the middle show, in a build of all pages': {
		files: {
			...{
				'src/state.ts': `${getCollection}let held;\nexport const all = async () => (held ??= (await getCollection('pages')).map(({ data }) => data.content.title));`,
			},
			...story(3, 'Shows', true),
			...story(4, 'Shows, too', true),
			'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
import { all } from '../state';
export const getStaticPaths = async () => {
	await all();
	return storyPaths(await getCollection('pages'));
};
const { title, uses } = Astro.props.story.data.content;
const first = (await getCollection('pages')).find(({ id }) => id === '${idOf(0)}');
---
<h1>{title}</h1>{first.data.content.title}{uses && (await all()).join()}`,
		},
		edits: [story(0, 'For all', false), story(2, 'For two', false)],
	},
	'a page begins to set what another one shows': {
		files: {
			'src/state.ts': `export const theme = { now: 'light' };`,
			'src/pages/a.astro': `---\nimport { theme } from '../state';\n---\n<p>{theme.now}</p>`,
			'src/pages/b.astro': `---\nimport { theme } from '../state';\n---\n<p>{theme.now}</p>`,
		},
		edits: [
			{
				'src/pages/a.astro': `---\nimport { theme } from '../state';\ntheme.now = 'dark';\n---\n<p>{theme.now}</p>`,
			},
		],
	},
	'an edit gives what another page makes of an entry': {
		files: {
			'src/state.ts': '',
			...Object.fromEntries(
				['', 'for (const { data } of all) data.content?.tags?.sort();'].map((code, at) => [
					`src/pages/${at}.astro`,
					`---\nimport { query } from 'astro-slugline/content';\nconst all = await query({ collection: 'pages', fields: ['content.tags'] });\n${code}\n---\n<p>{all.map(({ data }) => data.content?.tags?.join())}</p>`,
				]),
			),
			...tagged('[b, a]'),
		},
		edits: [tagged('[a, b]')],
	},
	'a page of every build shows what another one sets': {
		files: {
			'src/state.ts': `export const theme = { now: 'light' };`,
			'src/pages/a.astro': `---\nimport { theme } from '../state';\ntheme.now = 'dark';\n---\n<p>A</p>`,
			'src/pages/b.astro': `---\nimport { alwaysRender } from 'astro-slugline/content';\nimport { theme } from '../state';\nalwaysRender();\n---\n<p>{theme.now}</p>`,
		},
		edits: [{}, story(one, 'Later', false)],
	},
	'pages that fall back to another language count': {
		files: {
			'astro.config.mjs': config(
				`{ space: './space', incremental: { check: false } }`,
				`i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: { fallbackType: 'rewrite' } }`,
			),
			'src/state.ts': 'let n = 0;\nexport const next = () => ++n;',
			'src/pages/a.astro': `---\nimport { next } from '../state';\n---\n<p>{next()}</p>`,
			'src/pages/b.astro': `---\nimport { next } from '../state';\n---\n<p>{next()}</p>`,
		},
		// The second one, because the first one must not forget what it did not look for.
		edits: [{}, {}, story(one, 'Later', false)],
	},
	'content wakes code in a site where only some pages fall back to another language': {
		files: {
			'astro.config.mjs': config(
				`{ space: './space', incremental: { check: false } }`,
				`i18n: { locales: ['en', 'de'], defaultLocale: 'en', fallback: { de: 'en' }, routing: { fallbackType: 'rewrite' } }`,
			),
			'space/space.yaml': 'name: Test\nlanguages: [de]\n',
			'space/index.md': '---\ncontent: { component: page, title: Home }\n---\n',
			'src/state.ts': 'let n = 0;\nexport const next = () => ++n;',
			...page(`import { next } from '../state';`, '', '{uses && <i>{next()}</i>}'),
		},
		edits: [story(one, 'Counts', true)],
	},
	'astro.config sets what the thread does not know': {
		files: {
			'astro.config.mjs': `globalThis.month = 'Mai';\n${config(`{ space: './space', incremental: { check: false } }`)}`,
			'src/state.ts': 'let n = 0;\nexport const next = () => ++n;',
			...page(
				`import { next } from '../state';`,
				'',
				`<i>{next()}</i>{uses && <b>{globalThis.month ?? 'May'}</b>}`,
			),
		},
		edits: [{}, story(one, 'First', true), story(other, 'Second', true)],
	},
	'imports of two modules change places': {
		files: {
			'src/en.ts': `export const title = 'Title';\nexport const date = 'Date';`,
			'src/de.ts': `export const title = 'Titel';\nexport const date = 'Datum';`,
			'src/pages/a.astro': `---\nimport { title } from '../en';\nimport { date } from '../de';\n---\n<p>{title} {date}</p>`,
			'src/pages/b.astro': `---\nimport * as en from '../en';\nimport * as de from '../de';\n---\n<p>{en.title} {en.date} {de.title} {de.date}</p>`,
		},
		edits: [
			{
				'src/pages/a.astro': `---\nimport { date } from '../en';\nimport { title } from '../de';\n---\n<p>{title} {date}</p>`,
			},
		],
	},
};

/** The short form tries those that only this test can find. */
const wokenInShort = ['content calls a setter for the first time'];

/** A site without Slugline has no bloks. */
const isHere = (name: string) => !(onKeep && name.includes('a blok'));

it.each(Object.entries(woken).filter(([name]) => isHere(name) && (isLong || wokenInShort.includes(name))))(
	'what an edit wakes: %s',
	{ timeout },
	async (_, { files, edits }) => {
		const plain = filesOf(count('export const none = 0;', 'none'), () => false);
		const state = `${files['src/state.ts'] ?? ''}\nexport const none = 0;`;
		await follow({ ...plain, ...files, 'src/state.ts': state }, isLong ? edits : edits.slice(0, 1));
	},
);

/** New code of one page that changes what another one shows: the state, what that page shows, and the new files. */
const reaching: Record<string, { kind: Kind; edit: Record<string, string> }> = {
	'a module that another one registers itself in': {
		kind: count('export const registry = new Map();', 'registry.size'),
		edit: {
			'src/shortcode.ts': `import { registry } from './state';\nregistry.set('note', 'Note');\nexport const name = 'note';`,
			'src/pages/more.astro': `---\nimport { name } from '../shortcode';\n---\n<p>{name}</p>`,
		},
	},
	'the global object': {
		kind: count('export const theme = () => globalThis.theme;', 'theme()'),
		edit: {
			'src/theme.ts': `globalThis.theme = 'dark';\nexport const name = 'dark';`,
			'src/pages/more.astro': `---\nimport { name } from '../theme';\n---\n<p>{name}</p>`,
		},
	},
	'the prototype of a class': {
		kind: count(
			`export class Title { constructor(text) { this.text = text; }\ntoString() { return this.text; } }`,
			'String(new Title(title))',
		),
		edit: {
			'src/loud.ts': `import { Title } from './state';\nTitle.prototype.toString = function () { return this.text + '!'; };\nexport const name = 'loud';`,
			'src/pages/more.astro': `---\nimport { name } from '../loud';\n---\n<p>{name}</p>`,
		},
	},
	'what getStaticPaths leaves': {
		kind: count('export const registry = new Map();', 'registry.size'),
		edit: {
			'src/pages/tags/[tag].astro': `---\nimport { registry } from '../../state';\nexport const getStaticPaths = () => { registry.set('tag', 1); return [{ params: { tag: 'a' } }]; };\n---\n<p>Tag</p>`,
		},
	},
};

/** The short form tries one that is loaded, and one that is called. */
const reachingInShort = ['a module that another one registers itself in', 'what getStaticPaths leaves'];

it.each(Object.entries(reaching).filter(([name]) => isLong || reachingInShort.includes(name)))(
	'new code changes a page that does not import it: %s',
	{ timeout },
	async (_, { kind, edit }) => {
		const files = filesOf(kind, (place) => place === one);

		await followFrom(checking, files, isLong ? [edit, story(other, 'Edited', false)] : [edit]);
	},
);

/** What only one of two renderings at the same time can have. */
const exclusive: Record<string, { kind: Kind; says: RegExp }> = {
	'a database that a module locks': {
		kind: count(
			`import { DatabaseSync } from 'node:sqlite';
const base = new DatabaseSync('views.db');
base.exec('pragma locking_mode = exclusive; create table if not exists seen (title text)');
export const see = (title) => base.prepare('insert into seen values (?)').run(title).changes;`,
			'see(title)',
		),
		says: /Incremental rendering is off: pages cannot be rendered a second time in a thread \(Error: database is locked\)/,
	},
	'a database that a page locks': {
		kind: count(
			`import { DatabaseSync } from 'node:sqlite';
let base;
const open = () => { base = new DatabaseSync('views.db'); base.exec('pragma locking_mode = exclusive; create table if not exists seen (title text)'); return base; };
export const see = (title) => (base ?? open()).prepare('insert into seen values (?)').run(title).changes;`,
			'see(title)',
		),
		says: /fails with "Error: database is locked" when it is rendered again/,
	},
};

it.runIf(isLong).each(Object.entries(exclusive))(
	'one line names what is off: %s',
	{ timeout },
	async (_, { kind, says }) => {
		// Each build has a process of its own, because the lock is held until its end.
		const site = await createSite(
			filesOf(kind, (place) => place < 5),
			{ runner: inOwnProcess },
		);
		const first = await site.built(checking);
		expect(first).toMatch(says);
		await site.write(story(0, 'Edited', true));
		await site.build();
		const made = await site.output();
		expect(shown((await cleanly(site, () => site.build())).output)).toEqual(shown(made));
	},
);

it('says so if a thread cannot load new code, and is right all the same', { timeout }, async () => {
	const only = (code: string) => ({ 'src/only.ts': `${code}\nexport const only = 'here';` });
	// It shows a date yet to come, for which pages are rendered in threads, too.
	const about = `---
import { getEntry } from 'astro:content';
import { only } from '../only';
const { data } = await getEntry('pages', '${idOf(3)}');
---
<p>{only} {data.content.title}</p>`;
	const site = await make({
		...filesOf(count('export const none = 0;', 'none'), () => false),
		...{ 'src/pages/about.astro': about, ...only(''), ...story(3, '2998-05-01', false) },
	});
	await site.build(checking);
	await site.write(
		only(
			`import { isMainThread } from 'node:worker_threads';\nif (!isMainThread) throw new Error('No threads.');`,
		),
	);
	expect(await site.built()).toContain(
		'Incremental rendering is off: pages cannot be rendered a second time',
	);
	const made = await site.output();
	expect(shown((await cleanly(site, () => site.build())).output)).toEqual(shown(made));
	// That build has left nothing to compare with.
	expect(await site.built()).toContain('26 pages rendered, 0 kept');
});

/** Sites whose first build has rendered each page once, the edits that follow, and how many of their pages each renders. */
const unchecked: Record<string, { files: Record<string, string>; edits: Edits; counts: number[] }> = {
	'a page sets what only the edited one shows, and another resets it': {
		files: filesOf(
			count(
				`let language = 'en'; export const set = (next) => { language = next; return ''; };\nexport const get = () => language;`,
				`title === 'T0' ? set('en') : title === 'T5' ? set('de') : title.includes('T9') || title.includes('Edited') ? get() : ''`,
			),
			() => true,
		),
		edits: [story(one, 'Edited', true), story(one, 'Edited again', true)],
		counts: [25, 25],
	},
	'a module holds a list in which the first edit does not show': {
		files: filesOf(memos['a variable'] ?? memo(''), (place) => place === 3 || place === other),
		edits: [
			{
				[`space/${idOf(one)}.md`]: `---\ncontent: { component: page, title: T9, place: 9, more: text }\n---\n`,
			},
			story(12, 'Edited', false),
		],
		counts: [25, 3],
	},
	'getStaticPaths leaves a text, and the edited story has no page': {
		files: {
			...filesOf(
				{
					...count(`export const state = { total: '' };`, 'state.total'),
					paths: `state.total = (await getCollection('notes')).map(({ data }) => data.title).join();`,
				},
				() => true,
			),
			'notes/a.md': '---\ntitle: A\n---\n',
			'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	notes: defineCollection({ loader: glob({ pattern: '*.md', base: './notes' }) }),
};`,
		},
		edits: [{ 'notes/a.md': '---\ntitle: B\n---\n' }, { 'notes/a.md': '---\ntitle: C\n---\n' }],
		counts: [25, 25],
	},
	'content and code are new at once': {
		files: filesOf(count('let n = 0; export const next = () => n++;'), (place) => place > 20),
		edits: [
			{ ...story(one, 'Edited', true), 'src/pages/more.astro': '<p>more</p>' },
			story(other, 'Edited', true),
		],
		counts: [26, 26],
	},
	'nothing is new': {
		files: filesOf(count('export const next = () => 1;'), () => true),
		edits: [{}, story(one, 'Edited', true), story(one, 'Edited again', true)],
		counts: [0, 25, 1],
	},
	'new code renders every page': {
		files: filesOf(count('export const next = () => 1;'), () => true),
		edits: [
			{ 'src/state.ts': 'export const next = () => 2;' },
			story(one, 'Edited', true),
			story(one, 'Edited again', true),
		],
		counts: [25, 25, 1],
	},
};

/** The short form tries one that is checked by its first edit, and one that new code leaves unchecked; `test/keep` has the rules. */
const uncheckedInShort = [
	'a page sets what only the edited one shows, and another resets it',
	'new code renders every page',
];

it.each(Object.entries(unchecked).filter(([name]) => isLong || uncheckedInShort.includes(name)))(
	'a site that no build has checked: %s',
	{ timeout },
	async (_, { files, edits, counts }) => {
		expect(await followFrom({}, files, edits)).toEqual(counts);
	},
);

it('a site that no build has checked: what a module fetches, or getStaticPaths reads, is new', {
	timeout,
}, async () => {
	let answer = 'one';
	const { url } = await listen((_, response) => void response.end(answer));
	const fetched = `let held; export const text = async () => (held ??= await (await fetch('${url}')).text());`;
	const page = `---\nimport { text } from '../text';\n---\n<i>{await text()}</i>`;
	const site = await make({
		...filesOf({ state: '', use: '0' }, () => false),
		...{ 'src/text.ts': fetched, 'src/pages/first.astro': page, 'src/pages/second.astro': page },
	});
	await site.built();
	answer = 'two';
	await site.built();
	const pages = await site.output();
	for (const name of ['first', 'second']) expect(pages[`${name}/index.html`]).toContain('<i>two</i>');
	const marked = await make(
		filesOf(
			{ ...count('export const state = {};', 'state.mark'), paths: 'state.mark = process.env.SITE_MARK;' },
			(place) => place === one,
		),
	);
	await marked.built({ SITE_MARK: 'blue' });
	expect(await marked.built({ SITE_MARK: 'blue' })).toContain('0 pages rendered, 25 kept');
	await marked.built({ SITE_MARK: 'green' });
	expect((await marked.output())[`${idOf(one)}/index.html`]).toContain('<i>green</i>');
});

it('a story that is held by its id for two pages at once renders both later, also if that build rendered all pages', {
	timeout,
}, async () => {
	const shows = (place: number, shown: number) => ({
		[`space/${idOf(place)}.md`]: `---\ncontent: { component: page, title: T${place}, place: ${place}, shown: ${idOf(shown)} }\n---\n`,
	});
	const all = Array.from({ length: last + 1 }, (_, place) => shows(place, 1));
	const files = Object.assign({}, plainSite, ...all, {
		'space/space.yaml': 'name: Test\n',
		'astro.config.mjs': config(`{ space: './space', incremental: { check: false } }`),
		'src/titles.ts': `import { getEntry } from 'astro:content';
const held = new Map();
export async function titleOf(id) {
	if (!held.has(id)) held.set(id, (await getEntry('pages', id)).data.content.title);
	return held.get(id);
}`,
		...page(
			`import { getEntry } from 'astro:content';\nimport { titleOf } from '../titles';`,
			`const { shown } = Astro.props.story.data.content;\nconst menu = (await getEntry('pages', '${idOf(0)}')).data.content.title;`,
			'<nav>{menu}</nav><i>{await titleOf(shown)}</i>',
		),
	}) as Record<string, string>;
	await follow(files, [
		{
			...story(0, 'Menu', false),
			...shows(0, 1),
			[`space/${idOf(0)}.md`]: `---\ncontent: { component: page, title: Menu, shown: ${idOf(1)} }\n---\n`,
			...shows(one, 20),
			...shows(other, 20),
		},
		{ [`space/${idOf(20)}.md`]: `---\ncontent: { component: page, title: Held, shown: ${idOf(1)} }\n---\n` },
	]);
});

it('pages of a checked site are rendered again in the build itself, and beside it in a thread if they take long', {
	timeout,
}, async () => {
	const files = filesOf(
		count(
			`import { isMainThread } from 'node:worker_threads';
import { writeSync } from 'node:fs';
if (!isMainThread) writeSync(1, 'In a thread.');
export const next = async () => {
	await new Promise((done) => setTimeout(done, Number(process.env.SITE_WAIT_MS)));
	return 'shown';
};`,
			'await next()',
		),
		(place) => place < 20,
	);
	const site = await createSite(files, { runner: inOwnProcess });
	await site.built(checking);
	const edit = async (title: string, env: Record<string, string>) => {
		for (let place = 2; place < 18; place++) await site.write(story(place, `${title} ${place}`, true));
		const output = await site.built(env);
		expect(shown((await cleanly(site, () => site.build())).output)).toEqual(shown(await site.output()));
		return output;
	};
	const quick = await edit('Quick', {});
	expect(quick).toContain('16 pages rendered, 9 kept');
	expect(quick).not.toContain('In a thread.');
	const slow = await edit('Slow', { SITE_WAIT_MS: '100' });
	expect(slow).toContain('In a thread.');
});

it.runIf(isLong)('evidence ends when the code is cured, whatever else is new', { timeout }, async () => {
	const now = "---\nimport { performance } from 'node:perf_hooks';\n---\n<i>{performance.now()}</i>";
	const counts = await follow(
		filesOf(count('let n = 0; export const next = () => n++;'), () => true),
		[
			{ 'src/state.ts': 'export const next = () => 0;', 'src/pages/now.astro': now },
			// The first edit after new code checks the site.
			story(0, 'Edited', true),
			story(0, 'Edited again', true),
		],
		{ chance: /<i>.*?<\/i>/g },
	);
	expect(counts[2]).toBe(2);
});

it.runIf(isLong)(
	'code that only looks like state makes no other page depend on a story',
	{ timeout },
	async () => {
		const [summary] = await follow(
			filesOf(
				{
					state: `import { clsx } from 'clsx';
import GithubSlugger, { slug } from 'github-slugger';
import he from 'he';
let language = 'en';
/** Each page calls it before it shows anything. */
export const setLanguage = (next) => { language = next; };
const create = (options) => ({ ...options, made: true });
const settings = create({ wide: undefined });
const words = {};
for (const word of ['one', 'two']) words[word] = word.toUpperCase();
const collect = (title) => { const parts = []; for (const part of title) parts.push(part); return parts; };
export const show = (title) => (setLanguage('de'), [language, settings.wide?.size, words.one, ...collect(title), clsx('wide', title), slug(title), new GithubSlugger().slug(title), he.encode(title)].join(' '));`,
					use: '(setLanguage(title), show(title))',
				},
				() => true,
			),
			[story(12, 'Edited', true)],
		);
		expect(summary).toBeLessThanOrEqual(2);
	},
);

it('says that the disk is full, and not that pages come out differently', async () => {
	const site = await make({
		...filesOf({ state: '', use: '0' }, () => false),
		// As if the disk were full when the thread writes what it has rendered.
		'src/pages/full.astro': `---
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';
if (!isMainThread) {
	fs.writeSync = () => { throw new Error('ENOSPC: no space left on device, write'); };
	syncBuiltinESMExports();
}
---
<p>full</p>`,
	});
	const output = await site.built(checking);
	expect(output).toContain('ENOSPC: no space left on device');
	expect(output).not.toContain('differently');
});

it('forgets what a module has held once its code holds nothing, also if pages stay', {
	timeout,
}, async () => {
	const posts = (held: string) =>
		`let held;\nexport const all = async () => (${held}(await getCollection('pages')).filter(({ data }) => data.content.uses));`;
	const about = (name: string) => ({
		[`src/pages/about-${name}.astro`]: `---\nimport { getEntry } from 'astro:content';\nconst { data } = await getEntry('pages', '${idOf(3)}');\n---\n<p>{data.content.place}</p>`,
	});
	const users = (place: number) => place < 20;
	const counts = await follow({ ...filesOf(memo(posts('held ??= ')), users), ...about('a'), ...about('b') }, [
		{ 'src/state.ts': `${getCollection}${posts('')}\nexport const none = 0;` },
		story(one, `T${one}`, false),
		story(other, `T${other}`, false),
	]);
	// The pages that have the list, and the page of the story.
	expect(counts).toEqual([25, 20, 19]);
});

it('leaves no copy of the bundle in the output if the thread is ended while it lists paths', {
	timeout,
}, async () => {
	const slow = count(
		`import { isMainThread } from 'node:worker_threads';\nexport const wait = () => new Promise((done) => setTimeout(done, isMainThread ? 700 : 10_000));`,
		`''`,
	);
	const files = filesOf({ ...slow, paths: 'await wait();' }, () => false);
	const route = 'src/pages/[...path].astro';
	const counts = await followFrom({}, files, [
		{ [route]: String(files[route]).replace('<h1>', '<h1 class="new">') },
	]);
	expect(counts).toEqual([25]);
});

it('ends a thread only once the keys are made that no page waits for', { timeout }, async () => {
	const site = await createSite(
		{
			...filesOf(count('let n = 0; export const next = () => ++n;'), (place) => place < 3),
			'src/pages/key.astro': `---
import { generateKey } from 'node:crypto';
for (let at = 0; at < 1000; at++) {
	crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
	generateKey('hmac', { length: 512 }, () => {});
}
---
<p>key</p>`,
		},
		{ runner: inOwnProcess },
	);
	const output = await site.built(checking);
	expect(output).toContain('26 pages rendered');
});
