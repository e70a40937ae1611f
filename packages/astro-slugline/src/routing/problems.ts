/** How many findings of one kind a message lists. The rest are counted. */
const maxShown = 5;

/** Findings of one kind. All are counted, and the first few are recorded as sentences. */
export interface Findings {
	readonly count: number;
	add(sentence: () => string): void;
	/** The recorded sentences, followed by how many more there are. */
	lines(): string[];
}

/** Creates an empty collection of findings. */
export function findings(): Findings {
	const sentences: string[] = [];
	let count = 0;
	return {
		get count() {
			return count;
		},
		add(sentence) {
			count += 1;
			if (sentences.length < maxShown) sentences.push(sentence());
		},
		lines: () =>
			count > sentences.length ? [...sentences, `and ${count - sentences.length} more`] : sentences,
	};
}
