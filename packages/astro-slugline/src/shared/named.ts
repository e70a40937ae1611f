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
	const fold = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
	return Object.keys(options)
		.filter((name) => !names.includes(name))
		.map((name) => {
			const meant = names.find((other) => fold(other) === fold(name) || `${fold(other)}s` === fold(name));
			const advice = meant
				? `Did you mean \`${meant}\`?`
				: `Its option${names.length === 1 ? ' is' : 's are'} ${named(names)}.`;
			return `${of} has no option \`${name}\`, so it is ignored. ${advice}`;
		});
}
