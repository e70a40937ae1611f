/** Cells that a table may have: rendering one takes some 2 kB. */
const maxCells = 200_000;

/** A line between the header and the rows of a table, perhaps in quotes and lists. */
const delimiter = /^[\s>|:+*\d.)-]*-[\s>|:+*\d.)-]*$/;
const blank = /^[\s>]*$/;

/**
 * Refuses a table that is small as text and fills the memory once it is rendered: each row has as many cells as the header,
 * however few are written.
 *
 * @throws {Error} whose message ends the sentence `A Markdown field cannot be rendered: …`
 */
export function checkTables(text: string): void {
	if (text.length < 1000 || !text.includes('|')) return;
	let columns = 0;
	let rows = 0;
	for (const line of text.split(/\r\n|\r|\n/)) {
		if (blank.test(line)) {
			columns = 0;
			rows = 0;
			continue;
		}
		rows += 1;
		if (delimiter.test(line)) columns = Math.max(columns, line.split('|').length);
		if (columns > 1 && columns * rows > maxCells) {
			throw new Error(`it has a table of more than ${maxCells.toLocaleString('en')} cells`);
		}
	}
}
