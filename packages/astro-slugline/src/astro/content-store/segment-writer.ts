import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Encoded } from './format/encode.js';
import { type Location, type Part, segmentFile, sizeOf } from './format/location.js';

/** Bytes that are buffered before they are written. */
const blockSize = 1 << 20;

const lineEnd = Buffer.from('\n');

/** Writes one segment: a file that never changes after it was closed. */
export interface SegmentWriter {
	segment: string;
	/** Bytes so far. */
	readonly size: number;
	/** Adds an entry's data. */
	add(encoded: Encoded): Location;
	/** Adds an entry with its bytes from another segment. */
	copy(location: Location, bytes: Buffer): Location;
	/** Writes everything to disk and closes the file. */
	close(): void;
	/** Closes the file without writing the rest. */
	abandon(): void;
}

export function createSegmentWriter(folder: string, prefix: string): SegmentWriter {
	mkdirSync(folder, { recursive: true });
	const segment = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
	let file: number | undefined = openSync(join(folder, segmentFile(segment)), 'wx');
	let offset = 0;
	let blocks: Buffer[] = [];
	let gathered = 0;

	const flush = () => {
		const bytes = Buffer.concat(blocks);
		for (let done = 0; file !== undefined && done < bytes.length; ) done += writeSync(file, bytes, done);
		blocks = [];
		gathered = 0;
	};
	const put = (bytes: Buffer) => {
		blocks.push(bytes);
		gathered += bytes.length;
		offset += bytes.length;
		if (gathered >= blockSize) flush();
	};
	const putLine = (text: string): Part => {
		const bytes = Buffer.from(text);
		put(bytes);
		put(lineEnd);
		return { length: bytes.length, crc: crc32(bytes) };
	};
	const abandon = () => {
		if (file !== undefined) closeSync(file);
		file = undefined;
	};

	return {
		segment,
		get size() {
			return offset;
		},
		add({ head, content }) {
			const start = offset;
			return {
				segment,
				offset: start,
				head: putLine(head),
				content: content ? putLine(content) : { length: 0, crc: 0 },
			};
		},
		copy(location, bytes) {
			const start = offset;
			put(bytes.subarray(0, sizeOf(location)));
			return { ...location, segment, offset: start };
		},
		close() {
			flush();
			if (file !== undefined) fdatasyncSync(file);
			abandon();
		},
		abandon,
	};
}
