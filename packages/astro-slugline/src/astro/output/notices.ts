import { type Notice, noticeLine, noticeOfRead, type Read, takeNotices } from '../page/tracking/index.js';

/** The notices of one build. */
export interface Notices {
	begin(): void;
	/** Takes what cached pages warned of when they were rendered. */
	takeReads(reads: Iterable<Read>): void;
	/**
	 * Sentences in their order, with the pages that each is true of. Those of cached pages alone are counted in one line, since
	 * the build that rendered them said them in full.
	 */
	end(): string[];
}

/**
 * Gathers the notices of all pages of a build, and says each once when the build is done.
 *
 * @param saysAll also says in full what only cached pages warned of
 */
export function collectNotices(saysAll: () => boolean): Notices {
	const pages = new Map<string, Set<string>>();
	const fresh = new Set<string>();
	const take = ({ sentence, page }: Notice) => {
		const known = pages.get(sentence) ?? new Set();
		pages.set(sentence, page === undefined ? known : known.add(page));
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
	`${count} ${count === 1 ? 'warning' : 'warnings'} of an earlier build ${count === 1 ? 'is' : 'are'} still true of pages that did not change. SLUGLINE_EXPLAIN=1 shows ${count === 1 ? 'it' : 'them'}.`;
