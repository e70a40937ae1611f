import { oneLine } from '../../../shared/text/printable.js';
import { buildChannel } from './build-channel.js';
import type { Notice, Read } from './channel.js';
import { answers, record } from './record.js';

/** The kind of read for a warning of a page, so that a build can repeat the warning for a cached page. */
export const noticeKind = 'notice';

answers(noticeKind, async (asked) => asked);

/** The warning of such a read. */
export function noticeOfRead(read: Read): Notice {
	const [sentence, page, unless]: [string, string?, string?] = JSON.parse(read.slice(noticeKind.length + 1));
	return { sentence, page: page ?? undefined, unless };
}

/** Sets the function that takes the warnings of pages; undefined to log them at once again. */
export function takeNotices(take: ((notice: Notice) => void) | undefined): void {
	buildChannel().takeNotice = take;
}

/** Runs a function whose warnings are already known, such as a check of cached pages, and ignores them. */
export async function withoutNotices<Result>(run: () => Promise<Result>): Promise<Result> {
	const { takeNotice } = buildChannel();
	buildChannel().takeNotice = () => {};
	try {
		return await run();
	} finally {
		buildChannel().takeNotice = takeNotice;
	}
}

const logged = new Set<string>();

/**
 * Warns about a page. A build logs warnings at its end, each once with its pages. In dev and on a server, each is logged at once,
 * and only once.
 *
 * @param unless an address that only a finished site can show to be right; without one, nothing is logged
 */
export function notice(sentence: string, page?: string, unless?: string): void {
	const take = buildChannel().takeNotice;
	if (take) {
		const parts = [sentence, ...(page === undefined && unless === undefined ? [] : [page])];
		record(`${noticeKind} ${JSON.stringify(unless === undefined ? parts : [...parts, unless])}`);
		take({ sentence, page, unless });
		return;
	}
	if (unless !== undefined || logged.has(sentence)) return;
	logged.add(sentence);
	console.warn(`[astro-slugline] ${noticeLine(sentence, page === undefined ? [] : [page])}`);
}

/** Maximum number of pages that a warning names. A link in the navigation is on all pages. */
const maxPages = 5;

/** The log line of a warning, with its pages. */
export function noticeLine(given: string, pages: readonly string[]): string {
	const sentence = oneLine(given);
	if (pages.length === 0) return sentence;
	const named = pages.length > maxPages ? pages.slice(0, maxPages - 1) : pages;
	const rest = pages.length - named.length;
	return `${sentence} Seen on ${named.join(', ')}${rest > 0 ? ` and ${rest} more pages` : ''}.`;
}
