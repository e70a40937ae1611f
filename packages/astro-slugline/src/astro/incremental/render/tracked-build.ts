import type { AstroIntegrationLogger, HookParameters } from 'astro';
import type { ReadChannel } from '../../page/tracking/index.js';
import type { SelfCheck } from '../check/self-check.js';
import type { CodeUnits } from '../code/code-units.js';
import type { NewCopy } from '../copies/page-pack.js';
import { type Answerer, createAnswerer } from '../decide/answerer.js';
import type { AstroApp, Path } from '../decide/astro-app.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageImages } from '../decide/page-images.js';
import type { CachedPage, PageState } from '../decide/page-state.js';
import type { Proof } from '../proof/proof.js';
import type { Instance } from '../proof/protocol.js';
import { type ChangedEntries, changedEntries } from '../reads/changed-entries.js';
import { type ReadSet, type Shared, sharing } from '../reads/read-set.js';
import { createRecorder, type Recorder } from '../reads/record-reads.js';
import type { Outcome } from './outcome.js';
import type { PageCopies } from './page-copies.js';
import type { Now, Plan, registerUnchanged } from './plan.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
export type Prerenderer = ReturnType<Factory>;

export interface TrackingOptions {
	/** Astro's own prerenderer, which that of an adapter may contain. It has the app. */
	astro: Prerenderer;
	former: PageState | undefined;
	base: string;
	/** The site's folder. The cached state never contains its path. */
	root: URL;
	logger: AstroIntegrationLogger;
	copies: PageCopies;
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
	/** Called when all pages have been rendered again in order: each file of those that stayed may be new. */
	replayed(): void;
	/** Removes the pages of the previous build from the output, except these files, which stay. */
	keepOnly(unchanged: Iterable<URL>): void;
	/** True if the output still contains the pages of the previous build. */
	hasOutput: boolean;
	/** Checks a sample of the unchanged pages; undefined if the check is off. */
	selfCheck: SelfCheck | undefined;
	done(outcome: Outcome): void;
}

/** A page that this build renders: the component of its route, what it reads, and what came out. */
export interface Rendering {
	component: string;
	reads: ReadSet;
	copy?: NewCopy;
	images?: PageImages;
	headers?: CachedPage['headers'];
}

/** The plan of a build, and what is carried out of it. */
export interface Underway extends Plan {
	unchanged: ReadonlyMap<Path, URL>;
	register: ReturnType<typeof registerUnchanged>;
}

/** What `setup` has loaded of a build whose pages can be compared. */
export interface Loaded {
	app: AstroApp;
	units: CodeUnits;
	now: Now;
	instance: Instance;
	proof: Proof;
	/** True if neither code nor content has changed. Pages of every build are rendered all the same. */
	isAsBefore: boolean;
}

/** A build while it runs. Each hook of Astro's prerenderer adds its part. */
export interface TrackedBuild extends TrackingOptions {
	/** Astro's prerenderer, or that of an adapter around it. */
	inner: Prerenderer;
	/** How each kind of read is repeated. */
	answers: ReadChannel['answers'];
	answerer: Answerer;
	changes: ChangedEntries;
	recorder: Recorder<Rendering>;
	/** Makes equal readings of all pages one. */
	shared: Shared;
	/** The pages that this build has rendered. */
	rendered: Map<PageId, Rendering>;
	/** Undefined if pages cannot be compared. */
	loaded: Loaded | undefined;
	/** What `getStaticPaths` decided. */
	underway: Underway | undefined;
	/** Stops watching what is outside of the content. */
	stop(): void;
	/** True if a page could not be rendered, which ends the build. */
	isBroken: boolean;
	/** Why this build caches nothing for the next one. */
	failure: string | undefined;
}

export function trackBuild(inner: Prerenderer, options: TrackingOptions): TrackedBuild {
	const answers: ReadChannel['answers'] = new Map();
	const changes = changedEntries();
	return {
		...{ ...options, inner, answers, changes },
		answerer: createAnswerer(answers),
		recorder: createRecorder<Rendering>({ changes, answers }),
		...{ shared: sharing(), rendered: new Map() },
		...{ loaded: undefined, underway: undefined, isBroken: false, failure: undefined },
		stop() {},
	};
}
