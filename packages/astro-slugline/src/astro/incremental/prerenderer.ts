import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger, HookParameters } from 'astro';
import { AstroError } from 'astro/errors';
import {
	type Answer,
	blokKind,
	closeChannel,
	codeKind,
	noticeKind,
	openChannel,
	rewriteKind,
	withoutNotices,
} from '../page/tracking/index.js';
import type { CachedPages } from './cached-pages.js';
import type { SelfCheck } from './check/self-check.js';
import type { CodeUnits } from './code/code-units.js';
import { addressOf } from './decide/address.js';
import { createAnswerer } from './decide/answerer.js';
import { type AstroApp, appOf, loadPages, type Path } from './decide/astro-app.js';
import { envKind } from './decide/decide.js';
import { nextState } from './decide/next-state.js';
import { idOfRequest, type PageId, pathOf } from './decide/page-ids.js';
import { type PageImages, withoutRoot } from './decide/page-images.js';
import type { PageState } from './decide/page-state.js';
import { createReader } from './decide/reader.js';
import { completeLists, countPages, type Outcome, partsOf } from './outcome.js';
import { allPages, pagesToProve } from './pages-to-prove.js';
import {
	asChecked,
	checkPlan,
	makePlan,
	type Now,
	type Plan,
	pagesThatStay,
	pathsToRender,
	registerUnchanged,
} from './plan.js';
import { clockWarning } from './proof/clock.js';
import { type InstanceOf, watchInstance } from './proof/instance.js';
import { type Proof, startProof } from './proof/proof.js';
import type { Instance } from './proof/protocol.js';
import { prove, type Rendering } from './prove.js';
import { changedEntries } from './reads/changed-entries.js';
import { watchOutside } from './reads/outside.js';
import { createRecorder } from './reads/record-reads.js';

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
	/** Throws if a page must not be written. */
	searchPage(page: Uint8Array, url: string): Promise<void>;
	/** The code of the build. Available when its app is loaded. */
	units(app: AstroApp): CodeUnits;
	/** Hash of all content. Available when it is bundled. */
	content(): string;
	/** The file of the bundle with which Astro renders pages. */
	entry(): string;
	/** Folder for unfinished files. */
	drafts: URL;
	/** Keyed digest of an environment variable, from which the value cannot be guessed. */
	environment(name: string): string;
	/** True if a public file has the same path as a file of the output. */
	isPublic(file: URL): boolean;
	/** Called when pages that were to stay have been rendered after all. */
	replayed(): void;
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

/** The plan of a build, and what is carried out of it. */
interface Underway extends Plan {
	unchanged: ReadonlyMap<Path, URL>;
	register: ReturnType<typeof registerUnchanged>;
}

/** A build whose pages can be compared. */
interface Built {
	app: AstroApp;
	units: CodeUnits;
	now: Now;
	instance: Instance;
	proof: Proof;
	/** True if neither code nor content has changed. Pages of every build are rendered all the same. */
	isAsBefore: boolean;
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
	const recorder = createRecorder<Rendering>({ changes, answers });
	const { channel } = recorder;
	const rendered = new Map<PageId, Rendering>();
	let built: Built | undefined;
	let underway: Underway | undefined;
	let stop = () => {};
	/** True if a page could not be rendered, which ends the build. */
	let isBroken = false;
	/** Why this build caches nothing for the next one. */
	let failure: string | undefined;

	const prepare = (app: AstroApp, instanceOf: InstanceOf): Built | undefined => {
		const feature = app.getOptions().settings.adapter?.adapterFeatures?.['staticHeaders'];
		if (feature) {
			logger.warn('The adapter wants the headers of every page, so every page is rendered in every build.');
			return undefined;
		}
		const instance = instanceOf(app.getOptions(), options.drafts);
		if (!instance) {
			logger.warn(offWithout('app.setInternals'));
			return undefined;
		}
		watchRewrites(app, (component) => {
			const page = recorder.pageNow();
			if (page && page.component !== component) channel.record(`${rewriteKind} ${component}`);
		});
		const units = options.units(app);
		const now = { common: units.common.digest, code: units.all, content: options.content() };
		const isAsBefore = former?.code === now.code && former.content === now.content;
		const proof = startProof(instance, former?.code !== now.code);
		if (!isAsBefore) proof.prepare();
		return { app, units, now, instance, proof, isAsBefore };
	};

	/** Renders a page; again if it fails while a thread renders pages, too. */
	const renderBeside = async <Result>(render: () => Promise<Result>): Promise<Result> => {
		const isBeside = built?.proof.isBeside();
		try {
			return await render();
		} catch (error) {
			if (!isBeside) throw error;
			await built?.proof.postpone();
			return render();
		}
	};

	/** Renders a page for a check only. */
	const renderOnly = async ({ path, app }: { path: Path; app: AstroApp }) => {
		const request = new Request(addressOf(path, app.getOptions()));
		const result = await inner.render(request, { routeData: path.route, collectMetadata: true });
		const response = result instanceof Response ? result : result.response;
		return response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
	};

	return {
		...inner,
		name: 'astro-slugline',

		async setup() {
			openChannel(channel);
			const environment = { ...process.env };
			stop = watchOutside(root, recorder.recordHere);
			answers.set(envKind, async (name) => options.environment(name));
			const instanceOf = await watchInstance(options.entry(), root, environment);
			await inner.setup?.();
			const found = appOf(inner);
			if ('missing' in found) {
				logger.warn(offWithout(found.missing));
				return;
			}
			built = prepare(found.app, instanceOf);
			await loadPages(found.app);
			if (built && !built.isAsBefore) built.proof.load();
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
			const { app } = built;
			if (!built.isAsBefore) built.proof.list();
			recorder.enter('comparing');
			const plan = await makePlan({ ...built, paths, former, answerer });
			recorder.enter('checking');
			const access = { copies: options.pages, render: (path: Path) => renderOnly({ path, app }) };
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
			if (left.length > 0) {
				await changes.begin();
				const staying = [...plan.byId.values()].filter(({ path }) => unchanged.has(path));
				const sample = selfCheck?.sample(staying.map(asChecked)) ?? new Set();
				const chosen = pagesToProve(plan, unchanged, former, sample);
				built.proof.begin(built.isAsBefore ? chosen.filter(({ id }) => sample.has(id)) : chosen);
			}
			recorder.enter('rendering');
			return left;
		},

		async render(request, asked) {
			const id = idOfRequest(request, asked.routeData, base);
			const page: Rendering = { component: asked.routeData.component, reader: createReader() };
			rendered.set(id, page);
			underway?.register(id, asked.routeData);
			const rendering = recorder.rendering(page, async () => {
				const result = await renderBeside(() => inner.render(request, { ...asked, collectMetadata: true }));
				const decision = underway?.decisions.get(id);
				if (!decision || !built) return result;
				if (result instanceof Response || !result.metadata) {
					failure ??= 'this version of Astro does not say which entries and images a page has';
					return result;
				}
				const planned = underway?.byId.get(id);
				if (planned && addressOf(planned.path, built.app.getOptions()) !== request.url)
					failure ??= `this version of Astro renders ${pathOf(id)} at the address ${request.url}`;
				const { response, metadata } = result;
				for (const file of metadata.contentEntryKeys) channel.record(`${codeKind} ${file}`);
				const isRedirect = response.status >= 300 && response.status < 400;
				if (isRedirect || response.body === null) return result;
				const bytes = new Uint8Array(await response.arrayBuffer());
				await options.searchPage(bytes, request.url);
				page.copy = options.pages.add(bytes);
				built.proof.rendered(id, { digest: page.copy.digest, readings: [...page.reader.readings()] });
				selfCheck?.rendered(id, decision.former?.copy?.digest === page.copy.digest);
				const { staticImages, referencedImages = [] } = metadata;
				if (staticImages.length > 0 || referencedImages.length > 0) {
					const images = { staticImages, referencedImages } as PageImages;
					page.images = withoutRoot(images, fileURLToPath(root));
				}
				const { status, statusText, headers } = response;
				return { ...result, response: new Response(bytes, { status, statusText, headers }) };
			});
			return rendering.catch((error: unknown) => {
				isBroken = true;
				throw error;
			});
		},

		async teardown() {
			// Reads that are repeated from here on count for no page.
			recorder.enter('comparing');
			if (underway && built && !isBroken) await finish(underway, built);
			await built?.proof.stop();
			stop();
			closeChannel();
			await inner.teardown?.();
		},
	};

	async function finish(plan: Underway, { units, now, instance, proof }: Built): Promise<void> {
		const { ids, decisions, unchanged } = plan;
		const changed = rendered.size > 0 ? changes.find() : [];
		const proved = await prove({ ...options, plan, now, changed, proof, rendered }).catch(
			(error: unknown) => {
				failure ??= `pages cannot be rendered a second time in a thread (${error instanceof Error ? error.message : String(error)})`;
				return undefined;
			},
		);
		const pages = allPages(plan).flatMap((page) => {
			const readings = rendered.get(page.id)?.reader.readings();
			return readings ? [{ ...page, reads: [...readings].map(({ read }) => read) }] : [];
		});
		// Code that cannot be loaded in a thread, or at another time, says nothing about the clock.
		const late = await clockWarning(pages, instance, answers.get('times')).catch(() => undefined);
		if (late !== undefined) logger.warn(late);
		// A page that was written in this millisecond must not look as if an integration had rewritten it later.
		if (rendered.size > 0 || !options.hasOutput) await delay(fileClockMs);
		const endedAt = Date.now();
		const files = completeLists(plan, plan.unchanged);
		if (failure !== undefined || !proved) {
			if (unchanged.size > 0 && former?.code !== now.code) {
				throw new AstroError(
					`The code is new, and nothing shows whether the ${unchanged.size} pages of the last build that stay are right: ${failure}.`,
					'Run `astro build --force`, which keeps no page.',
				);
			}
			logger.warn(`Incremental rendering is off: ${failure}. Every page is rendered.`);
			return;
		}
		// What a read would give now is not what it gave the page. A read without an answer counts as changed.
		if (changed.length > 0) for (const kind of answers.keys()) if (!ofBuild.has(kind)) answers.delete(kind);
		for (const path of plan.paths.inOrder) {
			// A file that this build cannot name cannot be restored.
			const page = rendered.get(ids.get(path) ?? '');
			if (!files.has(path)) delete page?.copy;
		}
		const state = await nextState({
			...{ former, decisions, answerer, now, proof: proved.proof },
			parts: () => partsOf(plan),
			rendered: new Map(
				[...rendered].map(([id, { reader, copy, images }]) => [
					id,
					{ readings: [...reader.readings()], copy, images },
				]),
			),
			outside: [...recorder.outside(), ...proved.readings],
			passing: recorder.passing(),
			pack: await options.pages.finish(),
		});
		done({
			...{ state, former, endedAt, units },
			rendered: new Map([...rendered.keys()].map((id) => [id, decisions.get(id)])),
			...countPages(plan, unchanged, rendered),
			files: [...files.values()],
		});
	}
}

const offWithout = (missing: string): string =>
	`Incremental rendering is off: this version of Astro has no \`${missing}\`. Every page is rendered.`;

/** Reports when the code of a page is loaded. A page that loads the code of another one rewrites to it. */
function watchRewrites({ manifest }: AstroApp, asked: (component: string) => void): void {
	const { pageMap } = manifest;
	pageMap.get = (component) => {
		asked(component);
		return Map.prototype.get.call(pageMap, component);
	};
}
