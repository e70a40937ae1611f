import { isObject } from 'astro-keep/shared/json';
import { plain } from '../../shared/rich-text/meaning.js';

/**
 * Two versions of a value that two people changed. They take the value's place until one is chosen, and are never saved. An empty
 * list is the version without the value.
 */
export interface TwoVersions {
	'editor:versions': [mine: unknown[], theirs: unknown[]];
	why: string;
}

type Values = Record<string, unknown>;

export const isTwoVersions = (value: unknown): value is TwoVersions =>
	isObject(value) && 'editor:versions' in value;

const isBlok = (value: unknown): value is Values => isObject(value) && typeof value['component'] === 'string';
const areBloks = (value: unknown): value is Values[] => Array.isArray(value) && value.every(isBlok);

/** True for a list of texts in which each is once. */
const areTexts = (value: unknown): value is string[] =>
	Array.isArray(value) &&
	value.every((one) => typeof one === 'string') &&
	new Set(value).size === value.length;

const textOf = (value: unknown, without?: string) =>
	JSON.stringify(value, (name, inner) => {
		if (name === without) return undefined;
		if (isObject(inner) && inner['type'] === 'doc') return plain(inner);
		return isObject(inner)
			? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
			: inner;
	});
/** A text without the white space around it, about which nobody has to choose; any other value as it is. */
export const bare = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
const isSame = (a: unknown, b: unknown) => textOf(bare(a)) === textOf(bare(b));

/** Whether two values say the same. The `_uid`s of their bloks may derive from their places. */
export const saysSame = (a: unknown, b: unknown): boolean => textOf(a, '_uid') === textOf(b, '_uid');

/**
 * Merges what two people made of a value. What both changed differently becomes a `TwoVersions`: a field of the content or of a
 * blok, or a list of bloks if one person removed a blok that the other changed, or if both moved bloks.
 *
 * @param base what both began with
 */
export function merge(base: unknown, mine: unknown, theirs: unknown): unknown {
	if (isSame(mine, theirs) || isSame(base, theirs)) return mine;
	if (isSame(base, mine)) return theirs;
	const merged =
		isBlok(base) && isBlok(mine) && isBlok(theirs) && mine['component'] === theirs['component']
			? mergeFields(base, mine, theirs)
			: areBloks(base) && areBloks(mine) && areBloks(theirs)
				? mergeLists(base, mine, theirs)
				: areTexts(base) && areTexts(mine) && areTexts(theirs)
					? mergeTexts(base, mine, theirs)
					: undefined;
	const why = 'Somebody else changed this, too. Choose a version.';
	return merged ?? { 'editor:versions': [mine, theirs].map((one) => (one === undefined ? [] : [one])), why };
}

/** The fields of a blok, in the order of theirs, in which they are saved. */
export function mergeFields(base: Values, mine: Values, theirs: Values): Values {
	const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
	// Nobody chooses between two ids.
	const mergedIn = (name: string) =>
		name === '_uid' ? (theirs[name] ?? mine[name]) : merge(base[name], mine[name], theirs[name]);
	const merged = names.map((name) => [name, mergedIn(name)] as const);
	return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

/**
 * Merges lists such as tags: what one person added stays, and what one removed goes.
 *
 * @returns undefined if one changed the order
 */
function mergeTexts(base: string[], mine: string[], theirs: string[]): string[] | undefined {
	const isMoved = (list: string[]) =>
		!isSame(
			list.filter((one) => base.includes(one)),
			base.filter((one) => list.includes(one)),
		);
	if (isMoved(mine) || isMoved(theirs)) return undefined;
	const added = mine.filter((one) => !base.includes(one) && !theirs.includes(one));
	return [...theirs.filter((one) => mine.includes(one) || !base.includes(one)), ...added];
}

/** @returns undefined if what one person removed or moved is what the other changed or moved */
function mergeLists(base: Values[], mine: Values[], theirs: Values[]): Values[] | undefined {
	const ofMine = match(base, mine, (uid) => uid !== undefined);
	const ofTheirs = withEdited(base, theirs, match(base, theirs, isStated), ofMine);
	const isRemoved = (place: number) => ofMine[place] === undefined || ofTheirs[place] === undefined;
	for (const [place, blok] of base.entries()) {
		const left = ofMine[place] ?? ofTheirs[place];
		if (isRemoved(place) && left && !saysSame(left, blok)) return undefined;
	}
	const kept = [...base.keys()].filter((place) => !isRemoved(place));
	const orderIn = (list: Values[], found: (Values | undefined)[]) =>
		[...kept].sort((a, b) => list.indexOf(found[a] as Values) - list.indexOf(found[b] as Values));
	const [myOrder, theirOrder] = [orderIn(mine, ofMine), orderIn(theirs, ofTheirs)];
	const [iMoved, theyMoved] = [myOrder, theirOrder].map((order) => !isSame(order, kept));
	if (iMoved && theyMoved && !isSame(myOrder, theirOrder)) return undefined;
	/** What is new goes behind the blok that it is behind in its own list. */
	const after = new Map<number | undefined, Values[]>();
	for (const [list, found] of [[mine, ofMine] as const, [theirs, ofTheirs] as const]) {
		let behind: number | undefined;
		for (const blok of list) {
			const place = found.indexOf(blok);
			if (place < 0) after.set(behind, [...(after.get(behind) ?? []), blok]);
			else if (kept.includes(place)) behind = place;
		}
	}
	const news = (place: number | undefined) => after.get(place) ?? [];
	const mergedAt = (place: number) => merge(base[place], ofMine[place], ofTheirs[place]) as Values;
	const order = iMoved ? myOrder : theirOrder;
	return [...news(undefined), ...order.flatMap((place) => [mergedAt(place), ...news(place)])];
}

/** True for a `_uid` of a file. The folder makes others of version 5, from places, so that after an insertion they are those of other bloks. */
const isStated = (uid: unknown): boolean => typeof uid === 'string' && uid.charAt(14) !== '5';

/**
 * The bloks of a list that those of an earlier one have become: those with the same `_uid`, or that say the same.
 *
 * @param isOwn true for a `_uid` that stays with its blok
 */
function match(base: Values[], list: Values[], isOwn: (uid: unknown) => boolean): (Values | undefined)[] {
	const found: (Values | undefined)[] = base.map(() => undefined);
	const free = new Set(list);
	const rules: ((old: Values, blok: Values) => boolean)[] = [
		(old, blok) =>
			isOwn(blok['_uid']) && old['_uid'] === blok['_uid'] && old['component'] === blok['component'],
		isSame,
		saysSame,
	];
	for (const rule of rules)
		for (const [place, old] of base.entries()) {
			const blok = found[place] ? undefined : [...free].find((one) => rule(old, one));
			if (!blok) continue;
			found[place] = blok;
			free.delete(blok);
		}
	return found;
}

/**
 * Adds the bloks that were edited at their places. Two that were edited may have changed places, too, so more than one counts only
 * where the other person changed nothing.
 */
function withEdited(
	base: Values[],
	list: Values[],
	found: (Values | undefined)[],
	others: (Values | undefined)[],
): (Values | undefined)[] {
	if (list.length !== base.length || found.some((blok, place) => blok && blok !== list[place])) return found;
	const isOnly = found.filter((blok) => !blok).length === 1;
	return found.map((blok, place) => {
		const [old, here] = [base[place], list[place]];
		const isSure = isOnly || saysSame(others[place], old);
		return blok ?? (isSure && old?.['component'] === here?.['component'] ? here : undefined);
	});
}
