import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
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

/** The result of a build for its pages. */
export interface Outcome {
	state: PageState;
	former: PageState | undefined;
	/** The rendered pages, and why. Pages that every build renders have no reason. */
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
	/** The site's folder. The cached state never contains its path. */
	root: URL;
	logger: AstroIntegrationLogger;
	pages: KeptPages;
	/** The code of the build. Available when its app is loaded. */
	units(app: AstroApp): CodeUnits;
	/** Hash of all content. Available when it is bundled. */
	content(): string;
	/** The modules whose reads may affect any page. */
	keeping(): ReadonlySet<string>;
	/** True if the site has a stateful module. */
	anyKeeps(): boolean;
	/** Keyed digest of an environment variable, from which the value cannot be guessed. */
	environment(name: string): string;
	/** True if a public file has the same path as a file of the output. */
	isPublic(file: URL): boolean;
	/** Called when it is decided which pages of the previous build stay, by their paths in the output. */
	settle(isKept: (path: string) => boolean): void;
	/** True if the output still contains the pages of the previous build. */
	hasOutput: boolean;
	/** Checks a sample of the unchanged pages; undefined if the check is off. */
	selfCheck: SelfCheck | undefined;
	done(outcome: Outcome): void;
}

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/** A page that is rendered in this build. */
interface Rendering {
	component: string;
	reader: Reader;
	copy?: NewCopy;
	images?: PageImages;
}

/**
 * Wraps Astro's prerenderer: records what each page reads, and renders only the pages that changed. The others stay as the previous
 * build rendered them. If a required internal part of Astro is missing, everything is rendered.
 */
export function trackingPrerenderer(inner: Prerenderer, options: TrackingOptions): Prerenderer {
	const { former, base, logger, done } = options;
	const scope = new AsyncLocalStorage<Rendering>();
	const asking = new AsyncLocalStorage<string>();
	const unrecorded = new AsyncLocalStorage<true>();
	const outside = createReader();
	const passing = createReader();
	const rendered = new Map<PageId, Rendering>();
	const answers = new Map<string, Answer>();
	const answerer = createAnswerer(answers);
	/** Reads made while comparing are not recorded. */
	let phase: 'loading' | 'paths' | 'comparing' | 'checking' | 'rendering' = 'loading';
	let decisions = new Map<PageId, Decision>();
	let groups: RenderGroups | undefined;
	let pages: Page[] = [];
	let kept = new Map<Path, URL>();
	let pathOf = new Map<PageId, CheckedPage>();
	let built: { app: AstroApp; units: CodeUnits } | undefined;
	let stop = () => {};
	/** Why this build caches nothing for the next one. */
	let failure: string | undefined;

	// Reads of `getStaticPaths` show in the props of the pages, and reads during a check are already recorded. In both cases, reads
	// of a stateful module are recorded for all pages.
	const readerNow = () =>
		scope.getStore()?.reader ?? (phase === 'paths' || phase === 'checking' ? passing : outside);

	const open: ReadChannel = {
		describe,
		answers,
		recordField(collection, name, id) {
			if (phase === 'comparing') return;
			// A read of a module is recorded for the module, even if the page has made the same read.
			const read = asking.getStore()
				? fieldRead(collection, name, id)
				: readerNow().fieldToRecord(collection, name, id);
			if (read !== undefined) open.record(read);
		},
		askedBy: (importer, ask) => asking.run(importer, ask),
		unrecorded: (ask) => unrecorded.run(true, ask),
		importerNow: () => asking.getStore(),
		record(read, importer = asking.getStore() ?? '') {
			if (phase === 'comparing') return;
			readerNow().read({ read, importer });
		},
	};

	/** Records a read without a module. Other code may run while pages render, so such a read counts for no single page. */
	const recordHere = (read: string) => {
		if (phase === 'comparing' || unrecorded.getStore()) return;
		if (phase === 'rendering' && !scope.getStore()) return;
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

	/** All pages in the order in which a clean build renders them, and how many are done. */
	let order: readonly (readonly [path: Path, id: PageId])[] = [];
	let behind = 0;
	/** Registers unchanged pages as if they had been rendered, because a rewrite only finds registered pages. */
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

	/** Leaves unchanged pages alone. A page whose copy is damaged is rendered. */
	const keepPages = ({ app }: NonNullable<typeof built>) => {
		const shape = outputShape(app.getOptions());
		kept = new Map();
		for (const { id, path, given } of pages) {
			// A second page at a path has the same name.
			const decision = given && decisions.get(id);
			if (!decision || decision.why.length > 0) continue;
			const file = outputFile(path.pathname, path.route, shape);
			const copy = decision.former?.copy;
			// A public file has its path.
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

	/** Renders a sample of the cached pages, and compares them with their copies. */
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
			// A page that was written in this millisecond must not look as if an integration had rewritten it later.
			await delay(fileClockMs);
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
			// A file that this build cannot name cannot be restored.
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

/** The placeholder for the site's folder in the cached state. */
const rootMark = '\u0000root/';

/** Images whose files are in another folder. */
function moved(images: PageImages, from: string, to: string): PageImages {
	const inner = (text: string) => JSON.stringify(text).slice(1, -1);
	return JSON.parse(JSON.stringify(images).replaceAll(inner(from), inner(to)));
}

/** Paths in the order in which Astro renders them. A second page at the same path is not rendered. */
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

/** A path without trailing slashes, as Astro compares the paths of pages. */
const normal = (pathname: string): string => pathname.replace(/\/+$/, '');

/**
 * Returns whether a page shares neither its path nor its file with another one. Of several pages at one path, Astro renders the
 * first, and warns or fails because of the others, so it must see all of them.
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
		// A page that falls back to another language shares the path with the translation if there is one.
		if (first !== path || (isTold && others.some(({ route }) => route.type !== 'fallback'))) return false;
		const file = files.get(path);
		return file !== undefined && counts.get(file) === 1;
	};
}

/** Reports when the code of a page is loaded. A page that loads the code of another one rewrites to it. */
function watchRewrites({ manifest }: AstroApp, asked: (component: string) => void): void {
	const { pageMap } = manifest;
	pageMap.get = (component) => {
		asked(component);
		return Map.prototype.get.call(pageMap, component);
	};
}
