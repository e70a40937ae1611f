import { describe, expect, it } from 'vitest';
import type { CodeOptions } from '../../packages/astro-keep/src/code/code.js';
import { codeFingerprints } from '../../packages/astro-keep/src/code/code-by-page.js';
import type { EmittedModule } from '../../packages/astro-keep/src/code/emitted-code.js';
import { createTestFolder } from '../support/test-folder.js';

type Route = CodeOptions['manifest']['routes'][number];

const home = 'src/pages/index.astro';
const post = 'src/pages/[post].astro';
const pageId = (component: string) => `\0virtual:astro:page:${component.replace('.astro', '@_@astro')}`;

/** A module in the folder of the site. */
const module = (id: string, imports: string[] = [], more: Partial<EmittedModule> = {}): EmittedModule => ({
	...{
		id,
		name: `~/${id}`,
		code: `code of ${id}`,
		imports,
		statements: '',
		isEntry: false,
		isContent: false,
	},
	...{ hasServerIslands: false, lookedUp: undefined, completedLater: undefined, ...more },
});

const route = (component: string, more: Partial<Route> = {}): Route => ({
	...{ routeData: { component }, styles: [], scripts: [], links: [], ...more },
});

/** The modules of a site: two pages that share a layout, a list of bloks, and a middleware. */
const site = (): EmittedModule[] => [
	module('entry', ['middleware', '\0virtual:astro:pages'], { isEntry: true, code: 'start' }),
	module('\0virtual:astro:pages', [pageId(home), pageId(post)]),
	module('middleware'),
	module(pageId(home), [home]),
	module(pageId(post), [post]),
	module(home, ['layout', 'bloks', 'marked/parser']),
	module(post, ['layout', 'content']),
	// A package that Node loads has no code in the bundle.
	module('marked/parser', [], { code: '' }),
	module('layout'),
	module('bloks', ['hero', 'quote'], {
		lookedUp: new Map([
			['hero', 'hero'],
			['quote', 'quote'],
		]),
	}),
	module('hero', ['icon']),
	module('quote'),
	module('icon'),
	module('content', ['renderer'], { isContent: true }),
	module('renderer'),
];

type Change = (
	modules: Map<string, EmittedModule>,
	options: { -readonly [Name in keyof CodeOptions]: CodeOptions[Name] },
) => void;

/** Edits a module. */
const edit =
	(id: string, more: Partial<EmittedModule> = { code: 'edited' }): Change =>
	(modules) =>
		modules.set(id, { ...(modules.get(id) ?? module(id)), ...more });

/** The code of the site, which changes may edit. */
function siteOf() {
	const modules = new Map(site().map((one) => [one.id, one]));
	const options: CodeOptions = {
		code: {
			...{ modules, sources: new Map(), entry: 'entry', files: new Set(['chunk.mjs']) },
			portable: { text: (text: string) => text } as CodeOptions['code']['portable'],
		},
		...{ folder: '/site', key: 'key', settings: new Map([['Node.js', '24']]), packages: () => [] },
		manifest: {
			...{ routes: [route(home), route(post)], base: '/', logLevel: 'info', compress: () => {} },
			...{ entryModules: {}, inlinedScripts: new Map(), componentMetadata: new Map() },
		},
	};
	return { modules, options, manifest: options.manifest };
}

/** What runs for each page, each blok, an entry, all pages, and all of it, as digests. */
function digests(...changes: Change[]) {
	const { modules, options } = siteOf();
	for (const change of changes) change(modules, options);
	const found = codeFingerprints(options);
	return {
		...{
			home: found.page(home)?.digest,
			post: found.page(post)?.digest,
			global: found.global.digest,
		},
		...{
			hero: found.lookups.get('hero')?.digest,
			quote: found.lookups.get('quote')?.digest,
		},
		...{ entry: found.entry('content'), all: found.all },
	};
}

const before = digests();

/** What has changed. */
function changed(...changes: Change[]): string {
	const now: Record<string, string | undefined> = digests(...changes);
	return Object.entries(before)
		.flatMap(([name, digest]) => (digest === now[name] ? [] : [name]))
		.join(' ');
}

describe('the code of a page', () => {
	it('is the same in each build of the same code', () => {
		expect(changed()).toBe('');
		expect(Object.values(before)).not.toContain(undefined);
		expect(new Set(Object.values(before)).size).toBe(7);
	});

	it('changes with its module, and with those that it imports', () => {
		expect(changed(edit(home))).toBe('home all');
		expect(changed(edit('layout'))).toBe('home post all');
	});

	it('changes with the order of imports, and with what is taken from them', () => {
		expect(changed(edit(home, { imports: ['bloks', 'layout', 'marked/parser'] }))).toBe('home all');
		expect(changed(edit(home, { statements: `import { a as b } from 'layout';` }))).toBe('home all');
	});

	it('changes with the order of what a module without code of its own imports', () => {
		const passes = (...imports: string[]) => digests(edit('layout', { code: '', imports })).home;
		expect(passes('hero', 'quote')).not.toBe(passes('quote', 'hero'));
	});

	it('does not change with the bloks that it looks up by name', () => {
		expect(changed(edit('hero'))).toBe('hero all');
		expect(changed(edit('icon'))).toBe('hero all');
	});

	it('does not change with content, and what content imports', () => {
		expect(changed(edit('content'))).toBe('');
		expect(changed(edit('renderer'))).toBe('entry all');
	});

	it('changes with the files of a package that Node loads, by the specifier', () => {
		const packages = (specifier: string): [string, string][] => [['marked', `${specifier} 2`]];
		const withPackage: Change = (_, options) => {
			options.packages = packages;
		};
		expect(changed(withPackage)).toBe('home all');
	});

	it('changes with the styles, scripts, and links of its route, and their order', () => {
		const routes =
			(more: Partial<Route>): Change =>
			(_, { manifest }) => {
				manifest.routes = [route(home, more), route(post)];
			};
		const sheets = [
			{ type: 'external', src: '/a.css' },
			{ type: 'inline', content: 'b{}' },
		];
		for (const name of ['styles', 'scripts', 'links'] as const) {
			expect(changed(routes({ [name]: sheets }))).toBe('home all');
			const one = digests(routes({ [name]: sheets }));
			expect(digests(routes({ [name]: sheets.toReversed() })).home).not.toBe(one.home);
			expect(digests(routes({ [name]: [sheets[0], { type: 'inline', content: 'c{}' }] })).home).not.toBe(
				one.home,
			);
		}
	});

	it('names each style and script that changed', () => {
		const partsOf = (linked: unknown[]) => {
			const { manifest, options } = siteOf();
			manifest.routes = [route(home, { styles: linked }), route(post)];
			const { parts = new Map<string, string>() } = codeFingerprints(options).page(home) ?? {};
			return new Map([...parts].filter(([name]) => !name.startsWith('~') && !name.startsWith('the order')));
		};
		const linked = (hash: string) => [
			{ type: 'external', src: `/a.css` },
			{ type: 'inline', value: `script.${hash}.js` },
			{ type: 'inline', content: `b{${hash}}` },
			hash,
		];
		const [one, other] = [partsOf(linked('1')), partsOf(linked('2'))];
		expect([...one.keys()]).toEqual([
			...['the stylesheet /a.css', 'the script script.1.js', 'an inlined stylesheet', 'an inlined script'],
		]);
		const changed = [...one].filter(([name, digest]) => other.get(name) !== digest).map(([name]) => name);
		expect(changed.sort()).toEqual(['an inlined script', 'an inlined stylesheet', 'the script script.1.js']);
	});

	it('changes with the files of its islands, and with the scripts of its components', () => {
		const island = edit('layout', { code: `client:load 'Counter.jsx'` });
		const script = edit('layout', { code: `'layout?type=script&index=0'` });
		const files =
			(entryModules: Record<string, string>): Change =>
			(_, { manifest }) => {
				manifest.entryModules = entryModules;
			};
		const differing = (name: string, ...changes: Change[]) => {
			const [one, other]: Record<string, string | undefined>[] = ['1', '2'].map((hash) =>
				digests(...changes, files({ [name]: `${hash}.js` })),
			);
			return Object.keys(one ?? {})
				.filter((key) => one?.[key] !== other?.[key])
				.join(' ');
		};
		expect(differing('Counter.jsx', island)).toBe('home post all');
		expect(differing('layout?type=script&index=0', script)).toBe('home post all');
		// Only Astro's runtime names it, which belongs to all islands.
		expect(differing('hydrate', island)).toBe('home post all');
		expect(differing('hydrate', script)).toBe('');
		expect(differing('Other.jsx')).toBe('');
		// A chunk that renders pages has a name, too.
		expect(
			changed((_, { manifest }) => {
				manifest.entryModules = { 'chunk.mjs': 'chunk.mjs' };
			}),
		).toBe('');
	});

	it('changes with the inlined scripts of its components, and with the metadata of its modules', () => {
		const script = edit('layout', { code: `'layout?type=script&index=0'` });
		const inlined =
			(text: string): Change =>
			(_, { manifest }) => {
				manifest.inlinedScripts = new Map([['layout?type=script&index=0', text]]);
			};
		expect(digests(script, inlined('1')).home).not.toBe(digests(script, inlined('2')).home);
		const metadata: Change = (_, { manifest }) => {
			manifest.componentMetadata = new Map([['layout', { propagation: 'in-tree' }]]);
		};
		expect(changed(metadata)).toBe('home post all');
	});

	it('changes with the folder of the site only if it has islands', () => {
		const moved: Change = (_, options) => {
			options.folder = '/moved';
		};
		const island = edit('layout', { code: 'client:load' });
		expect(changed(moved)).toBe('');
		expect(digests(island, moved).home).not.toBe(digests(island).home);
		const runtime = edit('layout', { id: '/node_modules/astro/layout.js', code: 'client:load' });
		expect(digests(runtime, moved).home).toBe(digests(runtime).home);
	});

	it('cannot be known if it has server islands, and is missing for a page without a module', () => {
		expect(digests(edit('layout', { hasServerIslands: true }))).toMatchObject({
			home: undefined,
			post: undefined,
		});
		expect(digests(edit(post, { hasServerIslands: true })).home).toBe(before.home);
		expect(digests((modules) => modules.delete(pageId(home))).home).toBeUndefined();
	});

	it('is the source of a module of Astro, whose emitted code depends on all pages', async () => {
		const { path } = await createTestFolder({ 'node_modules/astro/image.js': 'source' });
		const runtime = (code: string) => {
			const id = `${path}/node_modules/astro/image.js`;
			return [edit('layout', { imports: [id] }), edit(id, { code, name: 'astro/image.js' })];
		};
		expect(digests(...runtime('one')).home).toBe(digests(...runtime('other')).home);
		expect(digests(...runtime('')).home).toBe(digests(...runtime('other')).home);
		expect(digests(...runtime('one')).home).not.toBe(digests(edit('layout', { imports: ['gone'] })).home);
		const gone = (code: string) => [
			edit('layout', { imports: ['/node_modules/astro/gone.js'] }),
			edit('/node_modules/astro/gone.js', { code }),
		];
		expect(digests(...gone('one')).home).not.toBe(digests(...gone('other')).home);
	});

	it('has what Astro adds to its chunk after bundling, without the names of other chunks', async () => {
		const text = (name: string) => `import './${name}.mjs'; const styles = ['a.css'];`;
		const { path } = await createTestFolder({ 'a.mjs': text('one'), 'b.mjs': text('two'), 'c.mjs': 'other' });
		const later = (file: string) => edit(home, { completedLater: `${path}/${file}` });
		expect(digests(later('a.mjs')).home).toBe(digests(later('b.mjs')).home);
		expect(digests(later('a.mjs')).home).not.toBe(digests(later('c.mjs')).home);
		const content = (file: string) => edit('content', { completedLater: `${path}/${file}` });
		expect(digests(content('a.mjs')).all).not.toBe(digests(content('c.mjs')).all);
		expect(digests(content('a.mjs')).post).not.toBe(digests(content('c.mjs')).post);
	});
});

describe('the code of every page', () => {
	it('is what runs before any page: middleware, and what it imports', () => {
		expect(changed(edit('middleware'))).toBe('global all');
		expect(changed(edit('entry', { code: 'other', isEntry: true }))).toBe('global all');
	});

	it('is not the list of pages, which is as long as there are pages', () => {
		expect(changed(edit('\0virtual:astro:pages', { code: 'other' }))).toBe('');
	});

	it('is no part of the code of a page, even if the page imports it', () => {
		const shares = edit(home, { imports: ['layout', 'middleware', 'bloks', 'marked/parser'] });
		expect(digests(shares, edit('middleware')).home).toBe(digests(shares).home);
	});

	it('has the settings of the site that pages see', () => {
		const setting =
			(name: string, value: unknown): Change =>
			(_, { manifest }) => {
				manifest[name] = value;
			};
		expect(changed(setting('base', '/docs'))).toBe('global all');
		expect(changed(setting('i18n', new Map([['de', 1]])))).toBe('global all');
		expect(digests(setting('i18n', new Map([['de', 1]]))).global).not.toBe(
			digests(setting('i18n', new Map([['de', 2]]))).global,
		);
		expect(digests(setting('i18n', new Set(['de']))).global).not.toBe(
			digests(setting('i18n', new Set())).global,
		);
		for (const name of ['logLevel', 'outDir', 'key', 'pageMap'])
			expect(changed(setting(name, 'other'))).toBe('');
		expect(changed(setting('compress', () => 1))).toBe('');
	});

	it('does not depend on the order in which its parts are found', () => {
		const settings = [
			['a', '1'],
			['b', '2'],
		] as const;
		const given =
			(all: typeof settings | readonly (readonly [string, string])[]): Change =>
			(_, options) => {
				options.settings = new Map(all);
			};
		expect(digests(given(settings))).toEqual(digests(given(settings.toReversed())));
	});

	it('has the config, the versions, and the machine', () => {
		const settings: Change = (_, options) => {
			options.settings = new Map([['Node.js', '26']]);
		};
		expect(changed(settings)).toBe('global all');
	});
});

describe('the code of a blok', () => {
	it('changes if its name gets another component', () => {
		const swapped = edit('bloks', {
			lookedUp: new Map([
				['hero', 'quote'],
				['quote', 'quote'],
			]),
		});
		expect(changed(swapped)).toBe('hero all');
	});

	it('is missing if no module looks bloks up', () => {
		expect(digests(edit('bloks', { lookedUp: undefined })).hero).toBeUndefined();
	});
});

describe('the code of an entry', () => {
	it('is what its content imports, and is never known with server islands', () => {
		expect(before.entry).toBe(digests().entry);
		const islands = edit('renderer', { hasServerIslands: true });
		expect(digests(islands).entry).not.toBe(digests(islands).entry);
	});

	it('is the code of every module of its file', () => {
		const second = edit('content?render', { name: '~/content?render', code: 'more' });
		expect(digests(second).entry).not.toBe(before.entry);
	});
});

it('digests have a key, because code may contain secrets', () => {
	const key: Change = (_, options) => {
		options.key = 'other';
	};
	expect(changed(key)).toBe('home post global hero quote entry all');
});

it('counts the code of an entry, which content writes, apart from that of the site', () => {
	const entry = (more: Partial<EmittedModule> = {}) =>
		module('guide.mdx?flag', ['guide.mdx'], { code: '', ...more });
	const siteCode = (...changes: Change[]) => {
		const { modules, options } = siteOf();
		edit('content', { imports: ['renderer', 'guide.mdx?flag'] })(modules, options);
		modules.set('guide.mdx?flag', entry()).set('guide.mdx', module('guide.mdx', ['chart']));
		modules.set('chart', module('chart'));
		for (const change of changes) change(modules, options);
		return codeFingerprints(options).site;
	};
	const first = siteCode();
	expect(siteCode(edit('guide.mdx'))).toBe(first);
	expect(siteCode(edit('chart'))).not.toBe(first);
	expect(siteCode(edit('layout'))).not.toBe(first);
	// Styles do not run.
	const style = { type: 'external', src: '/new.css' } as never;
	const styled: Change = (_, options) => {
		options.manifest = { ...options.manifest, routes: [route(home, { styles: [style] }), route(post)] };
	};
	expect(siteCode(styled)).toBe(first);
	// A page that imports the entry itself runs it as code of its own.
	const asPage = edit(home, { imports: ['layout', 'guide.mdx'] });
	expect(siteCode(asPage, edit('guide.mdx'))).not.toBe(siteCode(asPage));
});
