/** How many findings of one kind are told; the rest is counted. */
const shown = 5;

/** Findings of one kind: few are kept in words, all are counted. */
export interface Findings {
	readonly count: number;
	add(sentence: () => string): void;
	/** The sentences, with the number of those left out. */
	lines(): string[];
}

export function findings(): Findings {
	const kept: string[] = [];
	let count = 0;
	return {
		get count() {
			return count;
		},
		add(sentence) {
			count += 1;
			if (kept.length < shown) kept.push(sentence());
		},
		lines: () => (count > kept.length ? [...kept, `and ${count - kept.length} more`] : kept),
	};
}
