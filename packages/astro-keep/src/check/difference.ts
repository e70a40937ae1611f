/** Characters of a text that are shown before its first difference, and from there on. */
const shownBefore = 20;
const shownAfter = 40;
/** The longest tag that is shown as a whole, in characters beside those above. */
const maxTag = 100;

/**
 * Describes the first difference between two texts. The excerpts begin and end between tags, unless a tag is very long.
 *
 * @example differenceOf('<p>old</p>', '<p>new</p>') // → '"<p>old</p>" in the cached copy, "<p>new</p>" now'
 */
export function differenceOf(
	before: string,
	now: string,
	[old, fresh] = ['in the cached copy', 'now'],
): string {
	let at = 0;
	while (at < before.length && before[at] === now[at]) at += 1;
	const excerpt = (text: string) => JSON.stringify(text.slice(startOf(text, at), endOf(text, at)));
	return `${excerpt(before)} ${old}, ${excerpt(now)} ${fresh}`;
}

/** Where the tag begins that this place is in; undefined if it is between tags. */
function tagAround(text: string, place: number): number | undefined {
	const before = text.slice(0, place);
	const start = before.lastIndexOf('<');
	return start > before.lastIndexOf('>') ? start : undefined;
}

function startOf(text: string, at: number): number {
	const place = Math.max(0, at - shownBefore);
	const tag = tagAround(text, place);
	if (tag === undefined) return place;
	const end = text.indexOf('>', place) + 1;
	if (end > 0 && end <= at) return end;
	return place - tag <= maxTag ? tag : place;
}

function endOf(text: string, at: number): number {
	const place = Math.min(text.length, at + shownAfter);
	const tag = tagAround(text, place);
	if (tag === undefined) return place;
	// A tag that only begins after the difference is left out.
	if (tag > at) return tag;
	const end = text.indexOf('>', place) + 1;
	return end > 0 && end - place <= maxTag ? end : place;
}
