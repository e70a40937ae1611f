import { smallHash } from '../../../shared/small-hash.js';

/**
 * Extensions of files that are copied into the output. Neither browsers nor servers run any of them; all others stay where they
 * are, on a host of their own.
 */
const inert = new Set(
	[
		'jpg jpeg png gif webp avif heic heif bmp ico tif tiff jxl',
		'mp3 m4a ogg oga opus wav flac aac mp4 m4v webm mov ogv avi mkv vtt srt',
		'pdf txt csv tsv json rtf ics vcf epub doc docx xls xlsx ppt pptx odt ods odp',
		'zip gz tgz 7z rar tar woff woff2 ttf otf',
	].flatMap((group) => group.split(' ')),
);

/**
 * The name that a downloaded file has in the output, such as `harbour.1f0c5a9e2b7d4c31.webp`: of its address alone, so that
 * it is known before the file is there. Undefined for what is not downloaded.
 *
 * @param address the file's address, of a transformed image with all that is asked for
 */
export function assetName(address: string, name: string, extension: string): string | undefined {
	if (!inert.has(extension)) return undefined;
	const words = decoded(name)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-+|-+$/g, '')
		.slice(0, 60);
	const hash = [address, `${address.length} ${address}`].map((text) =>
		smallHash(text).toString(16).padStart(8, '0'),
	);
	return `${words || 'file'}.${hash.join('')}.${extension}`;
}

/** What such a name looks like, for finding them in pages. */
export const assetNamePattern = /[a-z0-9-]{1,60}\.[0-9a-f]{16}\.[a-z0-9]{1,8}/g;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
