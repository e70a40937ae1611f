import { oneLine } from '../../../shared/printable.js';
import { buildChannel } from './build-channel.js';
import type { Notice, Read } from './channel.js';
import { answers, record } from './record.js';

/** The kind of read that says that a page has told something: a build tells it again where it keeps the page. */
export const noticeKind = 'notice';

answers(noticeKind, async (asked) => asked);

/** What a read of that kind is about. */
export function noticeOfRead(read: Read): Notice {
	const [sentence, page]: [string, string?] = JSON.parse(read.slice(noticeKind.length + 1));
	return { sentence, page };
}

/** Takes the notices of pages from now on; undefined for nobody. */
export function takeNotices(take: ((notice: Notice) => void) | undefined): void {
	buildChannel().takeNotice = take;
}

/** Runs something whose notices are known already, such as a check of cached pages. */
export async function withoutNotices<Result>(run: () => Promise<Result>): Promise<Result> {
	const { takeNotice } = buildChannel();
	buildChannel().takeNotice = () => {};
	try {
		return await run();
	} finally {
		buildChannel().takeNotice = takeNotice;
	}
}

const told = new Set<string>();

/** Tells a notice: at the end of a build together with those of the other pages, else at once, and once. */
export function notice(sentence: string, page?: string): void {
	const take = buildChannel().takeNotice;
	if (take) {
		record(`${noticeKind} ${JSON.stringify(page === undefined ? [sentence] : [sentence, page])}`);
		take({ sentence, page });
		return;
	}
	if (told.has(sentence)) return;
	told.add(sentence);
	console.warn(`[astro-slugline] ${noticeLine(sentence, page === undefined ? [] : [page])}`);
}

/** How many pages are named; a link in the navigation stands on all of them. */
const most = 5;

/** A sentence with the pages that it is true of. */
export function noticeLine(given: string, pages: readonly string[]): string {
	const sentence = oneLine(given);
	if (pages.length === 0) return sentence;
	const named = pages.length > most ? pages.slice(0, most - 1) : pages;
	const rest = pages.length - named.length;
	return `${sentence} Seen on ${named.join(', ')}${rest > 0 ? ` and ${rest} more pages` : ''}.`;
}
