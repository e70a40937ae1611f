/** Elements that a parser opens again in each block that follows, until they are closed. */
const formatting = new Set(
	['a', 'b', 'big', 'code', 'em', 'font', 'i', 'nobr', 's'].concat(['small', 'strike', 'strong', 'tt', 'u']),
);

const tag = /<(\/?)([a-z][a-z0-9]*)/gi;

/** Open formatting elements of usual text at most. */
const usualOpen = 8;

/** Elements that a parser may open again. */
const maxReopened = 200_000;

/**
 * Refuses HTML that is small as text and fills the memory once it is parsed: formatting elements that are not closed are opened
 * again in every block after them, so that 30 kB become millions of elements.
 *
 * @throws {Error} whose message ends the sentence `A Markdown field cannot be rendered: …`
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

/** The square of the quotation marks of a paragraph, summed up: 4,000 in one paragraph, or far more in several. */
const maxQuoteWork = 20_000_000;

/**
 * Whether a text has so many quotation marks that Astro's processor needs seconds or hours for making them typographic: in each
 * paragraph it compares each mark with all others.
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
