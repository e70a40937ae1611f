import { type Notice, noticeLine, takeNotices } from './notice.js';

/** Gathers the notices of all pages of a build, and says each once when the build is done. */
export function collectNotices() {
	const pages = new Map<string, Set<string>>();
	return {
		begin() {
			takeNotices(({ sentence, page }: Notice) => {
				const known = pages.get(sentence) ?? new Set();
				pages.set(sentence, page === undefined ? known : known.add(page));
			});
		},
		/** Sentences in their order, with the pages that each is true of. */
		end(): string[] {
			takeNotices(undefined);
			return [...pages].map(([sentence, on]) => noticeLine(sentence, [...on].sort())).sort();
		},
	};
}
