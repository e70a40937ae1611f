/** A part of a text, by the offsets of its first character and of the one after its last. */
export interface Range {
	start: number;
	end: number;
}

/** A text with other texts in place of some ranges, which are in order. */
export function replaceRanges(text: string, replacements: readonly (Range & { text: string })[]): string {
	let [result, from] = ['', 0];
	for (const { start, end, text: replacement } of replacements) {
		result += text.slice(from, start) + replacement;
		from = end;
	}
	return result + text.slice(from);
}
