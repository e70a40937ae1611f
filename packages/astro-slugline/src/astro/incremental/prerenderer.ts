import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger, HookParameters } from 'astro';
import {
	type Answer,
	always,
	blokKind,
	closeChannel,
	fetched,
	openChannel,
	type ReadChannel,
	withoutNotices,
} from '../page/tracking/index.js';
import type { CheckedPage, SelfCheck } from './check/self-check.js';
import type { CodeUnits } from './code/code-units.js';
import { createAnswerer } from './decide/answerer.js';
import {
	type AstroApp,
	appOf,
	givenTo,
	hasOwnFile,
	listPages,
	loadPages,
	outputShape,
	type PageImages,
	type Path,
	wantImages,
} from './decide/astro-app.js';
import { codeKind, type Decision, decide, envKind, type Page, renderTogether } from './decide/decide.js';
import { describe } from './decide/describe.js';
import { nextState } from './decide/next-state.js';
import { idOfPath, idOfRequest, type PageId } from './decide/page-ids.js';
import { blokParts, commonParts, type PageState } from './decide/page-state.js';
import { createReader, fieldRead, type Reader } from './decide/reader.js';
import { type RenderGroups, renderGroups } from './decide/render-groups.js';
import type { NewCopy } from './kept/page-pack.js';
import type { KeptPages } from './kept-pages.js';
import { type OutputShape, outputFile, pageName } from './output/output-files.js';
import { watchOutside } from './outside.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
type Prerenderer = ReturnType<Factory>;

/** What a build did with its pages. */
export interface Outcome {
	state: PageState;
	former: PageState | undefined;
	/** The pages that were rendered, and why; those that are rendered in every build without a reason. */
	rendered: Map<PageId, Decision | undefined>;
	kept: number;
	/** The files of all pages. */
	files: readonly URL[];
	/** When the last page was written, in milliseconds since 1970. */
	endedAt: number;
	units: CodeUnits;
}

export interface TrackingOptions {
	former: PageState | undefined;
	base: string;
	/** The site's folder, which what is kept does not name. */
	root: URL;
	logger: AstroIntegrationLogger;
	pages: KeptPages;
	/** The code of a build, once its app is loaded. */
	units(app: AstroApp): CodeUnits;
	/** Hash of all content, once it is bundled. */
	content(): string;
	/** Modules that can keep what they read. */
	keeping(): ReadonlySet<string>;
	/** True if some module of the site can keep what was read. */
	anyKeeps(): boolean;
	/** Digest of the value of an environment variable; nobody can guess the value from it. */
	environment(name: string): string;
	/** True if a public file has the place of a file of the output. */
	isPublic(file: URL): boolean;
	/** Called when it is known which pages of the last build are kept, by their paths in the output. */
	settle(isKept: (path: string) => boolean): void;
	/** True if the output has the pages of the last build. */
	hasOutput: boolean;
	/** Checks a sample of the pages that would be left as they are; undefined where nothing is checked. */
	selfCheck: SelfCheck | undefined;
	done(outcome: Outcome): void;
}

/** A page that is rendered in this build. */
interface Rendering {
	component: string;
	reader: Reader;
	copy?: NewCopy;
	images?: PageImages;
}

/**
 * Astro's own prerenderer, which also records what each page reads, and renders only the pages that come out different: the
 * others are as the last build made them. Where this version of Astro is not as this file knows it, everything is rendered.
 */
export function trackingPrerenderer(inner: Prerenderer, options: TrackingOptions): Prerenderer {
	const { former, base, logger, done } = options;
	const scope = new AsyncLocalStorage<Rendering>();
	const asking = new AsyncLocalStorage<string>();
	const outside = createReader();
	const passing = createReader();
	const rendered = new Map<PageId, Rendering>();
	const answers = new Map<string, Answer>();
	const answerer = createAnswerer(answers);
	/** What is looked at while pages are compared is read by none. */
	let phase: 'loading' | 'paths' | 'comparing' | 'checking' | 'rendering' = 'loading';
	let decisions = new Map<PageId, Decision>();
	let groups: RenderGroups | undefined;
	let pages: Page[] = [];
	let kept = new Map<Path, URL>();
	let pathOf = new Map<PageId, CheckedPage>();
	let built: { app: AstroApp; units: CodeUnits } | undefined;
	let stop = () => {};
	/** Why nothing is kept for the next build. */
	let failure: string | undefined;

	// What `getStaticPaths` reads is in what it gives to the pages. What is read while pages are checked is known of them; a
	// module that keeps it for others makes it a reading of its own in both cases.
	const readerNow = () =>
		scope.getStore()?.reader ?? (phase === 'paths' || phase === 'checking' ? passing : outside);

	const open: ReadChannel = {
		describe,
		answers,
		recordField(collection, name, id) {
			if (phase === 'comparing') return;
			// What is read for a module is its reading, whatever the page has read.
			const read = asking.getStore()
				? fieldRead(collection, name, id)
				: readerNow().fieldToRecord(collection, name, id);
			if (read !== undefined) open.record(read);
		},
		askedBy: (importer, ask) => asking.run(importer, ask),
		importerNow: () => asking.getStore(),
		record(read, importer = asking.getStore() ?? '') {
			if (phase === 'comparing') return;
			readerNow().read({ read, importer });
		},
	};

	/** Records a read without a known module. During rendering, other code may run at the same time; its reads belong to no page. */
	const recordHere = (read: string) => {
		if (phase === 'comparing' || (phase === 'rendering' && !scope.getStore())) return;
		const isOfAll = asking.getStore() === undefined && (read !== fetched || options.anyKeeps());
		if (isOfAll) outside.read({ read, importer: '' });
		else open.record(read);
	};

	const prepare = (app: AstroApp) => {
		const feature = app.getOptions().settings.adapter?.adapterFeatures?.['staticHeaders'];
		if (feature) {
			logger.warn('The adapter wants the headers of every page, so every page is rendered in every build.');
			return undefined;
		}
		watchRewrites(app, (component) => {
			const page = scope.getStore();
			if (page && page.component !== component) open.record(always, `a rewrite to ${component}`);
		});
		return { app, units: options.units(app) };
	};

	/** Pages in the order in which a build renders them that keeps none, and how many of them are behind. */
	let order: readonly (readonly [path: Path, id: PageId])[] = [];
	let behind = 0;
	/** Says of kept pages that they are there, as if they had been rendered: a rewrite goes to pages that are there only. */
	const catchUp = (id: PageId, route: Path['route']) => {
		const files: [Path, URL][] = [];
		for (let place = behind; place < order.length; place++) {
			const [path, name] = order[place] ?? [];
			if (path?.route === route && name === id) {
				for (const [{ route: its }, file] of files) {
					its.distURL ??= [];
					its.distURL.push(file);
				}
				behind = place + 1;
				return;
			}
			const file = path && kept.get(path);
			if (path && file) files.push([path, file]);
		}
	};

	/** Leaves the pages that can be kept as they are; those whose copies are damaged are rendered. */
	const keepPages = ({ app }: NonNullable<typeof built>) => {
		const shape = outputShape(app.getOptions());
		kept = new Map();
		for (const { id, path, given } of pages) {
			// A second page at a path has the same name.
			const decision = given && decisions.get(id);
			if (!decision || decision.why.length > 0) continue;
			const file = outputFile(path.pathname, path.route, shape);
			const copy = decision.former?.copy;
			// A public file at its place is there instead.
			const isThere = options.hasOutput || (file !== undefined && options.isPublic(file));
			if (file && copy && (isThere || options.pages.restore(copy, file))) kept.set(path, file);
			else decision.why.push('copy');
		}
		renderTogether(decisions, groups);
		for (const { id, path } of pages) if (decisions.get(id)?.why.length !== 0) kept.delete(path);
		const paths = [...kept.values()].map(({ href }) =>
			decodeURIComponent(href.slice(shape.root.href.length)),
		);
		const files = new Set(paths);
		options.settle((path) => files.has(path));
		for (const { id, path } of pages) {
			const images = kept.has(path) ? decisions.get(id)?.former?.images : undefined;
			if (images) wantImages(moved(images, rootMark, fileURLToPath(options.root)));
		}
	};

	/** Renders cached pages to see whether they are still what they were. */
	const checkCached = async () => {
		const checked = [...pathOf.values()];
		const byId = new Map(pages.map((page) => [page.id, page]));
		await options.selfCheck?.check(checked, decisions, {
			copyOf(id) {
				const copy = decisions.get(id)?.former?.copy;
				return copy && options.pages.read(copy);
			},
			isRepeatable: (id) => !groups?.has(id),
			async render(id, address) {
				const routeData = byId.get(id)?.path.route;
				if (!routeData) return undefined;
				const result = await inner.render(new Request(address), { routeData, collectMetadata: true });
				const response = result instanceof Response ? result : result.response;
				return response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
			},
		});
	};

	return {
		...inner,
		name: 'astro-slugline',
		async setup() {
			openChannel(open);
			stop = watchOutside(options.root, recordHere);
			answers.set(envKind, async (name) => options.environment(name));
			await inner.setup?.();
			const found = appOf(inner);
			if ('missing' in found) {
				logger.warn(
					`Incremental rendering is off: this version of Astro has no \`${found.missing}\`. Every page is rendered.`,
				);
				return;
			}
			await loadPages(found.app);
			built = prepare(found.app);
			answers.set(codeKind, async (file) => built?.units.entry(file) ?? randomUUID());
			answers.set(blokKind, async (name) => built?.units.bloks.get(name)?.digest ?? 'missing');
		},
		async getStaticPaths() {
			phase = 'paths';
			const paths = await inner.getStaticPaths();
			if (!built) {
				options.settle(() => false);
				return paths;
			}
			phase = 'comparing';
			const { app, units } = built;
			const given = givenTo(app, paths);
			const build = app.getOptions();
			const isTold = build.settings.config.prerenderConflictBehavior !== 'ignore';
			const isOwn = ownPaths(paths, outputShape(build), isTold);
			pages = paths.map((path, place) => {
				const isKeepable = isOwn(path) && hasOwnFile(path.route);
				return {
					id: idOfPath(path),
					path,
					given: isKeepable ? given[place] : undefined,
					code: isKeepable ? units.page(path.route.component) : undefined,
				};
			});
			pathOf = new Map(pages.map((page) => [page.id, asChecked(page)]));
			const ids = new Map(pages.map(({ path, id }) => [path, id]));
			order = inOrder(paths).map((path) => [path, ids.get(path) ?? '']);
			groups = renderGroups(order.map(([{ route }, id]) => ({ id, groups: units.order(route.component) })));
			decisions = await decide({
				...{ pages, former, groups },
				now: { common: units.common.digest, code: units.all, content: options.content() },
				answerer,
			});
			phase = 'checking';
			await withoutNotices(checkCached);
			phase = 'comparing';
			keepPages(built);
			phase = 'rendering';
			const names = new Set([...kept.keys()].map(({ pathname }) => normal(pathname)));
			return paths.flatMap((path) => {
				if (kept.has(path)) return [];
				if (names.has(normal(path.pathname))) return [];
				return [{ pathname: path.pathname, route: path.route }];
			});
		},
		async render(request, asked) {
			const id = idOfRequest(request, asked.routeData, base);
			const page: Rendering = { component: asked.routeData.component, reader: createReader() };
			rendered.set(id, page);
			catchUp(id, asked.routeData);
			return scope.run(page, async () => {
				const result = await inner.render(request, { ...asked, collectMetadata: true });
				if (!built || !decisions.has(id)) return result;
				if (result instanceof Response || !result.metadata) {
					failure ??= 'this version of Astro does not say which entries and images a page has';
					return result;
				}
				const { response, metadata } = result;
				for (const file of metadata.contentEntryKeys) open.record(`${codeKind} ${file}`);
				const isRedirect = response.status >= 300 && response.status < 400;
				if (isRedirect || response.body === null) return result;
				const bytes = new Uint8Array(await response.arrayBuffer());
				page.copy = options.pages.add(bytes);
				const known = pathOf.get(id);
				if (known) options.selfCheck?.learn(known, request.url);
				const before = decisions.get(id)?.former?.copy;
				options.selfCheck?.rendered(id, before?.digest === page.copy.digest);
				const { staticImages, referencedImages = [] } = metadata;
				if (staticImages.length > 0 || referencedImages.length > 0) {
					page.images = moved(
						{ staticImages, referencedImages } as PageImages,
						fileURLToPath(options.root),
						rootMark,
					);
				}
				const { status, statusText, headers } = response;
				return { ...result, response: new Response(bytes, { status, statusText, headers }) };
			});
		},
		async teardown() {
			const endedAt = Date.now();
			phase = 'comparing';
			stop();
			await finish(endedAt);
			closeChannel();
			await inner.teardown?.();
		},
	};

	async function finish(endedAt: number): Promise<void> {
		if (!built) return;
		const { app, units } = built;
		const build = app.getOptions();
		const shape = outputShape(build);
		const paths = inOrder(pages.map(({ path }) => path));
		const files: URL[] = [];
		const rendersAt = new Set(paths);
		for (const { id, path } of pages) {
			// A second page at a path is not rendered, and has the same name.
			if (!rendersAt.has(path)) continue;
			const page = rendered.get(id);
			const file = outputFile(path.pathname, path.route, shape);
			const isWritten = file && (path.route.distURL ?? []).some(({ href }) => href === file.href);
			if (file && (isWritten || kept.has(path))) files.push(file);
			// A file whose name this build does not know cannot be put back.
			if (page?.copy && !isWritten) delete page.copy;
		}
		listPages(build, paths, {
			names: paths.flatMap((path) => (path.route.type === 'page' ? [pageName(path.pathname, shape)] : [])),
			fileOf: (path) => kept.get(path),
			writtenFile: (path, written) => {
				const file = outputFile(path.pathname, path.route, shape);
				return written.find(({ href }) => href === file?.href);
			},
		});
		if (failure !== undefined) {
			logger.warn(`Incremental rendering is off: ${failure}. Every page is rendered.`);
			return;
		}
		const pack = await options.pages.finish();
		const components = new Set(pages.map(({ path }) => path.route.component));
		const state = await nextState({
			former,
			now: { common: units.common.digest, code: units.all, content: options.content() },
			parts: () =>
				new Map([
					[commonParts, units.common.parts],
					...[...components].map((name): [string, ReadonlyMap<string, string>] => [
						name,
						units.page(name)?.parts ?? new Map(),
					]),
					...[...units.bloks].map(([name, { parts }]): [string, ReadonlyMap<string, string>] => [
						blokParts(name),
						parts,
					]),
				]),
			decisions,
			rendered: new Map(
				[...rendered].map(([id, { reader, copy, images }]) => [
					id,
					{ readings: [...reader.readings()], copy, images },
				]),
			),
			outside: outside.readings(),
			passing: passing.readings(),
			keeping: options.keeping(),
			pack,
			answerer,
		});
		done({
			state,
			former,
			rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
			kept: kept.size,
			files,
			endedAt,
			units,
		});
	}
}

const asChecked = ({ id, path }: Page): CheckedPage => ({
	id,
	route: path.route.component,
	pathname: path.pathname,
});

/** What stands for the site's folder in what is kept. */
const rootMark = '\u0000root/';

/** Images whose files lie in another folder. */
function moved(images: PageImages, from: string, to: string): PageImages {
	const inner = (text: string) => JSON.stringify(text).slice(1, -1);
	return JSON.parse(JSON.stringify(images).replaceAll(inner(from), inner(to)));
}

/** Paths in the order in which Astro renders them, each once: a second page at the same path is not rendered. */
function inOrder(paths: readonly Path[]): Path[] {
	const known = new Set<string>();
	const first = paths.filter(({ pathname }) => {
		const name = normal(pathname);
		if (known.has(name)) return false;
		known.add(name);
		return true;
	});
	return [
		...first.filter(({ route }) => route.type !== 'fallback'),
		...first.filter(({ route }) => route.type === 'fallback'),
	];
}

/** Without slashes at its end, as Astro compares the paths of pages. */
const normal = (pathname: string): string => pathname.replace(/\/+$/, '');

/**
 * Tells whether a page has its path and its file for itself. Of several pages at one path Astro renders the first and leaves
 * the others out: where it says so or fails, it has to see them all.
 */
function ownPaths(paths: readonly Path[], shape: OutputShape, isTold: boolean): (path: Path) => boolean {
	const byName = new Map<string, Path[]>();
	const files = new Map<Path, string>();
	const counts = new Map<string, number>();
	for (const path of paths) {
		const name = normal(path.pathname);
		const others = byName.get(name);
		if (others) others.push(path);
		else byName.set(name, [path]);
		const file = outputFile(path.pathname, path.route, shape)?.href;
		if (file === undefined || others) continue;
		files.set(path, file);
		counts.set(file, (counts.get(file) ?? 0) + 1);
	}
	return (path) => {
		const [first, ...others] = byName.get(normal(path.pathname)) ?? [];
		// Pages that fall back to another language are such others wherever there is a translation.
		if (first !== path || (isTold && others.some(({ route }) => route.type !== 'fallback'))) return false;
		const file = files.get(path);
		return file !== undefined && counts.get(file) === 1;
	};
}

/** Calls back when the code of a page is asked for: a page that asks for that of another one rewrites to it. */
function watchRewrites({ manifest }: AstroApp, asked: (component: string) => void): void {
	const { pageMap } = manifest;
	pageMap.get = (component) => {
		asked(component);
		return Map.prototype.get.call(pageMap, component);
	};
}
