/** @internal */
/** Names that a sentence lists. The rest are counted. */
const maxNamed = 6;

/** Lists names in a sentence. @example `` named(['article', 'author']) // '`article` and `author`' `` */
export function named(names: Iterable<string>): string {
	const all = [...new Set(names)].sort().map((name) => `\`${name}\``);
	const shown = all.length > maxNamed ? all.slice(0, maxNamed - 1) : all;
	const rest = all.length - shown.length;
	const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
	const last = parts.pop();
	return parts.length > 0 ? `${parts.join(', ')} and ${last}` : (last ?? 'none');
}

/** A number with its noun. @example `count(2, 'story', 'stories')` // '2 stories' */
export const count = (number: number, one: string, many = `${one}s`): string =>
	`${number} ${number === 1 ? one : many}`;

/** The first items of a list, and how many more there are. @example `some(['a', 'b', 'c'], 2)` // 'a, b and 1 more' */
export function some(items: readonly string[], limit: number): string {
	const first = items.slice(0, limit).join(', ');
	return items.length > limit ? `${first} and ${items.length - limit} more` : first;
}

/** Says what exists, for a message about something that does not. @example 'there are `article` and `author`' */
export function whatThereIs(names: Iterable<string>): string {
	const all = [...new Set(names)];
	if (all.length === 0) return 'there are none';
	return `there ${all.length === 1 ? 'is' : 'are'} ${named(all)}`;
}

/**
 * Ends a sentence about a name that does not exist: with the name that was probably meant, or else with those that exist.
 *
 * @example insteadOf('Post', ['article', 'page']) // '; there are `article` and `page`.'
 */
export function insteadOf(wrong: string, names: Iterable<string>): string {
	const all = [...names];
	const meant = nearest(wrong, all);
	return meant ? `. Did you mean \`${meant}\`?` : `; ${whatThereIs(all)}.`;
}

/**
 * A sentence for each option that a function does not have, with the option that was probably meant.
 *
 * @example unknownOptions('stories()', { starts_with: 'blog/' }, ['startsWith'])
 */
export function unknownOptions(of: string, options: object, names: readonly string[]): string[] {
	return Object.keys(options)
		.filter((name) => !names.includes(name))
		.map((name) => {
			const meant = nearest(name, names);
			const advice = meant
				? `Did you mean \`${meant}\`?`
				: `Its option${names.length === 1 ? ' is' : 's are'} ${names.map((one) => `\`${one}\``).join(', ')}.`;
			return `${of} has no option \`${name}\`, so it is ignored. ${advice}`;
		});
}

/** The name that differs least from a wrong one, in case and signs or in up to two letters; undefined if none is near. */
export function nearest(wrong: string, names: readonly string[]): string | undefined {
	const fold = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
	const [best] = names
		.map((name) => ({ name, edits: editsBetween(fold(wrong), fold(name)) }))
		.filter(({ name, edits }) => edits <= Math.min(2, fold(name).length / 3))
		.sort((a, b) => a.edits - b.edits);
	return best?.name;
}

/** How many letters must be added, removed, replaced, or swapped with the next to make one text the other. */
function editsBetween(one: string, other: string): number {
	let earlier: number[] = [];
	let row = [...other, ''].map((_, at) => at);
	for (let at = 0; at < one.length; at += 1) {
		const next = [at + 1];
		for (let to = 0; to < other.length; to += 1) {
			const [left = 0, above = 0, both = 0] = [next[to], row[to + 1], row[to]];
			const isSwapped = at > 0 && to > 0 && one[at] === other[to - 1] && one[at - 1] === other[to];
			const swapped = isSwapped ? (earlier[to - 1] ?? 0) + 1 : Infinity;
			next.push(Math.min(left + 1, above + 1, both + (one[at] === other[to] ? 0 : 1), swapped));
		}
		[earlier, row] = [row, next];
	}
	return row.at(-1) ?? 0;
}

/** Folds the name of a content type or a file for comparison: `teaser_grid`, `TeaserGrid`, and `teaser-grid` are equal. */
export const foldName = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

/** Folds the code of a language for comparison: it may have hyphens or underscores, in any case. */
export const foldCode = (code: string): string => code.toLowerCase().replaceAll('_', '-');
