import type { Read, WantedAsset } from './channel.js';

/** The kind of read for a downloaded file that a page shows. Its answer never changes, because the name follows from the address. */
export const assetKind = 'asset';

/** The read for a file that a page shows. It lets a build bring the file for a cached page, too. */
export const assetRead = ({ name, address, isPrivate }: WantedAsset): Read =>
	`${assetKind} ${JSON.stringify([name, address, isPrivate])}`;

/** The file of such a read. */
export function assetOfRead(read: Read): WantedAsset {
	const [name, address, isPrivate]: [string, string, boolean] = JSON.parse(read.slice(assetKind.length + 1));
	return { name, address, isPrivate, page: undefined };
}
