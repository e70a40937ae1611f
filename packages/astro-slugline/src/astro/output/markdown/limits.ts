/** Formatting elements, which a parser reopens in each following block until they are closed. */
const formatting = new Set(
	['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's'].concat(['small', 'strike', 'strong', 'tt', 'u']),
);

const tag = /<(\/?)([a-z][a-z0-9]*)/gi;

/** Maximum number of open formatting elements in normal text. */
const usualOpen = 8;

/** Maximum number of elements that a parser may reopen. */
const maxReopened = 200_000;

/**
 * Rejects HTML whose text is small but which would fill the memory when parsed: unclosed formatting elements are reopened in every
 * following block, so that 30 kB become millions of elements.
 *
 * @throws {Error} with a message that ends the sentence `A Markdown field cannot be rendered: …`
 */
export function checkOpenElements(html: string): void {
	let open = 0;
	let reopened = 0;
	for (const [, end, name = ''] of html.matchAll(tag)) {
		if (formatting.has(name.toLowerCase())) open = Math.max(0, open + (end ? -1 : 1));
		else if (open > usualOpen) reopened += open;
		if (reopened <= maxReopened) continue;
		throw new Error(
			`its HTML opens ${open} elements such as <b> and does not close them, so that they are opened again in every block`,
		);
	}
}

/** Maximum sum over the paragraphs of a text: the number of its smart signs, times its length. */
const maxSmartWork = 20_000_000;

/**
 * True if Astro's processor would need seconds or hours to make the quotation marks, dashes, and dots of a text typographic, or would
 * abort: for each of them, it goes through the paragraph.
 */
export function hasManySigns(text: string): boolean {
	let work = 0;
	for (const part of text.split(/\n[ \t\r]*\n/))
		work += part.length * (part.match(/["']|--|\.{3}/g)?.length ?? 0);
	return work > maxSmartWork;
}

/** Maximum number of quotes and lists that a text may be in. Processors need quadratic time for them, and are recursive. */
const maxNesting = 1000;

/** What opens or continues quotes and lists. */
const opening = /^(?:[\s>]|[-+*]\s|\d{1,9}[.)]\s)+/;

/**
 * Rejects deeply nested quotes and lists before they are parsed. A line can only be in those that it is indented for, and in those
 * that it begins itself.
 *
 * @throws {Error} with a message that ends the sentence `A Markdown field cannot be rendered: …`
 */
export function checkNesting(text: string): void {
	let depth = 0;
	for (const line of text.split(/\r\n|\r|\n/)) {
		if (line.trim() === '') continue;
		const [start = ''] = opening.exec(line) ?? [];
		// A tab is as wide as the indents of two lists.
		depth = Math.min(depth, 2 * start.length) + start.replace(/[\s\d]/g, '').length;
		if (depth > maxNesting) throw new Error('it is nested too deep');
	}
}

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
