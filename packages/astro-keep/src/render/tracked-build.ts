import type { AstroConfig, AstroIntegrationLogger, HookParameters, IntegrationResolvedRoute } from 'astro';
import type { cacheFiles } from '../cache/files.js';
import type { NewCopy } from '../cache/page-pack.js';
import type { SelfCheck } from '../check/self-check.js';
import type { CodeFingerprints } from '../code/code-by-page.js';
import type { EmittedCode } from '../code/emitted-code.js';
import type { Readers } from '../code/track-imports-plugin.js';
import type { StaleEntry, StoredCollections } from '../content-store/index.js';
import { type Answerer, createAnswerer } from '../decide/answerer.js';
import type { AstroApp, Path } from '../decide/astro-app.js';
import type { Decision, Decisions, Page } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageImages } from '../decide/page-images.js';
import type { BuildFingerprint, CachedPage, Coverage, PageState, Reading } from '../decide/page-state.js';
import type { Extent } from '../isolation/extent.js';
import type { IsolationCheck } from '../isolation/isolation-check.js';
import type { RendererConfig, Services } from '../isolation/renderer-config.js';
import type { Notices, OutputRecord, TokenSearch } from '../output/index.js';
import type { LoadedFiles } from '../reads/loaded-files.js';
import { type MutatedEntries, mutatedEntries } from '../reads/mutated-entries.js';
import { createInterner, type Intern, type ReadSet } from '../reads/read-set.js';
import { createRecorder, type Recorder } from '../reads/record-reads.js';
import type { Asks, Kind, Read, ReadChannel } from '../tracking/index.js';
import type { OtherPrerenderer } from './other-prerenderers.js';
import type { PageCopies } from './page-copies.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
export type Prerenderer = ReturnType<Factory>;

/** The paths of a build that are left. */
export interface ChosenPaths {
	paths: Path[];
	/**
	 * Returns warnings about the others, once pages are rendered.
	 *
	 * @param readsOf what the page of a path has read
	 */
	warnings?: ((readsOf: (path: Path) => readonly Read[]) => string[]) | undefined;
}

/** What a build did with one page. */
export interface PageReport {
	/** Path below the site's base, without a slash at its end: `/about`, or `/` for the front page. */
	path: string;
	/** Why the page was rendered, as half a sentence; undefined if it is unchanged since the previous build. */
	reason: string | undefined;
	/** The names of the collections that it read from. */
	collections: string[];
	/** All that it has read. */
	reads: readonly Read[];
}

export interface IncrementalOptions {
	config: AstroConfig;
	logger: AstroIntegrationLogger;
	/** Renders everything, as `astro build --force` does. */
	force: boolean;
	/** Logs why each page is rendered. */
	explain: boolean;
	/** What makes a build log it, for messages: `SLUGLINE_EXPLAIN=1`. */
	explainedBy: string;
	/** Renders a sample of the cached pages, and compares. */
	check: boolean;
	/** Checks every cached page, and fails if one is stale. */
	verify: boolean;
	/** Leaves out paths, before the build decides about their pages. @param propsOf what `getStaticPaths` gave a page */
	choosePaths(paths: readonly Path[], propsOf: (path: Path) => object | undefined): ChosenPaths;
	readers: Readers;
	/** True for the `cacheKey` of a path that says nothing of a page but what its props and its reads say. */
	isKnownKey(cacheKey: string): boolean;
	services: Services;
	/** Gets a function that says what the build did with its pages. */
	report(config: AstroConfig, logger: AstroIntegrationLogger, pages: () => PageReport[]): Promise<void>;
	/** Called once pages are rendered, with a function that returns what all pages of the site, also those that stay, have asked for. */
	onRendered(asksOf: <Name extends Kind>(kind: Name) => Set<Asks[Name]>): void;
	/** The warnings of pages. */
	notices: Pick<Notices, 'takeReads' | 'soFar'>;
	/** Throws if a rendered page contains a token, and records the pages. */
	search(): TokenSearch;
}

/** A build while it runs. Its hooks add to it in their order. */
export interface IncrementalBuild extends IncrementalOptions {
	files: ReturnType<typeof cacheFiles>;
	copies: PageCopies;
	/** The entries of the last build, if all are loaded again to check them. */
	entriesBefore?: StoredCollections;
	/** Those that ordinary builds would have left as they were. */
	staleEntries: readonly StaleEntry[];
	/** True if the output is as the last finished build left it. */
	isOutputIntact: Promise<boolean>;
	/** The output of the last finished build, if it is still there. */
	recorded: OutputRecord | undefined;
	/** What the last finished build knew of its pages. */
	previous: PageState | undefined;
	selfCheck: SelfCheck | undefined;
	/** Returns the code that the bundler has emitted. */
	code(): EmittedCode;
	outcome: Outcome | undefined;
	/** The routes of the site. */
	routes: readonly IntegrationResolvedRoute[];
	/** The prerenderer that another integration sets. */
	otherPrerenderer?: OtherPrerenderer;
}

/** A page that this build renders: the component of its route, what it reads, and what came out. */
export interface PageRecord {
	component: string;
	reads: ReadSet;
	/** What it has read, once all of it is rendered. */
	readings?: readonly Reading[];
	copy?: NewCopy;
	images?: PageImages | undefined;
	headers?: CachedPage['headers'];
	/** Why the build caches nothing for the next one. */
	failure?: string;
}

/** What a page has read until now. */
export const readingsOf = ({ reads, readings = [...reads.readings()] }: Omit<PageRecord, 'component'>) =>
	readings;

/** What a build does with each of its pages. */
export interface Plan {
	/** In the order in which Astro renders them. */
	pages: readonly Page[];
	byId: ReadonlyMap<PageId, Page>;
	/** True if pages affect each other, so that all are rendered together or none is. */
	isOrderDependent: boolean;
	/** Pages that are missing here are rendered in every build. */
	decisions: Decisions;
	warnings: ChosenPaths['warnings'];
	/** The pages that stay. */
	reused: ReadonlySet<Page>;
	/** True if pages that could stay are rendered, to check whether pages affect each other. */
	checksSite: boolean;
	/** The pages that are rendered a second time. */
	extent: Extent;
	/** True for a file of the output that this build does not write, by its path. */
	stays(path: string): boolean;
	/** Registers the pages that stay up to one that is to be rendered, or up to the end, and returns those that it has not returned before. */
	register(upTo?: PageId): readonly Page[];
}

/** What `setup` has loaded of a build whose pages can be compared. */
export interface Loaded {
	app: AstroApp;
	codeFingerprints: CodeFingerprints;
	fingerprint: BuildFingerprint;
	rendererConfig: RendererConfig;
	isolationCheck: IsolationCheck;
	/** True if neither code nor content has changed. Pages of every build are rendered all the same. */
	isUnchanged: boolean;
	/** True if an earlier build has checked this code. */
	isChecked: boolean;
	/** True if the thread has been started before it is known whether it is needed. */
	isPrepared: boolean;
	loadedFiles: LoadedFiles;
	/** The code that has run in the build itself, up to the first call; none if it is not watched. */
	coverage(): Coverage;
}

/** What each step of a build uses from when its pages are to be rendered. What a step finds out is a value for the next. */
export interface TrackedBuild extends Readonly<IncrementalBuild> {
	readonly selfCheck: SelfCheck;
	/** Astro's own prerenderer, which has the app. */
	readonly astro: Prerenderer;
	/** The same, or that of an adapter around it. */
	readonly inner: Prerenderer;
	/** How each kind of read is repeated. */
	readonly answers: ReadChannel['answers'];
	readonly answerer: Answerer;
	readonly changes: MutatedEntries;
	readonly recorder: Recorder<PageRecord>;
	/** Makes equal readings of all pages one. */
	readonly intern: Intern;
}

/** A build whose pages can be compared, when all are rendered. */
export interface Rendered {
	build: TrackedBuild;
	loaded: Loaded;
	plan: Plan;
	/** The pages that this build has rendered. */
	rendered: ReadonlyMap<PageId, PageRecord>;
	/** The pages that stay, if it has rendered them, too. */
	again: ReadonlyMap<PageId, PageRecord>;
}

export function trackBuild(
	build: IncrementalBuild & Pick<TrackedBuild, 'selfCheck'>,
	prerenderers: Pick<TrackedBuild, 'astro' | 'inner'>,
): TrackedBuild {
	const answers: ReadChannel['answers'] = new Map();
	const changes = mutatedEntries();
	return {
		...{ ...build, ...prerenderers, answers, changes },
		answerer: createAnswerer(answers),
		recorder: createRecorder<PageRecord>({ changes, answers }),
		intern: createInterner(),
		code: () => build.code(),
	};
}

/** How many were rendered, and how many are those of the previous build. */
interface Counts {
	rendered: number;
	cached: number;
}

/** The result of a build for its pages. */
export interface Outcome {
	plan: Plan;
	state: PageState;
	previous: PageState | undefined;
	/** The digests of the answers to reads that changed, in this build. */
	answered: ReadonlyMap<Read, string>;
	/** The rendered pages, and why. Pages that every build renders have no reason. */
	rendered: Map<PageId, Decision | undefined>;
	pages: Counts;
	/** The endpoints and redirects, which Astro does not count as pages. */
	others: Counts;
	/** The files of all pages. */
	files: readonly URL[];
	/** When the last page was written, in milliseconds since 1970. */
	endedAt: number;
	/** True for a page of the output that this build has not written. */
	stays(path: string): boolean;
}
