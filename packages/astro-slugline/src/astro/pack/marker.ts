/** Where a part of an entry's data lies in a segment. */
export interface Part {
	/** In bytes. */
	length: number;
	crc: number;
}

/**
 * Where an entry's data lies: its `head`, which is all but `content`, on one line, and its `content` on the next.
 * Data without an object in `content` has a head only.
 */
export interface Marker {
	segment: string;
	/** Of the head's first byte. */
	offset: number;
	head: Part;
	/** Has length 0 where there is none. */
	content: Part;
}

const pattern =
	/^slugline:([0-9a-f]{8}-[0-9a-f]{12}):([0-9a-z]+):([0-9a-z]+):([0-9a-z]+):([0-9a-z]+):([0-9a-z]+)$/;

/** How a marker begins, also within the code of a module. */
export const markerStart: RegExp = /slugline:[0-9a-f]{8}-[0-9a-f]{12}:/;

const write = (number: number) => number.toString(36);
const read = (text = '') => Number.parseInt(text, 36);

/** The text that the entry of a packed story has as its `body`, which entries of our loaders do not have otherwise. */
export function writeMarker({ segment, offset, head, content }: Marker): string {
	const numbers = [offset, head.length, head.crc, content.length, content.crc];
	return `slugline:${segment}:${numbers.map(write).join(':')}`;
}

/** True if an entry's `body` is a marker. Entries of our loaders have no other. */
export const isMarker = (body: string | undefined): boolean => body?.startsWith('slugline:') ?? false;

/** Reads an entry's `body`; undefined if it is no marker. */
export function readMarker(body: string | undefined): Marker | undefined {
	const [, segment, offset, headLength, headCrc, contentLength, contentCrc] = pattern.exec(body ?? '') ?? [];
	if (!segment) return undefined;
	return {
		segment,
		offset: read(offset),
		head: { length: read(headLength), crc: read(headCrc) },
		content: { length: read(contentLength), crc: read(contentCrc) },
	};
}

/** How many bytes an entry has in its segment, with the ends of its lines. */
export const sizeOf = ({ head, content }: Pick<Marker, 'head' | 'content'>): number =>
	head.length + 1 + (content.length > 0 ? content.length + 1 : 0);
