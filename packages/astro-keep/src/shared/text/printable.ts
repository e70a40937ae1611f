/** @internal */
/**
 * Characters that move the cursor, change colors, or reverse the direction of text. Tabs and line breaks are
 * allowed.
 */
const unprintable = /[\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Makes any text safe for a terminal: replaces characters with an effect there, and preserves line breaks.
 *
 * @example printable('\u001b[2Jgone') // '\ufffd[2Jgone'
 */
export const printable = (text: string): string =>
	text.replace(unprintable, (sign) => (sign === '\n' || sign === '\t' ? sign : '\ufffd'));

/** Makes text from editors or the API safe for the middle of a sentence: one line, without control characters. */
export const oneLine = (text: string): string => printable(text.replace(/\s+/g, ' '));

export const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
