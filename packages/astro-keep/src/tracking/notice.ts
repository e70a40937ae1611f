import { oneLine } from '../shared/text/printable.js';
import { buildChannel } from './build-channel.js';
import { placeInSite } from './place-in-site.js';
import { importerNow, record } from './record.js';

/** Runs a function whose warnings are already known, such as a check of cached pages, and ignores them. */
export async function withoutNotices<Result>(run: () => Promise<Result>): Promise<Result> {
	const build = buildChannel();
	const { takeNotice } = build;
	build.takeNotice = () => {};
	try {
		return await run();
	} finally {
		build.takeNotice = takeNotice;
	}
}

const logged = new Set<string>();

/** The file and line of the site that runs now, in dev. */
function placeNow(): string | undefined {
	const { file, line } = placeInSite(new Error().stack) ?? {};
	const folder = `${globalThis.process?.cwd()}/`.replaceAll('\\', '/');
	return file && `${file.replaceAll('\\', '/').replace(folder, '')}:${line}`;
}

/**
 * Makes the function with which a package warns about pages. A build logs warnings at its end, each once with its pages, and with
 * the module that asked. In dev and on a server, each is logged at once, and only once.
 *
 * @param name the name of the package, for the log
 */
export function noticesOf(name: string) {
	function log(sentence: string, page: string | undefined): void {
		if (logged.has(sentence)) return;
		logged.add(sentence);
		console.warn(`[${name}] ${noticeLine(sentence, page === undefined ? [] : [page])}`);
	}
	/** @param unless an address that only the finished site can confirm, or else the dev server, with its text as the fragment */
	return (said: string, page?: string, unless?: string): void => {
		const { takeNotice, askDev } = buildChannel();
		const caller = importerNow() || (askDev && placeNow());
		const sentence = caller === undefined ? said : `${said} Called in ${caller}.`;
		if (takeNotice) {
			record('notice', [sentence, page ?? null, unless ?? null]);
			takeNotice({ sentence, page, unless });
		} else if (unless === undefined) log(sentence, page);
		else
			void askDev?.(unless).then((known) => {
				if (known !== undefined) log(known ? `${sentence} ${known}` : sentence, page);
			});
	};
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
