import { randomUUID } from 'node:crypto';
import { closeSync, fdatasyncSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Encoded } from './format/encode.js';
import { type Location, type Part, segmentFile, sizeOf } from './format/location.js';

/** Writes one segment: a file that never changes after it was closed. */
export class SegmentWriter {
	readonly segment: string;
	/** Bytes so far. */
	size = 0;
	/** CRC-32 of them. */
	crc = 0;
	#file: number | undefined;

	constructor(folder: string, prefix: string) {
		mkdirSync(folder, { recursive: true });
		this.segment = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
		this.#file = openSync(join(folder, segmentFile(this.segment)), 'wx');
	}

	/** Adds an entry's data. */
	add({ head, content }: Encoded): Location {
		const parts = { head: partOf(head), content: partOf(content) };
		return this.#write(parts, Buffer.from(content ? `${head}\n${content}\n` : `${head}\n`));
	}

	/** Adds an entry with its bytes from another segment. */
	copy(location: Location, bytes: Buffer): Location {
		return this.#write(location, bytes.subarray(0, sizeOf(location)));
	}

	/** Writes everything to disk and closes the file. */
	close(): void {
		if (this.#file !== undefined) fdatasyncSync(this.#file);
		this.abandon();
	}

	/** Closes the file, which may be incomplete. */
	abandon(): void {
		if (this.#file !== undefined) closeSync(this.#file);
		this.#file = undefined;
	}

	#write({ head, content }: Pick<Location, 'head' | 'content'>, bytes: Buffer): Location {
		const { segment, size: offset } = this;
		if (this.#file !== undefined) writeFileSync(this.#file, bytes);
		this.size += bytes.length;
		this.crc = crc32(bytes, this.crc);
		return { segment, offset, head, content };
	}
}

const partOf = (text: string): Part => ({ length: Buffer.byteLength(text), crc: crc32(text) });
