import { safeAddress } from '../../../shared/text/safe-address.js';

export interface AssetAddress {
	/** The address, absolute and encoded. A path in the site, such as `/images/a.svg`, is unchanged. */
	href: string;
	/** True for a file on the service's hosts, which have an image service. */
	isHosted: boolean;
	/** The host of a file whose path looks like the service's, if it is not one of the service's hosts. */
	likelyHost?: string | undefined;
	/** Width in pixels, if the address has it: `/f/<space>/1200x800/<hash>/a.jpg`. */
	width: number | undefined;
	/** Height in pixels, if the address has it. */
	height: number | undefined;
	/** Name of the file without its extension. */
	name: string;
	/** Extension in lower case, without the dot; `''` if there is none. */
	extension: string;
}

const hostedPath = /^(\/f\/[^/]+\/(?:(\d*)x(\d*)\/)?[^/]+\/[^/]+?)(?:\/m(?:\/.*)?)?$/;

/** The host of the service's files before it had a host of its own for them. */
const oldHost = 's3.amazonaws.com';
const oldPath = /^\/(a(?:-[a-z]+)?\.storyblok\.com)(?=\/f\/)/;

/**
 * Parses the address of an asset; undefined if it is empty or has a scheme other than http and https.
 *
 * @param hosts of the space's assets
 */
export function readAssetAddress(
	text: string | null | undefined,
	hosts: readonly string[],
): AssetAddress | undefined {
	const written = safeAddress(text ?? '') ?? '';
	if (written.startsWith('/') && !/^\/[/\\]/.test(written)) return inSite(written);
	const absolute = written.startsWith('//') ? `https:${written}` : written;
	if (!/^https?:\/\//i.test(absolute) || !URL.canParse(absolute)) return undefined;
	const url = new URL(absolute);
	const moved = url.host === oldHost ? oldPath.exec(url.pathname) : null;
	if (moved) {
		url.host = moved[1] ?? '';
		url.pathname = url.pathname.slice(moved[0].length);
	}
	const [, original, width, height] = hostedPath.exec(url.pathname) ?? [];
	if (original === undefined) return { ...inSite(url.pathname), href: url.href };
	const size = { width: pixels(width), height: pixels(height) };
	if (!hosts.includes(url.host)) {
		// Paths of other sites may begin with /f/, too. Only one with a size is surely the service's.
		const isSized = width !== undefined;
		return { ...inSite(url.pathname), href: url.href, ...(isSized && { ...size, likelyHost: url.host }) };
	}
	return { ...inSite(original), href: `${url.origin}${original}`, isHosted: true, ...size };
}

function inSite(path: string): AssetAddress {
	const file = path.split(/[?#]/, 1)[0]?.split('/').at(-1) ?? '';
	const [, name = file, extension = ''] = /^(.+)\.([a-z0-9]{1,8})$/i.exec(file) ?? [];
	return {
		href: path,
		isHosted: false,
		width: undefined,
		height: undefined,
		name,
		extension: extension.toLowerCase(),
	};
}

/** A number of pixels; undefined for vector files and documents, which have no size or 0. */
const pixels = (digits: string | undefined): number | undefined => Number(digits) || undefined;
