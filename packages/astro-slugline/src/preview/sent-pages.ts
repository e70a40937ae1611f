/** Pages that were sent not long ago. */
export interface SentPages {
	/** Remembers a page. Gives what it is asked for by, which nobody can guess. */
	add(html: string): string;
	/** The page, once; undefined if it is forgotten. */
	take(id: string): string | undefined;
}

/** How many are remembered: a page is asked for as soon as its client runs. */
const maxPages = 20;

export function createSentPages(): SentPages {
	const pages = new Map<string, string>();
	return {
		add(html) {
			const id = crypto.randomUUID();
			pages.set(id, html);
			if (pages.size > maxPages) pages.delete(pages.keys().next().value ?? '');
			return id;
		},
		take(id) {
			const html = pages.get(id);
			pages.delete(id);
			return html;
		},
	};
}
