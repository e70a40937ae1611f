import type { SentPage } from './protocol.js';

/** Limit of stored pages. A few are enough, because the client requests its page as soon as it runs. */
const maxPages = 20;

/** The pages that were sent most recently. */
export function createSentPages() {
	const pages = new Map<string, SentPage>();
	return {
		/** Stores a page, and returns an unguessable id for it. */
		add(page: SentPage): string {
			const id = crypto.randomUUID();
			pages.set(id, page);
			if (pages.size > maxPages) pages.delete(pages.keys().next().value ?? '');
			return id;
		},
		/** Returns a page and removes it; undefined if it is no longer stored. */
		take(id: string): SentPage | undefined {
			const page = pages.get(id);
			pages.delete(id);
			return page;
		},
	};
}
