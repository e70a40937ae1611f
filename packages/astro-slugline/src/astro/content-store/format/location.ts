/** A piece of a file that is there whole if its bytes have this checksum. */
export interface Part {
	/** In bytes. */
	length: number;
	crc: number;
}

/**
 * Where an entry's data lies: its `head`, which is all but `content`, on one line, and its `content` on the next.
 * Data without an object in `content` has a head only.
 */
export interface Location {
	segment: string;
	/** Of the head's first byte. */
	offset: number;
	head: Part;
	/** Has length 0 where there is none. */
	content: Part;
}

/** How many bytes an entry has in its segment, with the ends of its lines. */
export const sizeOf = ({ head, content }: Pick<Location, 'head' | 'content'>): number =>
	head.length + 1 + (content.length > 0 ? content.length + 1 : 0);
