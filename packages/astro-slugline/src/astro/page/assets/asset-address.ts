import { safeAddress } from '../../../shared/safe-address.js';

/** What the address of an asset says about it. */
export interface AssetAddress {
	/** The address, absolute and encoded; one in the site itself, such as `/images/a.svg`, as it was. */
	href: string;
	/** True for a file on the service's hosts, which have an image service behind them. */
	isHosted: boolean;
	/** The host of a file whose path is as the service's are, on a host that is not known as one of its own. */
	likelyHost?: string | undefined;
	/** Size in pixels, where the address tells: `/f/<space>/1200x800/<hash>/a.jpg`. */
	width: number | undefined;
	height: number | undefined;
	/** Name of the file without its extension. */
	name: string;
	/** In small letters, without a dot; `''` for none. */
	extension: string;
}

const hostedPath = /^(\/f\/[^/]+\/(?:(\d*)x(\d*)\/)?[^/]+\/[^/]+?)(?:\/m(?:\/.*)?)?$/;

/** Where the service kept files before it had a host for them. */
const oldHost = 's3.amazonaws.com';
const oldPath = /^\/(a(?:-[a-z]+)?\.storyblok\.com)(?=\/f\/)/;

/**
 * Reads the address of an asset; undefined for what is no address of a file: an empty one, or one of another scheme than http.
 *
 * @param hosts hosts whose files are the space's assets
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
		// A path of another site may begin with /f/, too: only one with a size in it is the service's for sure.
		const isSized = width !== undefined;
		return { ...inSite(url.pathname), href: url.href, ...(isSized && { ...size, likelyHost: url.host }) };
	}
	return { ...inSite(original), href: `${url.origin}${original}`, isHosted: true, ...size };
}

function inSite(path: string): AssetAddress {
	const file = /[^/?#]*(?=$|[?#])/.exec(path)?.[0] ?? '';
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

/** Vector files and documents have no size, or 0. */
const pixels = (digits: string | undefined): number | undefined => Number(digits) || undefined;
