import type { Read, WantedAsset } from './channel.js';

/** The kind of read that says that a page shows a downloaded file. Its answer is always the same: the address is the name. */
export const assetKind = 'asset';

/** What a build keeps of a page that shows a file, so that it brings the file also when it keeps the page. */
export const assetRead = ({ name, address, isPrivate }: WantedAsset): Read =>
	`${assetKind} ${JSON.stringify([name, address, isPrivate])}`;

/** The file that a read of that kind is about. */
export function assetOfRead(read: Read): WantedAsset {
	const [name, address, isPrivate]: [string, string, boolean] = JSON.parse(read.slice(assetKind.length + 1));
	return { name, address, isPrivate, page: undefined };
}
