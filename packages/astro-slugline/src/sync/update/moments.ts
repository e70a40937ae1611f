/**
 * A moment as the service writes it, in whole seconds since 1970: stories have milliseconds where links have none, and
 * links may have a zone without a colon. Null if there is none, or none that can be read.
 */
export function momentOf(text: string | null | undefined): number | null {
	if (!text) return null;
	const seconds = Math.floor(Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')) / 1000);
	return Number.isNaN(seconds) ? null : seconds;
}
