import { isOther, slugOf } from './find.js';
import { isBelow, sharedPrefix } from './languages.js';
import type { LinkOptions } from './link.js';
import { isPath, pageOf } from './page-of-link.js';

/** A link to a Markdown file of a folder as one to its story. It begins at the file, as on GitHub. */
export const withoutFile = (address: string): string =>
	address.replace(/^(?![./])(?=.*\.md$)/, './').replace(/(?:(?<=\/)index)?\.md$/, '');

/** A relative address as the folder of the story with the link has it, and as the address of that story's page has it. */
export function besides(address: string, from: LinkOptions['from']): string[] {
	const page = address.startsWith('/') || from === undefined ? undefined : pageOf(from);
	return [page && `/${slugOf(page)}${page.isStart ? '/' : ''}`, page?.href].flatMap((base) =>
		base === undefined ? [] : pathFrom(address, wholeOf(base)),
	);
}

/**
 * A relative address of no story as the path that it has in the folder of its story, so that redirects and warnings apply to it. It is
 * in the language of the page if all languages have a prefix. One of a file remains, and one that leads browsers to another page.
 */
export function inFolder(given: string, from: LinkOptions['from']): string {
	const [written = ''] = given.split(/[?#]/, 1);
	const [bySlug, byPage] = besides(withoutFile(written), from);
	if (bySlug === undefined || !isPath(bySlug) || fileForm.test(bySlug)) return given;
	if (byPage !== undefined && isOther(byPage)) return given;
	const page = from === undefined ? undefined : pageOf(from);
	const prefix = page && !isOther(bySlug) ? sharedPrefix(page) : '';
	const front = prefix === '' || isBelow(bySlug, `/${prefix}`) ? '' : `/${prefix}`;
	return front + bySlug + given.slice(written.length);
}

/** An address that is not one of a page. */
export const fileForm = /^\/.*\.(?!html?$)\w+$/;

const wholeOf = (address: string): string => new URL(address, 'https://site').href;

/** The path of an address on a page; none if it leaves the site. The parser ignores tabs, which may hide a scheme. */
function pathFrom(address: string, page: string): string[] {
	const url = URL.canParse(address, page) ? new URL(address, page) : undefined;
	return url && url.origin === new URL(page).origin ? [url.pathname] : [];
}
