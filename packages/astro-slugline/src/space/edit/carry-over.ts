import { diffArrays } from 'diff';

/** A place between two lines: in the original, before the change, and after it. */
type Cut = readonly [own: number, old: number, changed: number];

/**
 * Makes the change between two texts to a third that says the same as the first, but is spelled differently. Lines that the
 * change does not affect stay as they are.
 *
 * @example carryOver('a:  1\nb:  2\n', 'a: 1\nb: 2\n', 'a: 1\nb: 3\n') // 'a:  1\nb: 3\n'
 */
export function carryOver(original: string, before: string, after: string): string {
	const [own, old, changed] = [linesOf(original), linesOf(before), linesOf(after)];
	const inOwn = sharedLines(old, own, (a, b) => meaningOf(a) === meaningOf(b));
	const inChanged = sharedLines(old, changed, (a, b) => a === b);
	const indents = old.flatMap((line, index): [number, string, string][] => {
		const [atOwn, atChanged] = [inOwn.get(index), inChanged.get(index)];
		if (atOwn === undefined || atChanged === undefined || !/^ *[^\s#]/.test(line)) return [];
		return [[atChanged, indentOf(line), indentOf(own[atOwn])]];
	});
	/** Indents a line like the next one of its depth. */
	const indented = (line: string, index: number): string => {
		const alike = indents.filter(([, printed]) => printed === indentOf(line));
		const [next] = alike.sort(([a], [b]) => Math.abs(a - index) - Math.abs(b - index));
		return next ? next[2] + line.slice(next[1].length) : line;
	};
	let from: Cut = [0, 0, 0];
	const texts: string[] = [];
	for (const cut of [
		...cutsOf(old.length, inOwn, inChanged),
		[own.length, old.length, changed.length] as const,
	]) {
		const lines = changed.slice(from[2], cut[2]);
		const isSame = old.slice(from[1], cut[1]).join('') === lines.join('');
		const start = from[2];
		texts.push(
			...(isSame ? own.slice(from[0], cut[0]) : lines.map((line, index) => indented(line, start + index))),
		);
		from = cut;
	}
	return texts.join('');
}

/** The places that all three texts share, because they share a line beside them. */
function cutsOf(
	count: number,
	inOwn: ReadonlyMap<number, number>,
	inChanged: ReadonlyMap<number, number>,
): Cut[] {
	const after = (places: ReadonlyMap<number, number>, index: number) => {
		const place = places.get(index - 1);
		return place === undefined ? undefined : place + 1;
	};
	return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
		const ends = [after(inOwn, index), after(inChanged, index)];
		const starts = [inOwn.get(index), inChanged.get(index)];
		const both = [ends, starts].filter((one) => one.every((place) => place !== undefined));
		const cuts = both.length > 0 ? both : [[ends[0] ?? starts[0], ends[1] ?? starts[1]]];
		return cuts.flatMap(([own, changed]): Cut[] =>
			own === undefined || changed === undefined ? [] : [[own, index, changed]],
		);
	});
}

const linesOf = (text: string): string[] => text.split(/(?<=\n)/);

const meaningOf = (line: string): string => line.replace(/[\s"']+/g, '');

const indentOf = (line = ''): string => /^ */.exec(line)?.[0] ?? '';

/** The lines that two texts share: indexes in one by indexes in the other. */
function sharedLines(
	one: string[],
	other: string[],
	comparator: (a: string, b: string) => boolean,
): Map<number, number> {
	const shared = new Map<number, number>();
	let [a, b] = [0, 0];
	for (const { added, removed, count } of diffArrays(one, other, { comparator })) {
		for (let line = 0; !added && !removed && line < count; line++) shared.set(a + line, b + line);
		if (!added) a += count;
		if (!removed) b += count;
	}
	return shared;
}
