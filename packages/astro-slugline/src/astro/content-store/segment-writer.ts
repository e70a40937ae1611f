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
export class SegmentWriter {
	readonly segment: string;
	/** Bytes so far. */
	size = 0;
	#file: number | undefined;
	/** What is not written yet, and how many bytes that is. */
	#blocks: Buffer[] = [];
	#gathered = 0;

	constructor(folder: string, prefix: string) {
		mkdirSync(folder, { recursive: true });
		this.segment = `${prefix}${randomUUID().replaceAll('-', '').slice(0, 12)}`;
		this.#file = openSync(join(folder, segmentFile(this.segment)), 'wx');
	}

	/** Adds an entry's data. */
	add({ head, content }: Encoded): Location {
		const { segment, size: offset } = this;
		const written = this.#putLine(head);
		const rest = content ? this.#putLine(content) : { length: 0, crc: 0 };
		return { segment, offset, head: written, content: rest };
	}

	/** Adds an entry with its bytes from another segment. */
	copy(location: Location, bytes: Buffer): Location {
		const { segment, size: offset } = this;
		this.#put(bytes.subarray(0, sizeOf(location)));
		return { ...location, segment, offset };
	}

	/** Writes everything to disk and closes the file. */
	close(): void {
		this.#flush();
		if (this.#file !== undefined) fdatasyncSync(this.#file);
		this.abandon();
	}

	/** Closes the file without writing the rest. */
	abandon(): void {
		if (this.#file !== undefined) closeSync(this.#file);
		this.#file = undefined;
	}

	#flush(): void {
		const bytes = Buffer.concat(this.#blocks);
		for (let done = 0; this.#file !== undefined && done < bytes.length; )
			done += writeSync(this.#file, bytes, done);
		this.#blocks = [];
		this.#gathered = 0;
	}

	#put(bytes: Buffer): void {
		this.#blocks.push(bytes);
		this.#gathered += bytes.length;
		this.size += bytes.length;
		if (this.#gathered >= blockSize) this.#flush();
	}

	#putLine(text: string): Part {
		const bytes = Buffer.from(text);
		this.#put(bytes);
		this.#put(lineEnd);
		return { length: bytes.length, crc: crc32(bytes) };
	}
}
