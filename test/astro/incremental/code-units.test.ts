import { expect, it } from 'vitest';
import type { CodeOptions } from '../../../packages/astro-slugline/src/astro/incremental/code/code.js';
import {
	type CodeUnits,
	codeUnits,
} from '../../../packages/astro-slugline/src/astro/incremental/code/code-units.js';
import type { EmittedModule } from '../../../packages/astro-slugline/src/astro/incremental/code/emitted-code.js';
import type { RenderManifest } from '../../../packages/astro-slugline/src/astro/incremental/code/linked-files.js';

// The parts of a page's key: each test changes one of them, and only the pages that it affects get a new key.

type Given = Partial<EmittedModule> & { id: string };

const module = (given: Given): EmittedModule => ({
	name: given.id.replace('/site/', '~/'),
	code: `code of ${given.id}`,
	imports: [],
	statements: '',
	isEntry: false,
	isContent: false,
	hasServerIslands: false,
	lookedUp: undefined,
	completedLater: undefined,
	...given,
});

const pageId = (name: string) => `\0virtual:astro:page:src/pages/${name}@_@astro`;

interface Site {
	modules: Record<string, Given>;
	manifest: RenderManifest;
	options: Partial<CodeOptions>;
}

/** Two pages, `a` and `b`, that share a layout; `a` has an island, and both may show the bloks `hero` and `text`. */
const site = (): Site => ({
	modules: {
		entry: { id: '\0entry', isEntry: true, imports: ['/site/middleware', pageId('a'), pageId('b')] },
		middleware: { id: '/site/middleware' },
		pageA: { id: pageId('a'), imports: ['/site/a.astro'] },
		pageB: { id: pageId('b'), imports: ['/site/b.astro'] },
		a: { id: '/site/a.astro', imports: ['/site/layout', '/site/words', 'package', '/site/content'] },
		b: { id: '/site/b.astro', imports: ['/site/layout'], code: 'a script: "/site/b.astro?type=script"' },
		layout: { id: '/site/layout', imports: ['\0table'] },
		words: { id: '/site/words', code: '$$renderComponent({ "client:load": true, url: "/site/island" })' },
		content: { id: '/site/content', isContent: true, imports: ['/site/entry.mdx'] },
		mdx: { id: '/site/entry.mdx', imports: ['/site/note'] },
		note: { id: '/site/note' },
		package: { id: 'package', code: '' },
		table: {
			id: '\0table',
			imports: ['/site/hero', '/site/text'],
			lookedUp: new Map([
				['hero', '/site/hero'],
				['text', '/site/text'],
			]),
		},
		hero: { id: '/site/hero', imports: ['/site/shout', '/site/layout'] },
		text: { id: '/site/text' },
		shout: { id: '/site/shout' },
	},
	manifest: {
		routes: ['a', 'b'].map((name) => ({
			routeData: { component: `src/pages/${name}.astro` },
			styles: [{ type: 'external', src: `${name}.css` }],
			scripts: [{ type: 'inline', value: `script of ${name}` }],
			links: [],
		})),
		entryModules: { '/site/island': 'island.1.js' },
		inlinedScripts: new Map([['/site/b.astro?type=script', 'console.log(1)']]),
		componentMetadata: new Map<string, unknown>(),
		trailingSlash: 'ignore',
	},
	options: {},
});

const unitsOf = ({ modules, manifest, options }: Site): CodeUnits =>
	codeUnits({
		code: {
			modules: new Map(Object.values(modules).map((given) => [given.id, module(given)])),
			sources: new Map(),
			entry: '',
			portable: { name: (id) => id, text: (text) => text },
			files: new Set(),
		},
		folder: '/site/',
		manifest,
		key: 'secret',
		settings: new Map([['the config', '1']]),
		packages: (specifier) => [[`the package ${specifier}`, '1']],
		...options,
	});

const keysOf = (units: CodeUnits) => ({
	common: units.common.digest,
	a: units.page('src/pages/a.astro')?.digest,
	b: units.page('src/pages/b.astro')?.digest,
	entry: units.entry('entry.mdx'),
	hero: units.bloks.get('hero')?.digest,
	text: units.bloks.get('text')?.digest,
});

/** The names of the keys that a change of the site changes. */
function changedBy(change: (site: Site) => void): string[] {
	const changed = site();
	change(changed);
	const [before, after] = [unitsOf(site()), unitsOf(changed)];
	const [one, other] = [keysOf(before), keysOf(after)];
	const names = (Object.keys(one) as (keyof typeof one)[]).filter((name) => one[name] !== other[name]);
	// If this digest is equal, the code of entries and bloks is not compared.
	if (names.length > 0) expect(before.all).not.toBe(after.all);
	return names;
}

/** Makes the pages of a route link to other files. */
function linked(
	{ routes }: RenderManifest,
	place: number,
	links: Partial<RenderManifest['routes'][number]>,
): void {
	const route = routes[place];
	if (route) Object.assign(route, links);
}

const edited = (name: string, given: Partial<EmittedModule>) => (changed: Site) => {
	changed.modules[name] = { ...(changed.modules[name] as Given), ...given };
};

it.each<[string, (changed: Site) => void, string[]]>([
	['nothing', () => {}, []],
	[
		'what a module takes from its imports',
		edited('a', { statements: "import { b as a } from './words'" }),
		['a'],
	],
	['the code of a page', edited('a', { code: 'x' }), ['a']],
	['the code of what one page imports', edited('words', { code: 'client:load x' }), ['a']],
	['the code of what both pages import', edited('layout', { code: 'x' }), ['a', 'b', 'hero']],
	[
		'the order of imports',
		edited('a', { imports: ['/site/words', '/site/layout', 'package', '/site/content'] }),
		['a'],
	],
	['what runs for every page', edited('middleware', { code: 'x' }), ['common']],
	['the code of an entry', edited('note', { code: 'x' }), ['entry']],
	['content', edited('content', { code: 'x' }), []],
	[
		'the file of an island',
		({ manifest }) => {
			manifest.entryModules = { '/site/island': 'island.2.js' };
		},
		['a'],
	],
	[
		'the file of a runtime that no module names',
		({ manifest }) => {
			manifest.entryModules = { ...manifest.entryModules, runtime: 'r.js' };
		},
		['a'],
	],
	[
		'a script in a page',
		({ manifest }) => {
			manifest.inlinedScripts = new Map([['/site/b.astro?type=script', 'console.log(2)']]);
		},
		['b'],
	],
	[
		'the metadata of a component',
		({ manifest }) => {
			manifest.componentMetadata = new Map([['/site/words', { propagation: 'in-tree' }]]);
		},
		['a'],
	],
	[
		'a setting',
		({ manifest }) => {
			manifest['trailingSlash'] = 'always';
		},
		['common'],
	],
	[
		'a style of a page',
		({ manifest }) => {
			linked(manifest, 0, { styles: [{ type: 'external', src: 'x.css' }] });
		},
		['a'],
	],
	[
		'a script of a page',
		({ manifest }) => {
			linked(manifest, 1, { scripts: [{ type: 'inline', value: 'x' }] });
		},
		['b'],
	],
	[
		'a link of a page',
		({ manifest }) => {
			linked(manifest, 1, { links: ['x'] });
		},
		['b'],
	],
	[
		'the config',
		({ options }) => {
			options.settings = new Map([['the config', '2']]);
		},
		['common'],
	],
	[
		'a package',
		({ options }) => {
			options.packages = (specifier) => [[`the package ${specifier}`, '2']];
		},
		['a'],
	],
	[
		'the folder, which is in the ids of islands',
		({ options }) => {
			options.folder = '/other/';
		},
		['a'],
	],
	['a blok', edited('text', { code: 'x' }), ['text']],
	['what a blok imports', edited('shout', { code: 'x' }), ['hero']],
	[
		'the file of a blok',
		edited('table', {
			lookedUp: new Map([
				['hero', '/site/text'],
				['text', '/site/hero'],
			]),
		}),
		['hero', 'text'],
	],
])('changes the keys of the affected pages only: %s', (_, change, names) => {
	expect(changedBy(change)).toEqual(names);
});

it('adds no code of other pages to the key of a page that imports the list of all pages', () => {
	const withList = (code: string) => {
		const changed = site();
		changed.modules['list'] = { id: '\0virtual:astro:pages', imports: [pageId('a'), pageId('b')] };
		edited('layout', { imports: ['\0virtual:astro:pages'] })(changed);
		edited('words', { code })(changed);
		return keysOf(unitsOf(changed));
	};
	const [one, other] = [withList('one'), withList('other')];
	expect([one.a === other.a, one.b === other.b]).toEqual([false, true]);
});

it('gives a page with a server island no key, and such an entry a new key each time', () => {
	const changed = site();
	edited('words', { hasServerIslands: true })(changed);
	edited('note', { hasServerIslands: true })(changed);
	const units = unitsOf(changed);
	expect(units.page('src/pages/a.astro')).toBeUndefined();
	expect(units.page('src/pages/b.astro')).toBeDefined();
	expect(units.entry('entry.mdx')).not.toBe(unitsOf(changed).entry('entry.mdx'));
});

it('makes digests of code with a secret key, so that code cannot be guessed from them', () => {
	const [one, other] = [unitsOf(site()), unitsOf({ ...site(), options: { key: 'other' } })];
	expect(one.common.digest).not.toBe(other.common.digest);
	expect(one.page('src/pages/a.astro')?.digest).not.toBe(other.page('src/pages/a.astro')?.digest);
});
