/** What moves a cursor, changes colors, or turns the direction of a text around. Tabs and line breaks are left. */
const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * A text for a terminal, however it came to be: what would do something there is replaced, line breaks stay.
 *
 * @example printable('\u001b[2Jgone') // '\ufffd[2Jgone'
 */
export const printable = (text: string): string =>
	text.replace(unprintable, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'));

/** A name that editors gave, or words of the service, for the middle of a sentence: on one line, with nothing that does anything. */
export const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' '));
