/** Maximum number of cells in a table. Rendering a cell takes about 2 kB of memory. */
const maxCells = 200_000;

/** The line between the header and the rows of a table, which may be in a quote or a list. */
const delimiter = /^[\s>|:+*\d.)-]+$/;
const blank = /^[\s>]*$/;

/**
 * Rejects a table whose text is small but whose HTML would fill the memory: each row gets as many cells as the header has, even
 * if it has fewer in the text.
 *
 * @throws {Error} with a message that ends the sentence `A Markdown field cannot be rendered: …`
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
		if (line.includes('-') && delimiter.test(line)) columns = Math.max(columns, line.split('|').length);
		if (columns > 1 && columns * rows > maxCells) {
			throw new Error(`it has a table of more than ${maxCells.toLocaleString('en')} cells`);
		}
	}
}
