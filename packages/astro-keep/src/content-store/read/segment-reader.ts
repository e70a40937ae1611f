import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { decode } from '../format/encode.js';
import { type Location, type Part, segmentFile, sizeOf } from '../format/location.js';
import { unreadable } from '../format/unreadable.js';

/** Maximum number of open files. A collection has few segments, but in dev old ones stay open. */
const maxOpenFiles = 32;

/** Reads entries from the segments of a folder, on demand. */
export type SegmentReader = ReturnType<typeof createSegmentReader>;

export function createSegmentReader(folder: string) {
	const files = new Map<string, number>();

	const fileOf = (segment: string): number => {
		const open = files.get(segment);
		if (open !== undefined) return open;
		if (files.size >= maxOpenFiles) closeOldest();
		const file = openSync(join(folder, segmentFile(segment)), 'r');
		files.set(segment, file);
		return file;
	};
	const closeOldest = () => {
		const [oldest] = files;
		if (!oldest) return;
		closeSync(oldest[1]);
		files.delete(oldest[0]);
	};
	const read = (segment: string, offset: number, length: number): Buffer => {
		const bytes = Buffer.allocUnsafe(length);
		let done = 0;
		try {
			const file = fileOf(segment);
			while (done < length) {
				const count = readSync(file, bytes, done, length - done, offset + done);
				if (count === 0) break;
				done += count;
			}
		} catch (error) {
			throw unreadable(folder, error);
		}
		if (done < length) throw unreadable(folder);
		return bytes;
	};
	const readPart = (segment: string, offset: number, { length, crc }: Part) => {
		const bytes = read(segment, offset, length);
		if (crc32(bytes) !== crc) throw unreadable(folder);
		return decode(bytes.toString());
	};

	return {
		/** @throws {AstroError} if the file is missing or damaged */
		head: ({ segment, offset, head }: Location) => readPart(segment, offset, head),
		/** @throws {AstroError} if the file is missing or damaged */
		content: ({ segment, offset, head, content }: Location) =>
			readPart(segment, offset + head.length + 1, content),
		/**
		 * All bytes of an entry, without a check of their checksums.
		 *
		 * @throws {AstroError} if the file is missing or too short
		 */
		bytes: (location: Location) => read(location.segment, location.offset, sizeOf(location)),
		close() {
			while (files.size > 0) closeOldest();
		},
	};
}
