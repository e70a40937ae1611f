/**
 * Gives a text in the page its new value. Where the page still has the old one, only the part that differs is replaced, so
 * that a selection around it stays; where a script changed it, the new text wins.
 */
export function patchText(live: CharacterData, old: string, fresh: string): void {
	if (live.data === fresh) return;
	if (live.data !== old) {
		live.data = fresh;
		return;
	}
	const shorter = Math.min(old.length, fresh.length);
	let start = 0;
	while (start < shorter && old[start] === fresh[start]) start += 1;
	let end = 0;
	while (end < shorter - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
	live.replaceData(start, old.length - start - end, fresh.slice(start, fresh.length - end));
}
