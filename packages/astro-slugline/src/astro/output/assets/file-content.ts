/** First bytes of pictures, as hexadecimal digits. AVIF, HEIC, and the like are boxes: `ftyp` after a length. */
const picture =
	/^(?:ffd8ff|89504e470d0a|47494638|52494646.{8}57454250|.{8}66747970|424d|00000[12]00|49492a00|4d4d002a|ff0a|0000000c4a584c20)/;

const pictureExtensions = /^(?:jpe?g|png|gif|webp|avif|hei[cf]|bmp|ico|tiff?|jxl)$/;

/** Readers of PDF take some bytes before its mark. */
const pdf = /^[\s\S]{0,1019}%PDF-/;

/** What browsers and servers take for a page, a picture of vectors, or a program: markup, behind marks and spaces. */
const markup = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|[\s\0])*(?:<|#!)/;

/** Bytes that are looked at. */
const headBytes = 1024;

/** Does a file begin as one of this extension does, as far as it matters to who serves or opens it? */
export function fitsExtension(bytes: Uint8Array, extension: string): boolean {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString(
		'latin1',
	);
	if (pictureExtensions.test(extension)) return picture.test(Buffer.from(head, 'latin1').toString('hex'));
	if (extension === 'pdf') return pdf.test(head);
	return !markup.test(head);
}
