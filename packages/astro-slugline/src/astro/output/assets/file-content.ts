/** First bytes of pictures, as hexadecimal digits. AVIF, HEIC, and related formats begin with a length and `ftyp`. */
const picture =
	/^(?:ffd8ff|89504e470d0a|47494638|52494646.{8}57454250|.{8}66747970|424d|00000[12]00|49492a00|4d4d002a|ff0a|0000000c4a584c20)/;

const pictureExtensions = /^(?:jpe?g|png|gif|webp|avif|hei[cf]|bmp|ico|tiff?|jxl)$/;

/** PDF readers accept some bytes before the header. */
const pdf = /^[\s\S]{0,1019}%PDF-/;

/** Markup or a script, after byte order marks and spaces: browsers and servers may take it for a page, an SVG, or a program. */
const markup = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|[\s\0])*(?:<|#!)/;

/** Number of bytes that are checked. */
const headBytes = 1024;

/** True if the first bytes of a file fit its extension, as far as that matters when the file is served or opened. */
export function fitsExtension(bytes: Uint8Array, extension: string): boolean {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString(
		'latin1',
	);
	if (pictureExtensions.test(extension)) return picture.test(Buffer.from(head, 'latin1').toString('hex'));
	if (extension === 'pdf') return pdf.test(head);
	return !markup.test(head);
}
