/** A part of a file, with a checksum. */
export interface Part {
	/** In bytes. */
	length: number;
	/** CRC-32 of the bytes. */
	crc: number;
}

/**
 * The location of an entry's data in a segment: the `head`, which is everything except `content`, on one line, and `content` on
 * the next. Data without an object in `content` has only a head.
 */
export interface Location {
	segment: string;
	/** Offset of the head's first byte. */
	offset: number;
	head: Part;
	/** Has length 0 if there is no content. */
	content: Part;
}

/** The bytes of an entry in its segment, with line ends. */
export const sizeOf = ({ head, content }: Pick<Location, 'head' | 'content'>): number =>
	head.length + 1 + (content.length > 0 ? content.length + 1 : 0);
