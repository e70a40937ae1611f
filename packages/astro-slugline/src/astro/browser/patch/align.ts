import { diffArrays } from 'diff';
import { type Keyed, kindOf } from './keys.js';

/** Lists with more differences than this are not compared further: their nodes are replaced. */
const maxEdits = 500;

const isOfKind = (old: Keyed, fresh: Keyed): boolean => kindOf(old.item) === kindOf(fresh.item);

const isEqual = (old: Keyed, fresh: Keyed): boolean => old.item.isEqualNode(fresh.item);

/**
 * Matches the nodes of a list with those of an older one: those with equal keys first, then the best common sequence of equal
 * nodes, and between those, nodes of equal kind in their order.
 *
 * @returns the old node of each new one that has one
 */
export function align(olds: readonly Keyed[], news: readonly Keyed[]): Map<Keyed, Keyed> {
	const match = new Map<Keyed, Keyed>();
	const byKey = new Map<string, Keyed[]>();
	for (const old of olds) if (old.key !== undefined) byKey.set(old.key, [...(byKey.get(old.key) ?? []), old]);
	for (const fresh of news) {
		const candidates = byKey.get(fresh.key ?? '') ?? [];
		const place = candidates.findIndex((old) => isOfKind(old, fresh));
		for (const old of candidates.splice(place, place < 0 ? 0 : 1)) match.set(fresh, old);
	}

	const plainOlds = olds.filter(({ key }) => key === undefined);
	const plainNews = news.filter(({ key }) => key === undefined);
	let [oldFrom, newFrom] = [0, 0];
	const matchKinds = (oldTo?: number, newTo?: number) => {
		const gap = [plainOlds.slice(oldFrom, oldTo), plainNews.slice(newFrom, newTo)] as const;
		for (const [old, fresh] of commonSequence(...gap, isOfKind)) match.set(fresh, old);
	};
	for (const [old, fresh] of commonSequence(plainOlds, plainNews, isEqual)) {
		match.set(fresh, old);
		const [oldAt, newAt] = [plainOlds.indexOf(old, oldFrom), plainNews.indexOf(fresh, newFrom)];
		matchKinds(oldAt, newAt);
		[oldFrom, newFrom] = [oldAt + 1, newAt + 1];
	}
	matchKinds();
	return match;
}

/** The longest sequence of pairs that both lists have in the same order; nothing for lists that differ too much. */
export function commonSequence<Item>(
	olds: readonly Item[],
	news: readonly Item[],
	fits: (old: Item, fresh: Item) => boolean = Object.is,
): [old: Item, fresh: Item][] {
	const changes = diffArrays([...olds], [...news], { comparator: fits, maxEditLength: maxEdits }) ?? [];
	let at = 0;
	return changes.flatMap(({ added, removed, count, value }) => {
		const pairs = value.map((fresh, place): [Item, Item] => [olds[at + place] as Item, fresh]);
		if (!added) at += count;
		return added || removed ? [] : pairs;
	});
}
