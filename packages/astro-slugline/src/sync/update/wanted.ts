import { rowKey } from '../space-index.js';

/** The rows to be asked for in one round, each once, by language. */
export interface Wanted {
	/** Wants a story in these languages; what was wanted in this round before is not wanted again. */
	add(uuid: string, langs: Iterable<string>): boolean;
	/** True if the row was wanted in this round. */
	has(uuid: string, lang: string): boolean;
	/** All that were wanted. */
	uuids(): ReadonlySet<string>;
	/** The uuids still to be asked for in a language; asks for none of them again. */
	take(lang: string): string[];
	count(lang: string): number;
	/** The first of the languages in which there is something to ask for. */
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
