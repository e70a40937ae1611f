import type { Decisions } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import { readSealed, writeSealed } from '../shared/node/sealed-file.js';
import { type Candidate, type CheckProgress, type Sampled, sampleOf } from './sample.js';
import { type Differing, nondeterministicWarning, staleWarning } from './warnings.js';

/** Changes with the shape of the file. A file of another shape is not read: checking begins anew. */
const version = 4;

/** What builds remember about checked pages. */
interface Checks extends CheckProgress {
	version: typeof version;
	/** Pages that came out differently in one build, with the digest of their code then. */
	nondeterministic: readonly (readonly [PageId, code: string])[];
}

const noChecks: Checks = { version, places: {}, lastRoute: '', nondeterministic: [] };

/** Reads the file of the previous build; empty if it is missing or damaged. */
function readChecks(file: URL): Checks {
	const stored: Checks = JSON.parse(String(readSealed(file) ?? '{}'));
	return stored.version === version ? stored : noChecks;
}

export interface SelfCheckOptions {
	/** The file in which builds remember their checks. */
	file: URL;
	/** `all` checks every cached page; `none` only remembers what later builds need. */
	extent: 'none' | 'sample' | 'all';
	logger: { info(line: string): void; warn(line: string): void };
	/** What makes a build log why each page is rendered, for messages. */
	explainedBy: string;
}

/** Milliseconds that a build spends on rendering pages that stay. */
export const budgetMs = 200;

/** Pages that a build checks in a thread. */
export const maxSampled = 20;

const nothingToCheck =
	'No cached page was checked, because none stays from an earlier build: there was no such build, its cache is gone, or every page has changed. All pages were rendered twice instead. Keep `node_modules/.astro` between builds, and verify after one.';

/**
 * Renders a sample of the unchanged pages and compares them with their copies. This finds what is not tracked: clocks, files, random
 * numbers, and caches of libraries.
 */
export class SelfCheck {
	readonly #nondeterministic: Map<PageId, string>;
	#decided: Decisions = new Map();
	#sample: readonly Sampled[] = [];
	#checked = 0;
	#stale: readonly Differing[] = [];
	#foundUnstable = 0;

	constructor(
		private readonly options: SelfCheckOptions,
		private readonly before: Checks,
	) {
		this.#nondeterministic = new Map(before.nondeterministic);
	}

	/** True if every cached page is to be checked, by rendering all pages in order in a thread. */
	get checksAll(): boolean {
		return this.options.extent === 'all';
	}

	/** Pages that came out differently each time in earlier builds. */
	applyKnown(decisions: Decisions): (readonly [PageId, 'nondeterministic'])[] {
		this.#decided = decisions;
		// Other code may be without what made it unstable.
		for (const [id, code] of this.#nondeterministic)
			if (decisions.get(id)?.code !== code) this.#nondeterministic.delete(id);
		return [...this.#nondeterministic.keys()].map((id) => [id, 'nondeterministic']);
	}

	/**
	 * Renders a sample of the pages of a build that renders no others. Returns those that did not come out as their copies are; why is
	 * to be found out in threads, because pages may change what other pages show.
	 */
	async check(
		pages: readonly Candidate[],
		access: Pick<CheckOptions, 'render' | 'digestOf'>,
	): Promise<ReadonlySet<PageId>> {
		if (this.options.extent !== 'sample') return this.sample(pages);
		const sample = sampleOf(pages, this.before);
		const { checked, suspects } = await checkPages({ ...access, sample, budgetMs });
		this.#sample = checked;
		this.#checked = checked.length;
		return suspects;
	}

	/** The pages to check in a build that renders others, too. They are rendered in a thread. */
	sample(pages: readonly Candidate[]): ReadonlySet<PageId> {
		const count = this.options.extent === 'sample' ? maxSampled : 0;
		this.#sample = [...sampleOf(pages, this.before)].slice(0, count);
		this.#checked = this.#sample.length;
		return new Set(this.#sample.map(({ id }) => id));
	}

	/** Counts the cached pages of a build that renders all of them again. */
	checksEach(count: number): void {
		this.#checked = count;
	}

	/** Records pages that came out differently when they were rendered again in the same order. */
	recordNondeterministic(pages: readonly Differing[]): void {
		const added = pages.filter(({ id }) => !this.#nondeterministic.has(id));
		this.#foundUnstable += added.length;
		for (const { id } of added) this.#nondeterministic.set(id, this.#decided.get(id)?.code ?? '');
		if (added.length > 0) this.options.logger.warn(nondeterministicWarning(added));
	}

	/** Records pages that are not what their cached copies say, though no code has changed. */
	recordStale(pages: readonly Differing[]): void {
		this.#stale = pages;
		for (const ofRoute of Map.groupBy(pages, ({ route }) => route).values())
			this.options.logger.warn(staleWarning(ofRoute, this.options.explainedBy));
	}

	/** Records pages that changed although nothing tracked did, and may do so again. */
	areUntracked(ids: readonly PageId[]): void {
		for (const id of ids) this.#nondeterministic.set(id, this.#decided.get(id)?.code ?? '');
	}

	/** Number of pages that were checked. */
	get checked(): number {
		return this.#checked;
	}

	/** Pages whose copies were stale, if every page was checked. */
	get stale(): readonly Differing[] {
		return this.checksAll ? this.#stale : [];
	}

	/** Writes what the next build needs, and says how many of all pages are wrong. */
	async save(): Promise<void> {
		const { logger, file } = this.options;
		if (this.checksAll && this.#checked === 0) logger.warn(nothingToCheck);
		else if (this.checksAll)
			logger.info(
				`Checked ${this.#checked} cached pages: ${this.#stale.length} stale, ${this.#foundUnstable} different each time.`,
			);
		const places = Object.fromEntries(this.#sample.map(({ route, place }) => [route, place]));
		const checks: Checks = {
			version,
			places: { ...this.before.places, ...places },
			lastRoute: this.#sample.at(-1)?.route ?? this.before.lastRoute,
			nondeterministic: [...this.#nondeterministic],
		};
		await writeSealed(file, JSON.stringify(checks));
	}
}

/** Opens the check of a build, with what earlier ones found. */
export const openSelfCheck = (options: SelfCheckOptions): SelfCheck =>
	new SelfCheck(options, readChecks(options.file));

export interface CheckOptions {
	/** The pages, in the order in which they are to be checked. */
	sample: Iterable<Sampled>;
	/** Renders a page, and returns the digest of its text; undefined if it has none. */
	render(id: PageId): Promise<string | undefined>;
	/** The digest of the cached copy of a page. */
	digestOf(id: PageId): string | undefined;
	/** Milliseconds that the check may take. At least one page is checked. */
	budgetMs: number;
	/** The current time in milliseconds, for tests. */
	now?: () => number;
}

/**
 * Renders cached pages, each once, and compares them with their copies.
 *
 * @returns the pages that were checked, and those that failed or did not come out as their copies are
 */
export async function checkPages(
	options: CheckOptions,
): Promise<{ checked: Sampled[]; suspects: Set<PageId> }> {
	const { sample, render, digestOf, budgetMs, now = () => performance.now() } = options;
	const end = now() + budgetMs;
	const checked: Sampled[] = [];
	const suspects = new Set<PageId>();
	for (const page of sample) {
		if (checked.length > 0 && now() >= end) break;
		checked.push(page);
		const digest = await render(page.id).catch(() => 'failed');
		if (digest !== undefined && digest !== digestOf(page.id)) suspects.add(page.id);
	}
	return { checked, suspects };
}
