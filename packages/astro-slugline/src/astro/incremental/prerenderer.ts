import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger, HookParameters } from 'astro';
import {
	type Answer,
	always,
	blokKind,
	closeChannel,
	noticeKind,
	openChannel,
	withoutNotices,
} from '../page/tracking/index.js';
import type { CachedPages } from './cached-pages.js';
import { changedEntries } from './changed-entries.js';
import type { SelfCheck } from './check/self-check.js';
import { changedEntriesWarning } from './check/warnings.js';
import type { CodeUnits } from './code/code-units.js';
import type { NewCopy } from './copies/page-pack.js';
import { createAnswerer } from './decide/answerer.js';
import { type AstroApp, appOf, loadPages, type Path } from './decide/astro-app.js';
import { codeKind, envKind } from './decide/decide.js';
import { nextState } from './decide/next-state.js';
import { idOfRequest, type PageId } from './decide/page-ids.js';
import { type PageImages, withoutRoot } from './decide/page-images.js';
import type { PageState } from './decide/page-state.js';
import { createReader, type Reader } from './decide/reader.js';
import { completeLists, type Outcome, partsOf } from './outcome.js';
import { watchOutside } from './outside.js';
import {
	asChecked,
	checkPlan,
	makePlan,
	orderAfter,
	type Plan,
	pagesThatStay,
	pathsToRender,
	registerUnchanged,
} from './plan.js';
import { createRecorder } from './record-reads.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
type Prerenderer = ReturnType<Factory>;

export interface TrackingOptions {
	former: PageState | undefined;
	base: string;
	/** The site's folder. The cached state never contains its path. */
	root: URL;
	logger: AstroIntegrationLogger;
	pages: CachedPages;
	/** The code of the build. Available when its app is loaded. */
	units(app: AstroApp): CodeUnits;
	/** Hash of all content. Available when it is bundled. */
	content(): string;
	/** The modules whose reads may affect any page. */
	sharedReaders(): ReadonlySet<string>;
	/** True if the site has a stateful module. */
	anyStateful(): boolean;
	/** Keyed digest of an environment variable, from which the value cannot be guessed. */
	environment(name: string): string;
	/** True if a public file has the same path as a file of the output. */
	isPublic(file: URL): boolean;
	/** Called when it is decided which pages of the previous build stay, by their paths in the output. */
	settle(stays: (path: string) => boolean): void;
	/** True if the output still contains the pages of the previous build. */
	hasOutput: boolean;
	/** Checks a sample of the unchanged pages; undefined if the check is off. */
	selfCheck: SelfCheck | undefined;
	done(outcome: Outcome): void;
}

/** Kinds of reads whose results are not content. */
const ofBuild: ReadonlySet<string> = new Set([codeKind, envKind, blokKind, noticeKind]);

/** Milliseconds after which the clock of file times has moved on. */
const fileClockMs = 10;

/** A page that is rendered in this build. */
interface Rendering {
	component: string;
	reader: Reader;
	copy?: NewCopy;
	images?: PageImages;
}

/** The plan of a build, and what is carried out of it. */
interface Underway extends Plan {
	unchanged: ReadonlyMap<Path, URL>;
	register: ReturnType<typeof registerUnchanged>;
}

/**
 * Wraps Astro's prerenderer: records what each page reads, and renders only the pages that changed. The others stay as the previous
 * build rendered them. If a required internal part of Astro is missing, everything is rendered.
 */
export function trackingPrerenderer(inner: Prerenderer, options: TrackingOptions): Prerenderer {
	const { former, base, root, logger, selfCheck, done } = options;
	const answers = new Map<string, Answer>();
	const answerer = createAnswerer(answers);
	const changes = changedEntries();
	const recorder = createRecorder<Rendering>({ changes, answers, anyStateful: options.anyStateful });
	const { channel } = recorder;
	const rendered = new Map<PageId, Rendering>();
	let built: { app: AstroApp; units: CodeUnits } | undefined;
	let underway: Underway | undefined;
	let stop = () => {};
	/** Why this build caches nothing for the next one. */
	let failure: string | undefined;

	const now = ({ common, all }: CodeUnits) => ({
		common: common.digest,
		code: all,
		content: options.content(),
	});

	const prepare = (app: AstroApp) => {
		const feature = app.getOptions().settings.adapter?.adapterFeatures?.['staticHeaders'];
		if (feature) {
			logger.warn('The adapter wants the headers of every page, so every page is rendered in every build.');
			return undefined;
		}
		watchRewrites(app, (component) => {
			const page = recorder.pageNow();
			if (page && page.component !== component) channel.record(always, `a rewrite to ${component}`);
		});
		return { app, units: options.units(app) };
	};

	/** Renders a page for a check only. */
	const renderOnly = async (address: string, routeData: Path['route']) => {
		const result = await inner.render(new Request(address), { routeData, collectMetadata: true });
		const response = result instanceof Response ? result : result.response;
		return response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
	};

	return {
		...inner,
		name: 'astro-slugline',

		async setup() {
			openChannel(channel);
			stop = watchOutside(root, recorder.recordHere);
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
			recorder.enter('paths');
			const paths = await inner.getStaticPaths();
			if (!built) {
				options.settle(() => false);
				return paths;
			}
			recorder.enter('comparing');
			const plan = await makePlan({ ...built, paths, former, now: now(built.units), answerer });
			recorder.enter('checking');
			const access = { copies: options.pages, render: renderOnly };
			if (selfCheck) await withoutNotices(() => checkPlan(plan, selfCheck, access));
			recorder.enter('comparing');
			const unchanged = pagesThatStay(plan, { ...options, copies: options.pages });
			const { href } = plan.shape.root;
			const files = new Set(
				[...unchanged.values()].map((file) => decodeURIComponent(file.href.slice(href.length))),
			);
			options.settle((path) => files.has(path));
			underway = { ...plan, unchanged, register: registerUnchanged(plan, unchanged) };
			const left = pathsToRender(paths, unchanged);
			if (left.length > 0) await changes.begin();
			recorder.enter('rendering');
			return left;
		},

		async render(request, asked) {
			const id = idOfRequest(request, asked.routeData, base);
			const page: Rendering = { component: asked.routeData.component, reader: createReader() };
			rendered.set(id, page);
			underway?.register(id, asked.routeData);
			return recorder.rendering(page, async () => {
				const result = await inner.render(request, { ...asked, collectMetadata: true });
				const decision = underway?.decisions.get(id);
				if (!decision) return result;
				if (result instanceof Response || !result.metadata) {
					failure ??= 'this version of Astro does not say which entries and images a page has';
					return result;
				}
				const { response, metadata } = result;
				for (const file of metadata.contentEntryKeys) channel.record(`${codeKind} ${file}`);
				const isRedirect = response.status >= 300 && response.status < 400;
				if (isRedirect || response.body === null) return result;
				const bytes = new Uint8Array(await response.arrayBuffer());
				page.copy = options.pages.add(bytes);
				const planned = underway?.byId.get(id);
				if (planned) selfCheck?.learn(asChecked(planned), request.url);
				selfCheck?.rendered(id, decision.former?.copy?.digest === page.copy.digest);
				const { staticImages, referencedImages = [] } = metadata;
				if (staticImages.length > 0 || referencedImages.length > 0) {
					const images = { staticImages, referencedImages } as PageImages;
					page.images = withoutRoot(images, fileURLToPath(root));
				}
				const { status, statusText, headers } = response;
				return { ...result, response: new Response(bytes, { status, statusText, headers }) };
			});
		},

		async teardown() {
			// A page that was written in this millisecond must not look as if an integration had rewritten it later.
			if (rendered.size > 0 || !options.hasOutput) await delay(fileClockMs);
			const endedAt = Date.now();
			recorder.enter('comparing');
			stop();
			if (underway) await finish(underway, endedAt);
			closeChannel();
			await inner.teardown?.();
		},
	};

	async function finish(plan: Underway, endedAt: number): Promise<void> {
		const files = completeLists(plan, plan.unchanged);
		if (failure !== undefined) {
			logger.warn(`Incremental rendering is off: ${failure}. Every page is rendered.`);
			return;
		}
		const { units, ids, decisions, unchanged } = plan;
		const changed = rendered.size > 0 ? changes.find() : [];
		if (changed.length > 0 && unchanged.size > 0 && !former?.order)
			logger.warn(changedEntriesWarning(changed));
		// What a read would give now is not what it gave the page. A read without an answer counts as changed.
		if ((units.changesContent || changed.length > 0) && rendered.size > 0)
			for (const kind of answers.keys()) if (!ofBuild.has(kind)) answers.delete(kind);
		for (const path of plan.paths.inOrder) {
			// A file that this build cannot name cannot be restored.
			const page = rendered.get(ids.get(path) ?? '');
			if (!files.has(path)) delete page?.copy;
		}
		const state = await nextState({
			...{
				former,
				decisions,
				answerer,
				order: orderAfter(plan, changed, former?.order),
			},
			now: now(units),
			parts: () => partsOf(plan),
			rendered: new Map(
				[...rendered].map(([id, { reader, copy, images }]) => [
					id,
					{ readings: [...reader.readings()], copy, images },
				]),
			),
			outside: recorder.outside(),
			passing: recorder.passing(),
			sharedReaders: options.sharedReaders(),
			pack: await options.pages.finish(),
		});
		done({
			...{ state, former, endedAt, units },
			rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
			unchanged: unchanged.size,
			files: [...files.values()],
		});
	}
}

/** Reports when the code of a page is loaded. A page that loads the code of another one rewrites to it. */
function watchRewrites({ manifest }: AstroApp, asked: (component: string) => void): void {
	const { pageMap } = manifest;
	pageMap.get = (component) => {
		asked(component);
		return Map.prototype.get.call(pageMap, component);
	};
}
