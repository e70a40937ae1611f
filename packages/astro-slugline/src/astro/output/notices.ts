import { type Notice, noticeLine, noticeOfRead, type Read, takeNotices } from '../page/tracking/index.js';

/** The notices of one build. */
export interface Notices {
	begin(): void;
	/** Adds the warnings that cached pages gave when they were rendered. */
	takeReads(reads: Iterable<Read>): void;
	/**
	 * The sorted log lines, each with its pages. Warnings of cached pages alone are only counted, because the build that rendered
	 * the pages logged them in full.
	 */
	end(): string[];
}

/**
 * Collects the warnings of all pages of a build, so that each is logged once at the end.
 *
 * @param saysAll returns true to log warnings of cached pages in full, too
 */
export function collectNotices(saysAll: () => boolean): Notices {
	const pages = new Map<string, Set<string>>();
	const fresh = new Set<string>();
	const take = ({ sentence, page }: Notice) => {
		const seen = pages.get(sentence) ?? new Set();
		pages.set(sentence, page === undefined ? seen : seen.add(page));
	};
	return {
		begin: () =>
			takeNotices((notice) => {
				fresh.add(notice.sentence);
				take(notice);
			}),
		takeReads(reads) {
			for (const read of reads) take(noticeOfRead(read));
		},
		end() {
			takeNotices(undefined);
			const isShown = (sentence: string) => fresh.has(sentence) || saysAll();
			const lines = [...pages]
				.filter(([sentence]) => isShown(sentence))
				.map(([sentence, on]) => noticeLine(sentence, [...on].sort()))
				.sort();
			const rest = [...pages.keys()].filter((sentence) => !isShown(sentence)).length;
			return rest > 0 ? [...lines, summaryOf(rest)] : lines;
		},
	};
}

const summaryOf = (count: number): string =>
	`${count} ${count === 1 ? 'warning' : 'warnings'} of an earlier build still ${count === 1 ? 'applies' : 'apply'} to pages that did not change. Set SLUGLINE_EXPLAIN=1 to show ${count === 1 ? 'it' : 'them'}.`;
