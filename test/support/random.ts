/** Numbers that look random and are the same in every run. */
export interface Random {
	/** A whole number from 0 to less than `limit`. */
	below(limit: number): number;
	of<Item>(items: readonly Item[]): Item;
}

/** @param seed the same seed gives the same numbers */
export function createRandom(seed: number): Random {
	let state = seed * 0x9e3779b9;
	const next = (): number => {
		// mulberry32
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	const below = (limit: number) => Math.floor(next() * limit);
	return {
		below,
		of<Item>(items: readonly Item[]) {
			const item = items[below(items.length)];
			if (item === undefined) throw new Error('There is nothing to choose from.');
			return item;
		},
	};
}
