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

/** Says what exists, for a message about something that does not. @example 'there are `article` and `author`' */
export function whatThereIs(names: Iterable<string>): string {
	const all = [...new Set(names)];
	if (all.length === 0) return 'there are none';
	return `there ${all.length === 1 ? 'is' : 'are'} ${named(all)}`;
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
				: `Its option${names.length === 1 ? ' is' : 's are'} ${named(names)}.`;
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

/** How many letters must be added, removed, or replaced to make one text the other. */
function editsBetween(one: string, other: string): number {
	let row = [...other, ''].map((_, at) => at);
	for (const [at, letter] of [...one].entries()) {
		const next = [at + 1];
		for (const [to, compared] of [...other].entries()) {
			const [left = 0, above = 0, both = 0] = [next[to], row[to + 1], row[to]];
			next.push(Math.min(left + 1, above + 1, both + (letter === compared ? 0 : 1)));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
