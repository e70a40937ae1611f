import { withoutFragment } from '../shared/text/slashes.js';
import { type Asks, buildChannel, type Notice, noticeLine } from '../tracking/index.js';

/** The addresses that a finished site answers. */
interface SiteAddresses {
	has(address: string): boolean;
	/** One that is spelled nearly like it. */
	near(address: string): string | undefined;
	/** A sentence about an address, with its text as its fragment, in the words for the finished site. */
	reworded?(sentence: string, address: string): string;
}

/** The notices of one build. */
export type Notices = ReturnType<typeof collectNotices>;

/**
 * Collects the warnings of all pages of a build, so that each is logged once at the end.
 *
 * @param saysAll returns true to log warnings of cached pages in full, too
 * @param explainedBy what makes a build do so, such as `SLUGLINE_EXPLAIN=1`
 */
export function collectNotices(saysAll: () => boolean, explainedBy: string) {
	const pages = new Map<string, Set<string>>();
	const fresh = new Set<string>();
	/** Warnings about addresses that the finished site may have, and whether a rendered page gave them. */
	const unsure = new Map<string, { notice: Notice; isFresh: boolean }>();
	const take = (notice: Notice, isFresh: boolean, isSure = notice.unless === undefined) => {
		const { sentence, page } = notice;
		if (!isSure) {
			const key = JSON.stringify(notice);
			unsure.set(key, { notice, isFresh: isFresh || unsure.get(key)?.isFresh === true });
			return;
		}
		if (isFresh) fresh.add(sentence);
		const seen = pages.get(sentence) ?? new Set();
		pages.set(sentence, page === undefined ? seen : seen.add(page));
	};
	const linesOf = (isShown: (sentence: string) => boolean): string[] =>
		[...pages]
			.filter(([sentence]) => isShown(sentence))
			.map(([sentence, on]) => noticeLine(sentence, [...on].sort()))
			.sort();
	return {
		/** The log lines of what the build has rendered so far, for one that fails: they may say why. */
		soFar: (): string[] => linesOf((sentence) => fresh.has(sentence)),
		begin(): void {
			buildChannel().takeNotice = (notice) => take(notice, true);
		},
		/** Adds the warnings that cached pages gave when they were rendered. */
		takeReads(reads: Iterable<Asks['notice']>): void {
			for (const [sentence, page, unless] of reads)
				take({ sentence, page: page ?? undefined, unless: unless ?? undefined }, false);
		},
		/** The addresses that the finished site does not answer, of the warnings that are logged in full, with their texts. */
		missing: (site: SiteAddresses): string[] =>
			[...unsure.values()].flatMap(({ notice: { unless = '' }, isFresh }) =>
				site.has(withoutFragment(unless)) || !(isFresh || saysAll()) ? [] : [unless],
			),
		/**
		 * The sorted log lines, each with its pages. Warnings of cached pages alone are only counted, because the build that rendered
		 * the pages logged them in full.
		 *
		 * @param site the addresses that the finished site answers
		 * @param writtenIn sentences that say where an address is written, and which one was probably meant
		 */
		end(site: SiteAddresses = noAddresses, writtenIn: ReadonlyMap<string, string> = new Map()): string[] {
			buildChannel().takeNotice = undefined;
			for (const { notice, isFresh } of unsure.values()) {
				const { unless = '', sentence } = notice;
				const address = withoutFragment(unless);
				if (site.has(address)) continue;
				const meant = site.near(address);
				const more = writtenIn.get(unless) ?? (meant && `Did you mean \`${meant}\`?`);
				const said = site.reworded?.(sentence, unless) ?? sentence;
				take({ ...notice, sentence: more ? `${said} ${more}` : said }, isFresh, true);
			}
			const isShown = (sentence: string) => fresh.has(sentence) || saysAll();
			const lines = linesOf(isShown);
			const rest = [...pages.keys()].filter((sentence) => !isShown(sentence)).length;
			return rest > 0 ? [...lines, summaryOf(rest, explainedBy)] : lines;
		},
	};
}

const noAddresses: SiteAddresses = { has: () => false, near: () => undefined };

const summaryOf = (count: number, explainedBy: string): string =>
	`${count} ${count === 1 ? 'warning' : 'warnings'} of an earlier build still ${count === 1 ? 'applies' : 'apply'} to pages that did not change. Set ${explainedBy} to show ${count === 1 ? 'it' : 'them'}.`;
