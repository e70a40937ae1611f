import type { Decision } from '../decide/decide.js';
import type { PageId } from '../decide/page-ids.js';
import { addressIn, formOf } from './addresses.js';
import { checkPages, type Findings, type Stale } from './check-pages.js';
import { type Checks, noChecks, readChecks, writeChecks } from './checks-file.js';
import { grouped } from './grouped.js';
import { sampleOf } from './sample.js';
import { staleWarning, unstableWarning } from './warnings.js';

/** A page of a build, as checking needs it. */
export interface CheckedPage {
	id: PageId;
	/** The component of its route. */
	route: string;
	pathname: string;
}

export interface SelfCheckOptions {
	/** The file in which builds remember their checks. */
	file: URL;
	/** `all` checks every cached page; `none` only remembers what later builds need. */
	extent: 'none' | 'sample' | 'all';
	logger: { info(line: string): void; warn(line: string): void };
}

/** Renders pages and reads their copies. */
export interface Access {
	/** Renders the page at an address; undefined if there is none. */
	render(id: PageId, address: string): Promise<Uint8Array | undefined>;
	copyOf(id: PageId): Uint8Array | undefined;
	/** False for a page that comes out differently if it is rendered again, since it changes state that it sees. */
	isRepeatable(id: PageId): boolean;
}

/**
 * Renders a sample of the unchanged pages and compares them with their copies. This finds what is not tracked: clocks, files, random
 * numbers, and caches of libraries.
 */
export interface SelfCheck {
	/** Adds the results of checks, in this build and earlier ones, to the decisions. Pages without a reason stay. */
	check(
		pages: readonly CheckedPage[],
		decisions: ReadonlyMap<PageId, Decision>,
		access: Access,
	): Promise<void>;
	/** Records the address with which Astro renders a page. */
	learn(page: CheckedPage, address: string): void;
	/** A page that was rendered, and whether it came out as its cached copy was. */
	rendered(id: PageId, isAsBefore: boolean): void;
	/** Number of pages that were checked. */
	checked(): number;
	/** Writes what the next build needs. */
	save(): Promise<void>;
	/** Pages whose copies were stale, if every page was checked. */
	stale(): readonly Stale[];
}

/** What one build spends on checking: this share of the last build, and so many milliseconds at least. */
const budgetShare = 1 / 20;
const minBudgetMs = 200;

const nothingToCheck =
	'No page was checked, because none stays from an earlier build: there was no such build, its cache is gone, or every page has changed. Keep `node_modules/.astro` between builds, and verify after one.';

export async function createSelfCheck({ file, extent, logger }: SelfCheckOptions): Promise<SelfCheck> {
	const began = performance.now();
	const before = await readChecks(file).catch(() => noChecks);
	const unstable = new Map(before.unstable);
	const forms = new Map(before.forms);
	const addresses = new Map(before.addresses);
	let found: Findings | undefined;
	let decided: ReadonlyMap<PageId, Decision> = new Map();

	const addressOf = ({ id, route, pathname }: CheckedPage): string | undefined => {
		const form = forms.get(route);
		return addresses.get(id) ?? (form && addressIn(form, pathname));
	};

	return {
		async check(pages, decisions, access) {
			decided = decisions;
			const codeOf = (id: PageId) => decisions.get(id)?.code;
			for (const [id, code] of unstable) {
				// Other code may be without what made it unstable.
				if (codeOf(id) !== code) unstable.delete(id);
				else decisions.get(id)?.why.push('unstable');
			}
			const cached = new Map(
				pages.flatMap((page) =>
					decisions.get(page.id)?.why.length === 0 && access.isRepeatable(page.id)
						? [[page.id, page] as const]
						: [],
				),
			);
			if (extent === 'none') return;
			let unknown = 0;
			found = await checkPages({
				sample: sampleOf(cached.values(), before),
				async render(id) {
					const page = cached.get(id);
					const address = page && addressOf(page);
					if (address === undefined) unknown += 1;
					return address === undefined ? undefined : access.render(id, address);
				},
				copyOf: access.copyOf,
				budgetMs:
					extent === 'all' ? Number.POSITIVE_INFINITY : Math.max(minBudgetMs, before.buildMs * budgetShare),
				all: extent === 'all',
			});
			for (const id of found.failing) decisions.get(id)?.why.push('untracked');
			for (const id of found.unstable) {
				unstable.set(id, codeOf(id) ?? '');
				decisions.get(id)?.why.push('unstable');
			}
			const routeOf = (id: PageId) => cached.get(id)?.route ?? '';
			for (const ids of grouped(found.unstable, routeOf).values()) logger.warn(unstableWarning(ids));
			const stale = grouped(found.stale, ({ route }) => route);
			for (const [route, pages] of stale) logger.warn(staleWarning(route, pages));
			for (const { id, route } of cached.values()) {
				const why = decisions.get(id)?.why;
				if (stale.has(route) && why && !why.includes('untracked')) why.push('untracked');
			}
			if (extent !== 'all') return;
			if (cached.size === 0) {
				logger.warn(nothingToCheck);
				return;
			}
			logger.info(
				`Checked ${found.checked} cached pages: ${found.stale.length} stale, ${found.unstable.length} different each time.`,
			);
			if (unknown > 0) {
				logger.warn(
					`${unknown} cached pages could not be checked, since no build has noted their addresses. Run \`astro build --force\` once, then check again.`,
				);
			}
		},
		learn({ id, route, pathname }, address) {
			const form = formOf(pathname, address);
			if (form) forms.set(route, form);
			else addresses.set(id, address);
		},
		rendered(id, isAsBefore) {
			const decision = decided.get(id);
			// It changed although nothing tracked did, and may do so again.
			if (decision?.why.join() === 'untracked' && !isAsBefore) unstable.set(id, decision.code);
		},
		async save() {
			const next: Checks = {
				places: new Map([...before.places, ...(found?.places ?? [])]),
				lastRoute: found?.lastRoute ?? before.lastRoute,
				unstable,
				forms,
				addresses,
				buildMs: performance.now() - began,
			};
			await writeChecks(file, next);
		},
		checked: () => found?.checked ?? 0,
		stale: () => (extent === 'all' ? (found?.stale ?? []) : []),
	};
}
