import { expect, it } from 'vitest';
import type { Path, StaticPathItem } from '../../packages/astro-keep/src/decide/astro-app.js';
import { type PageState, unknownIsolation } from '../../packages/astro-keep/src/decide/page-state.js';
import { makePlan } from '../../packages/astro-keep/src/render/plan.js';
import { createTestFolder } from '../support/test-folder.js';
import { cached, copyOf, pageOf, reading, stateOf } from './facts.js';

interface Options {
	/** True if the output is that of the previous build. */
	isRecorded?: boolean;
	public?: Record<string, string>;
	previous?: PageState;
	isUnchanged?: boolean;
	checksAll?: boolean;
}

/** A plan for paths, and the files whose copies were put into the output. */
async function planned(
	paths: readonly Path[],
	{ isRecorded = false, previous, isUnchanged = true, checksAll = false, ...options }: Options = {},
) {
	const files = Object.entries(options.public ?? {}).map(([path, text]) => [`public/${path}`, text]);
	const { url } = await createTestFolder({ ...Object.fromEntries(files), 'dist/gone/index.html': 'gone' });
	const folder = (name: string) => new URL(`${name}/`, url);
	const config = {
		...{ root: url, publicDir: folder('public'), cacheDir: folder('cache'), outDir: folder('dist') },
		...{ build: { client: folder('client'), server: folder('server'), format: 'directory' } },
		...{ trailingSlash: 'ignore', prerenderConflictBehavior: 'warn' },
	};
	const restored: string[] = [];
	const build = {
		...{ config, previous, answerer: async () => 'then', selfCheck: { applyKnown: () => [], checksAll } },
		isKnownKey: () => false,
		copies: { restore: (_: unknown, { href }: URL) => restored.push(href.slice(url.href.length)) > 0 },
		recorded: isRecorded ? { pages: new Set(['gone/index.html']), files: new Map() } : undefined,
	};
	const loaded = {
		app: { getOptions: () => ({ settings: { config, buildOutput: 'static' } }) },
		codeFingerprints: { page: (component: string) => ({ digest: `code of ${component}`, parts: new Map() }) },
		fingerprint: { globalCode: 'global', code: 'all', siteCode: 'site', content: 'content' },
		isUnchanged,
	};
	const items = new Map<Path, StaticPathItem>(paths.map((path) => [path, { props: {} }]));
	const plan = await makePlan(build as never, loaded as never, paths, items);
	return { ...plan, restored };
}

const pathsOf = (...names: string[]): Path[] =>
	names.map((pathname) => {
		const { path } = pageOf(`/${pathname}`);
		Object.assign(path.route, { prerender: true });
		return path;
	});

/** The state after a build of these paths. */
async function after(paths: readonly Path[], images?: never): Promise<PageState> {
	const { decisions } = await planned(paths);
	const pages = [...decisions].map(
		([id, { propsDigest, code }]) =>
			[id, cached({ propsDigest, code, images, copy: copyOf('text') })] as const,
	);
	return stateOf({ pages: new Map(pages) });
}

it('compares pages by their props and the code of their routes', async () => {
	const { decisions, reused, pages } = await planned(pathsOf('a', 'b'));
	expect(pages.map(({ id }) => id)).toEqual(['route.astro /a', 'route.astro /b']);
	expect(decisions.get('route.astro /a')).toMatchObject({ reasons: ['new'], code: 'code of route.astro' });
	expect(reused.size).toBe(0);
});

it('puts the copies of pages that stay into the output', async () => {
	const paths = pathsOf('a', 'b');
	const { reused, restored, stays } = await planned(paths, { previous: await after(paths) });
	expect(reused.size).toBe(2);
	expect(restored).toEqual(['dist/a/index.html', 'dist/b/index.html']);
	expect([stays('a/index.html'), stays('gone/index.html')]).toEqual([true, false]);
});

it('leaves pages that are still there, or whose path a public file has', async () => {
	const paths = pathsOf('a', 'b');
	const previous = await after(paths);
	expect((await planned(paths, { previous, isRecorded: true })).restored).toEqual([]);
	const { restored } = await planned(paths, { previous, public: { 'a/index.html': 'public' } });
	expect(restored).toEqual(['dist/b/index.html']);
});

it('does not compare pages that share a path, and those without a file of their own', async () => {
	const shared = await planned(pathsOf('a', 'a', 'b'));
	expect([...shared.decisions.keys()]).toEqual(['route.astro /b']);
	const [page, redirect] = pathsOf('a', 'old');
	Object.assign(redirect?.route ?? {}, { type: 'redirect' });
	const { decisions, pages } = await planned([page, redirect].flatMap((path) => path ?? []));
	expect([[...decisions.keys()], pages.length]).toEqual([['route.astro /a'], 2]);
	expect(pages[1]).toMatchObject({ item: undefined, codeFingerprint: undefined });
});

it('renders all pages of an unchecked site if content or what getStaticPaths read is new, but not to verify them', async () => {
	const paths = pathsOf('a');
	const previous = { ...(await after(paths)), isolation: unknownIsolation };
	const isKept = async (options: Options) => (await planned(paths, { previous, ...options })).reused.size > 0;
	expect([await isKept({}), await isKept({ isUnchanged: false })]).toEqual([true, false]);
	const withRead = (digest: string) => ({
		previous: { ...previous, provisionalReads: [reading('env "MODE"', digest)] },
	});
	expect([await isKept(withRead('then')), await isKept(withRead('before'))]).toEqual([true, false]);
	expect(await isKept({ isUnchanged: false, checksAll: true })).toBe(true);
});

it('asks Astro for the images of pages that stay', async () => {
	const paths = pathsOf('a');
	const images = { staticImages: [], referencedImages: ['\0root/a.png'] } as never;
	Reflect.deleteProperty(globalThis, 'astroAsset');
	await planned(paths, { previous: await after(paths, images) });
	const { referencedImages } = Reflect.get(globalThis, 'astroAsset') ?? {};
	expect([...(referencedImages ?? [])].map((path) => path.split('/').at(-1))).toEqual(['a.png']);
	Reflect.deleteProperty(globalThis, 'astroAsset');
});

it('registers pages that stay before each page that is rendered, and the rest at the end', async () => {
	const paths = pathsOf('a', 'b', 'c', 'd');
	const previous = await after(paths);
	const state = {
		...previous,
		pages: new Map([...previous.pages].filter(([id]) => id !== 'route.astro /b')),
	};
	const { register } = await planned(paths, { previous: state });
	const listed = () =>
		paths.flatMap(({ route }) => route.distURL ?? []).map(({ pathname }) => pathname.split('/').at(-2));
	register('route.astro /gone');
	expect(listed()).toEqual([]);
	register('route.astro /b');
	expect(listed()).toEqual(['a']);
	register();
	expect(listed()).toEqual(['a', 'c', 'd']);
	register();
	expect(listed()).toEqual(['a', 'c', 'd']);
});
