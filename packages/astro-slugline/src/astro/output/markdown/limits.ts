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

/** Maximum sum of the squared numbers of quotation marks per paragraph: about 4,000 in one paragraph, or many more in several. */
const maxQuoteWork = 20_000_000;

/**
 * True if a text has so many quotation marks that Astro's processor would need seconds or hours to make them typographic, because it
 * compares each mark of a paragraph with all others.
 */
export function hasManyQuotes(text: string): boolean {
	let work = 0;
	let quotes = 0;
	for (const line of text.split(/\r\n|\r|\n/)) {
		if (line.trim() === '') {
			work += quotes ** 2;
			quotes = 0;
		} else for (const sign of line) if (sign === '"' || sign === "'") quotes += 1;
	}
	return work + quotes ** 2 > maxQuoteWork;
}
