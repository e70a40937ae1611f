/** Minutes that a text takes at 220 words a minute, at least one. */
export function minutesToRead(source: string): number {
	return Math.max(1, Math.round(source.split(/\s+/).length / 220));
}

/** A moment as a date in words: `4 June 2026`, `4 Jun 2026`, `4 Jun`. In UTC, so that it is the same on every machine. */
export function dateIn(locale: string, moment: string, style: 'long' | 'list' | 'short' = 'long'): string {
	return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
		day: 'numeric',
		month: style === 'long' ? 'long' : 'short',
		...(style === 'short' ? {} : { year: 'numeric' }),
		timeZone: 'UTC',
	}).format(new Date(moment));
}
