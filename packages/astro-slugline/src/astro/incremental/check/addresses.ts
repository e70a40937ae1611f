import { trimSlashes } from '../../../shared/trim-slashes.js';

/**
 * How the addresses of a route's pages look to Astro: what stands before a page's path and behind it. It is learned from the
 * requests with which Astro renders pages, since it depends on `base`, `site`, `build.format`, and `trailingSlash`.
 */
export interface AddressForm {
	before: string;
	after: string;
}

/** A path as a URL has it, without slashes at its ends. */
const encoded = (pathname: string): string =>
	new URL(`http://site/${trimSlashes(pathname)}`).pathname.slice(1);

/** The form of an address; undefined where the path does not stand in it as it is, as that of a home page. */
export function formOf(pathname: string, url: string): AddressForm | undefined {
	const path = encoded(pathname);
	const at = path === '' ? -1 : url.lastIndexOf(`/${path}`);
	return at < 0 ? undefined : { before: url.slice(0, at + 1), after: url.slice(at + 1 + path.length) };
}

/** The address of a page of that form. */
export const addressIn = ({ before, after }: AddressForm, pathname: string): string =>
	before + encoded(pathname) + after;
