import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/node/replace-file.js';
import type { Decision } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import { type CheckOptions, checkPages, type Findings } from './check-pages.js';
import { type Candidate, type CheckProgress, sampleOf } from './sample.js';
import { type Differing, staleWarning, unstableWarning } from './warnings.js';

/** Changes with the shape of the file. A file of another shape is not read: checking begins anew. */
const version = 4;

/** What builds remember about checked pages. */
interface Checks extends CheckProgress {
	version: typeof version;
	/** Pages that came out differently in one build, with the digest of their code then. */
	unstable: readonly (readonly [PageId, code: string])[];
}

const noChecks: Checks = { version, places: {}, lastRoute: '', unstable: [] };

/** Reads the file of the previous build; empty if it cannot be read. */
async function readChecks(file: URL): Promise<Checks> {
	try {
		const stored: Checks = JSON.parse(await readFile(file, 'utf8'));
		return stored.version === version ? stored : noChecks;
	} catch {
		return noChecks;
	}
}

export interface SelfCheckOptions {
	/** The file in which builds remember their checks. */
	file: URL;
	/** `all` checks every cached page; `none` only remembers what later builds need. */
	extent: 'none' | 'sample' | 'all';
	logger: { info(line: string): void; warn(line: string): void };
}

/**
 * Renders a sample of the unchanged pages and compares them with their copies. This finds what is not tracked: clocks, files, random
 * numbers, and caches of libraries.
 */
export interface SelfCheck {
	/** Adds what earlier builds found to the decisions. */
	recall(decisions: ReadonlyMap<PageId, Decision>): void;
	/** True if every cached page is to be checked, by rendering all pages in order in a thread. */
	checksAll: boolean;
	/**
	 * Renders a sample of the pages of a build that renders no others. Returns those that did not come out as their copies are; why is
	 * to be found out in threads, because pages may change what other pages show.
	 */
	check(
		pages: readonly Candidate[],
		access: Pick<CheckOptions, 'render' | 'digestOf'>,
	): Promise<ReadonlySet<PageId>>;
	/** The pages to check in a build that renders others, too. They are rendered in a thread. */
	sample(pages: readonly Candidate[]): ReadonlySet<PageId>;
	/** Records pages that came out differently when they were rendered again in the same order. */
	differs(pages: readonly Differing[]): void;
	/** Records pages that are not what their cached copies say, though no code has changed. */
	areStale(pages: readonly Differing[]): void;
	/** A page that was rendered, and whether it came out as its cached copy was. */
	rendered(id: PageId, isAsBefore: boolean): void;
	/** Number of pages that were checked. */
	checked(): number;
	/** Writes what the next build needs. */
	save(): Promise<void>;
	/** Pages whose copies were stale, if every page was checked. */
	stale(): readonly Differing[];
}

/** Milliseconds that a build spends on checking if it renders nothing. */
const budgetMs = 200;

/** Pages that a build checks in a thread. */
const maxSampled = 20;

const nothingToCheck =
	'No page was checked, because none stays from an earlier build: there was no such build, its cache is gone, or every page has changed. Keep `node_modules/.astro` between builds, and verify after one.';

/** What a build has checked. */
type Checked = Omit<Findings, 'suspects'> & { stale: readonly Differing[] };

export async function createSelfCheck({ file, extent, logger }: SelfCheckOptions): Promise<SelfCheck> {
	const before = await readChecks(file);
	const unstable = new Map(before.unstable);
	let found: Checked | undefined;
	let unstableCount = 0;
	let decided: ReadonlyMap<PageId, Decision> = new Map();

	/** Notes the pages that threads check: a sample, or all of them. */
	const sampled = (pages: readonly Candidate[], count: number): ReadonlySet<PageId> => {
		const sample = [...sampleOf(pages, before)].slice(0, count);
		const places = Object.fromEntries(sample.map(({ route, place }) => [route, place]));
		const checked = extent === 'all' ? pages.length : sample.length;
		found = { checked, places, lastRoute: sample.at(-1)?.route ?? '', stale: [] };
		return new Set(sample.map(({ id }) => id));
	};

	return {
		checksAll: extent === 'all',
		recall(decisions) {
			decided = decisions;
			for (const [id, code] of unstable) {
				// Other code may be without what made it unstable.
				if (decisions.get(id)?.code !== code) unstable.delete(id);
				else decisions.get(id)?.why.push('unstable');
			}
		},
		async check(pages, access) {
			if (extent !== 'sample') return sampled(pages, 0);
			const { suspects, ...checked } = await checkPages({
				...access,
				sample: sampleOf(pages, before),
				budgetMs,
			});
			found = { ...checked, stale: [] };
			return suspects;
		},
		sample: (pages) => sampled(pages, extent === 'sample' ? maxSampled : 0),
		areStale(pages) {
			if (found) found = { ...found, stale: pages };
			for (const ofRoute of Map.groupBy(pages, ({ route }) => route).values())
				logger.warn(staleWarning(ofRoute));
		},
		differs(pages) {
			const added = pages.filter(({ id }) => !unstable.has(id));
			unstableCount += added.length;
			for (const { id } of added) unstable.set(id, decided.get(id)?.code ?? '');
			if (added.length > 0) logger.warn(unstableWarning(added));
		},
		rendered(id, isAsBefore) {
			const decision = decided.get(id);
			// It changed although nothing tracked did, and may do so again.
			if (decision?.why.join() === 'untracked' && !isAsBefore) unstable.set(id, decision.code);
		},
		async save() {
			if (extent === 'all') report(found, unstableCount, logger);
			const checks: Checks = {
				...before,
				places: { ...before.places, ...found?.places },
				lastRoute: found?.lastRoute || before.lastRoute,
				unstable: [...unstable],
			};
			await replaceFile(file, JSON.stringify(checks));
		},
		checked: () => found?.checked ?? 0,
		stale: () => (extent === 'all' ? (found?.stale ?? []) : []),
	};
}

/** Says how many of all pages are wrong. */
function report(found: Checked | undefined, unstable: number, logger: SelfCheckOptions['logger']): void {
	const { checked = 0, stale = [] } = found ?? {};
	if (checked === 0) logger.warn(nothingToCheck);
	else
		logger.info(`Checked ${checked} cached pages: ${stale.length} stale, ${unstable} different each time.`);
}
