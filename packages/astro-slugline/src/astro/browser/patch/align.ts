/** How items of two lists are compared. */
export interface Likeness<Item> {
	/** True if both are the same in every way. */
	equal(one: Item, other: Item): boolean;
	/** Items of different kinds never match. */
	kind(item: Item): string;
}

/** An item of a list. Items with the same key match wherever they are. */
export interface Keyed<Item> {
	item: Item;
	key: string | undefined;
}

/** Above this many comparisons, items without keys are matched by their place instead of by the best common sequence. */
const maxComparisons = 250_000;

/**
 * Matches the items of a list with those of an older one: equal items at both ends first, then items with equal keys, then
 * the best common sequence of equal items, and between those, items of equal kind in their order.
 *
 * @returns for each new item the index of its old one, or -1
 */
export function align<Item>(
	olds: readonly Keyed<Item>[],
	news: readonly Keyed<Item>[],
	{ equal, kind }: Likeness<Item>,
): number[] {
	const match = new Array<number>(news.length).fill(-1);
	const isEqual = (old: number, fresh: number) => {
		const [one, other] = [olds[old], news[fresh]];
		return one !== undefined && other !== undefined && one.key === other.key && equal(one.item, other.item);
	};
	const isOfKind = (old: number, fresh: number) => {
		const [one, other] = [olds[old], news[fresh]];
		return one !== undefined && other !== undefined && kind(one.item) === kind(other.item);
	};

	let start = 0;
	while (start < olds.length && start < news.length && isEqual(start, start)) {
		match[start] = start;
		start += 1;
	}
	let [oldEnd, newEnd] = [olds.length, news.length];
	while (oldEnd > start && newEnd > start && isEqual(oldEnd - 1, newEnd - 1)) {
		oldEnd -= 1;
		newEnd -= 1;
		match[newEnd] = oldEnd;
	}

	const byKey = new Map<string, number[]>();
	const plainOlds: number[] = [];
	for (let old = start; old < oldEnd; old++) {
		const key = olds[old]?.key;
		if (key === undefined) plainOlds.push(old);
		else byKey.set(key, [...(byKey.get(key) ?? []), old]);
	}
	const plainNews: number[] = [];
	for (let fresh = start; fresh < newEnd; fresh++) {
		const key = news[fresh]?.key;
		if (key === undefined) {
			plainNews.push(fresh);
			continue;
		}
		const candidates = byKey.get(key) ?? [];
		const place = candidates.findIndex((old) => isOfKind(old, fresh));
		if (place >= 0) match[fresh] = candidates.splice(place, 1)[0] ?? -1;
	}

	let [oldFrom, newFrom] = [0, 0];
	const matchKinds = (oldTo: number, newTo: number) => {
		const [gapOlds, gapNews] = [plainOlds.slice(oldFrom, oldTo), plainNews.slice(newFrom, newTo)];
		for (const [old, fresh] of commonSequence(gapOlds, gapNews, isOfKind)) match[fresh] = old;
	};
	for (const [old, fresh] of commonSequence(plainOlds, plainNews, isEqual)) {
		match[fresh] = old;
		const [oldAt, newAt] = [plainOlds.indexOf(old, oldFrom), plainNews.indexOf(fresh, newFrom)];
		matchKinds(oldAt, newAt);
		[oldFrom, newFrom] = [oldAt + 1, newAt + 1];
	}
	matchKinds(plainOlds.length, plainNews.length);
	return match;
}

/** The longest sequence of pairs that both lists have in the same order; of very long lists, what is at the same place in both. */
function commonSequence(
	olds: readonly number[],
	news: readonly number[],
	fits: (old: number, fresh: number) => boolean,
): [old: number, fresh: number][] {
	if (olds.length * news.length > maxComparisons) {
		const pairs = olds.slice(0, news.length).map((old, at): [number, number] => [old, news[at] ?? -1]);
		return pairs.filter(([old, fresh]) => fits(old, fresh));
	}
	const width = news.length + 1;
	const lengths = new Uint32Array((olds.length + 1) * width);
	const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
	const fit = new Uint8Array(olds.length * news.length);
	for (let row = olds.length - 1; row >= 0; row--) {
		for (let column = news.length - 1; column >= 0; column--) {
			const isFit = fits(olds[row] ?? -1, news[column] ?? -1);
			fit[row * news.length + column] = isFit ? 1 : 0;
			lengths[row * width + column] = isFit
				? at(row + 1, column + 1) + 1
				: Math.max(at(row + 1, column), at(row, column + 1));
		}
	}
	const pairs: [number, number][] = [];
	let [row, column] = [0, 0];
	while (row < olds.length && column < news.length) {
		if (fit[row * news.length + column]) pairs.push([olds[row++] ?? -1, news[column++] ?? -1]);
		else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
		else column += 1;
	}
	return pairs;
}

/** The places of the longest run of growing numbers, without those below 0: what may stay while the rest moves around it. */
export function longestRun(numbers: readonly number[]): Set<number> {
	const tails: number[] = [];
	const before = new Array<number>(numbers.length).fill(-1);
	numbers.forEach((number, place) => {
		if (number < 0) return;
		let [low, high] = [0, tails.length];
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((numbers[tails[middle] ?? 0] ?? 0) < number) low = middle + 1;
			else high = middle;
		}
		before[place] = low > 0 ? (tails[low - 1] ?? -1) : -1;
		tails[low] = place;
	});
	const run = new Set<number>();
	for (let place = tails.at(-1) ?? -1; place >= 0; place = before[place] ?? -1) run.add(place);
	return run;
}
