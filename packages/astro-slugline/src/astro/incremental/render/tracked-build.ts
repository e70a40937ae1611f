import type { AstroIntegrationLogger, HookParameters } from 'astro';
import type { Answer } from '../../page/tracking/index.js';
import type { SelfCheck } from '../check/self-check.js';
import type { CodeUnits } from '../code/code-units.js';
import { type Answerer, createAnswerer } from '../decide/answerer.js';
import type { AstroApp, Path } from '../decide/astro-app.js';
import type { PageId } from '../decide/page-ids.js';
import type { PageState } from '../decide/page-state.js';
import type { Proof } from '../proof/proof.js';
import type { Instance } from '../proof/protocol.js';
import { type ChangedEntries, changedEntries } from '../reads/changed-entries.js';
import { createRecorder, type Recorder } from '../reads/record-reads.js';
import type { CachedPages } from './cached-pages.js';
import type { Outcome } from './outcome.js';
import type { Now, Plan, registerUnchanged } from './plan.js';
import type { Rendering } from './prove.js';

type SetPrerenderer = HookParameters<'astro:build:start'>['setPrerenderer'];
type Factory = Extract<Parameters<SetPrerenderer>[0], (...given: never[]) => unknown>;
export type Prerenderer = ReturnType<Factory>;

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

/** The plan of a build, and what is carried out of it. */
export interface Underway extends Plan {
	unchanged: ReadonlyMap<Path, URL>;
	register: ReturnType<typeof registerUnchanged>;
}

/** A build whose pages can be compared. */
export interface Built {
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
	/** Astro's prerenderer. */
	inner: Prerenderer;
	/** How each kind of read is repeated. */
	answers: Map<string, Answer>;
	answerer: Answerer;
	changes: ChangedEntries;
	recorder: Recorder<Rendering>;
	/** The pages that this build has rendered. */
	rendered: Map<PageId, Rendering>;
	/** What `setup` found; undefined if pages cannot be compared. */
	built: Built | undefined;
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
	const answers = new Map<string, Answer>();
	const changes = changedEntries();
	return {
		...{ ...options, inner, answers, changes },
		answerer: createAnswerer(answers),
		recorder: createRecorder<Rendering>({ changes, answers }),
		rendered: new Map(),
		...{ built: undefined, underway: undefined, isBroken: false, failure: undefined },
		stop() {},
	};
}
