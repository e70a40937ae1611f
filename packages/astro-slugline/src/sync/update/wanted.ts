import { rowKey } from '../space-index.js';

/** The rows to request in one round, each once, by language. */
export interface Wanted {
	/** Adds a story in these languages; false if all its rows were added before in this round. */
	add(uuid: string, langs: Iterable<string>): boolean;
	/** True if the row was added in this round. */
	has(uuid: string, lang: string): boolean;
	/** The uuids of all added stories. */
	uuids(): ReadonlySet<string>;
	/** Removes and returns the uuids that are still to be requested in a language. */
	take(lang: string): string[];
	count(lang: string): number;
	/** The first of the languages with something to request. */
	next(langs: readonly string[]): string | undefined;
}

export function createWanted(): Wanted {
	const all = new Set<string>();
	const uuids = new Set<string>();
	const open = new Map<string, Set<string>>();
	return {
		add(uuid, langs) {
			let added = false;
			for (const lang of langs) {
				const key = rowKey(uuid, lang);
				if (all.has(key)) continue;
				all.add(key);
				uuids.add(uuid);
				const ofLang = open.get(lang) ?? new Set();
				open.set(lang, ofLang.add(uuid));
				added = true;
			}
			return added;
		},
		has: (uuid, lang) => all.has(rowKey(uuid, lang)),
		uuids: () => uuids,
		take(lang) {
			const taken = [...(open.get(lang) ?? [])];
			open.delete(lang);
			return taken;
		},
		count: (lang) => open.get(lang)?.size ?? 0,
		next: (langs) => langs.find((lang) => (open.get(lang)?.size ?? 0) > 0),
	};
}
