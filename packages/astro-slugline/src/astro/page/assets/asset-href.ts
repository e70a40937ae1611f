import assets from 'virtual:astro-slugline/assets';
import { some } from 'astro-keep/shared/text/named';
import { buildChannel, record } from 'astro-keep/tracking';
import { assetName, notice } from '../data/index.js';
import { type AssetAddress, readAssetAddress } from './asset-address.js';

/** An asset field, with the properties that this package reads. */
export interface AssetField {
	filename?: string | null | undefined;
	alt?: string | null | undefined;
	focus?: string | null | undefined;
	is_private?: boolean | '' | null | undefined;
	is_external_url?: boolean | null | undefined;
	meta_data?: Record<string, unknown> | null | undefined;
}

/** An asset field, or the address of a file. */
export type AssetLike = AssetField | string | null | undefined;

export interface FoundAsset {
	address: AssetAddress;
	field: AssetField;
	isPrivate: boolean;
}

/** An address in content: a path of the site gets the site's `base`, unless it has it. */
export function withBase(address: string): string {
	const isOutside = !/^\/(?![/\\])/.test(address);
	const hasBase = `${address}/`.replace(/[?#]/, '/').startsWith(`${assets.base}/`);
	return isOutside || hasBase ? address : assets.base + address;
}

/** The asset of a field; undefined for an empty field, and, with a warning, for an asset that cannot be shown. */
export function findAsset(asset: AssetLike, page: string | undefined): FoundAsset | undefined {
	const field: AssetField = typeof asset === 'string' ? { filename: asset } : (asset ?? {});
	const { filename } = field;
	if (typeof filename !== 'string' || filename.trim() === '') return undefined;
	const address = readAssetAddress(
		withBase(filename.trim()),
		field.is_external_url === true ? [] : assets.hosts,
	);
	if (!address) {
		const places = some(buildChannel().blokPlaces?.(filename) ?? [], 3);
		notice(
			`The file \`${shortened(filename)}\` is left out, because it is neither an http address nor a path in the site. Put it into public/, and begin its address with a slash.${writtenFromRoot(filename)}${places && ` It is in ${places}.`}`,
			page,
		);
		return undefined;
	}
	if (address.href.startsWith('/'))
		notice(
			`The file \`${shortened(filename)}\` does not exist in the site. ${
				/^\/public\//.test(filename.trim())
					? 'Addresses of files in public/ begin after that folder.'
					: 'Put it into public/, or choose another one in the editor.'
			}`,
			page,
			address.href.split(/[?#]/, 1)[0],
		);
	else if (assets.folder !== undefined && !address.isHosted && field.is_external_url !== true)
		notice(
			`Files of ${new URL(address.href).host} are not downloaded, because \`assets.hosts\` does not name this host.`,
			page,
		);
	const isPrivate = field.is_private === true;
	if (isPrivate && !(assets.folder !== undefined && assets.hasAssetToken && buildChannel().wantAsset)) {
		notice(
			`The private file \`${fileName(address)}\` is left out, because visitors cannot load it. Make it public, or let the build download it with \`assets: { download: true }\` and a token for private assets in SLUGLINE_ASSET_TOKEN.`,
			page,
		);
		return undefined;
	}
	return { address, field, isPrivate };
}

/** How to write a relative address of a file in public/; empty for other addresses. */
export function writtenFromRoot(given: string): string {
	const [, path] = /^(?:\.{0,2}\/)*(?:public\/)?([^/\\:][^\\:]*)$/.exec(given.trim()) ?? [];
	return path === undefined ? '' : ` Write \`/${shortened(path)}\`.`;
}

/** The address from which visitors load a file: its own, or one in the site's output if assets are downloaded. */
export function servedAddress(
	{ address, isPrivate }: Pick<FoundAsset, 'address' | 'isPrivate'>,
	href: string,
	extension: string,
	page: string | undefined,
): string {
	const want = buildChannel().wantAsset;
	if (assets.folder === undefined || !want || !address.isHosted) return href;
	const name = assetName(href, address.name, extension);
	if (name === undefined) return href;
	record('asset', [name, href, isPrivate]);
	want({ name, address: href, isPrivate, page });
	return assets.folder + name;
}

/**
 * The address of a file for links, such as a document to download. An address in the site if assets are downloaded; undefined for
 * an empty field, and, with a warning, for a private asset that visitors cannot load.
 *
 * @param page the page with the link, for warnings
 * @example <a href={assetHref(blok.document, Astro.url)}>Timetable</a>
 */
export function assetHref(asset: AssetLike, page?: URL | string): string | undefined {
	const path = page instanceof URL ? page.pathname : page;
	const found = findAsset(asset, path);
	return found && servedAddress(found, found.address.href, found.address.extension, path);
}

export const fileName = ({ name, extension }: AssetAddress): string =>
	shortened(extension ? `${name}.${extension}` : name);

export const shortened = (text: string): string => {
	const line = text.replace(/\s+/g, ' ').trim();
	return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};
