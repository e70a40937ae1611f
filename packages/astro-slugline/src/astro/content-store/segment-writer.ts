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
export type SegmentWriter = ReturnType<typeof createSegmentWriter>;

export function createSegmentWriter(folder: string, prefix: string) {
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
		/** Bytes so far. */
		get size() {
			return offset;
		},
		/** Adds an entry's data. */
		add({ head, content }: Encoded) {
			const start = offset;
			return {
				segment,
				offset: start,
				head: putLine(head),
				content: content ? putLine(content) : { length: 0, crc: 0 },
			};
		},
		/** Adds an entry with its bytes from another segment. */
		copy(location: Location, bytes: Buffer) {
			const start = offset;
			put(bytes.subarray(0, sizeOf(location)));
			return { ...location, segment, offset: start };
		},
		/** Writes everything to disk and closes the file. */
		close() {
			flush();
			if (file !== undefined) fdatasyncSync(file);
			abandon();
		},
		/** Closes the file without writing the rest. */
		abandon,
	};
}
