import { type Notice, noticeLine, noticeOfRead, type Read, takeNotices } from '../page/tracking/index.js';

/** The notices of one build. */
export interface Notices {
	begin(): void;
	/** Takes what kept pages have told when they were rendered. */
	takeReads(reads: Iterable<Read>): void;
	/** Sentences in their order, with the pages that each is true of. */
	end(): string[];
}

/** Gathers the notices of all pages of a build, and says each once when the build is done. */
export function collectNotices(): Notices {
	const pages = new Map<string, Set<string>>();
	const take = ({ sentence, page }: Notice) => {
		const known = pages.get(sentence) ?? new Set();
		pages.set(sentence, page === undefined ? known : known.add(page));
	};
	return {
		begin: () => takeNotices(take),
		takeReads(reads) {
			for (const read of reads) take(noticeOfRead(read));
		},
		end() {
			takeNotices(undefined);
			return [...pages].map(([sentence, on]) => noticeLine(sentence, [...on].sort())).sort();
		},
	};
}
