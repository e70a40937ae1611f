/** First bytes of pictures, as text of one character a byte. AVIF, HEIC, and the like are boxes: `ftyp` after a length. */
const picture =
	/^(?:\xff\xd8\xff|\x89PNG\r\n|GIF8|RIFF[^]{4}WEBP|[^]{4}ftyp|BM|\0\0[\x01\x02]\0|II\*\0|MM\0\*|\xff\x0a|\0\0\0\x0cJXL )/;

const pictureExtensions = /^(?:jpe?g|png|gif|webp|avif|hei[cf]|bmp|ico|tiff?|jxl)$/;

/** Readers of PDF take some bytes before its mark. */
const pdf = /^[^]{0,1019}%PDF-/;

/** What browsers and servers take for a page, a picture of vectors, or a program: markup, behind marks and spaces. */
const markup = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|[\s\0])*(?:<|#!)/;

/** Bytes that are looked at. */
const headBytes = 1024;

/** Does a file begin as one of this extension does, as far as it matters to who serves or opens it? */
export function fitsExtension(bytes: Uint8Array, extension: string): boolean {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString(
		'latin1',
	);
	if (pictureExtensions.test(extension)) return picture.test(head);
	if (extension === 'pdf') return pdf.test(head);
	return !markup.test(head);
}
