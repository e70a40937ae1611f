/**
 * Parses a date of the API to whole seconds since 1970: stories have milliseconds and links do not, and links may have a time zone
 * without a colon. Null if there is no valid date.
 */
export function momentOf(text: string | null | undefined): number | null {
	if (!text) return null;
	const seconds = Math.floor(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) / 1000);
	return Number.isNaN(seconds) ? null : seconds;
}
