import { hash } from 'node:crypto';
import {
	closeSync,
	fdatasyncSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { Location, Part } from './location.js';
import { unreadable } from './unreadable.js';

/** A packed entry without its data. */
export interface Packed {
	id: string;
	digest: string;
	location: Location;
}

/** The file that lists the packed entries of a collection. It is named by its content and never changes. */
export interface IndexFile extends Part {
	/** Its name. */
	file: string;
}

/** The packed entries of a collection, by id. */
export type EntryIndex = ReturnType<typeof readIndex>;

/** The content of an index file: JSON in columns, so that 100,000 entries are read in 0.05 seconds. */
interface Columns {
	segments: string[];
	ids: string[];
	digests: string[];
	/** Six numbers for each entry: position of its segment in `segments`, offset, and length and checksum of head and content. */
	locations: number[];
}

const numbersOfLocation = 6;

/** Writes the index. The segments that it refers to must already be on disk. */
export function writeIndex(folder: string, prefix: string, entries: readonly Packed[]): IndexFile {
	const bytes = Buffer.from(JSON.stringify(columnsOf(entries)));
	const file = `${prefix}${hash('sha256', bytes, 'hex').slice(0, 32)}.json`;
	mkdirSync(folder, { recursive: true });
	const next = join(folder, `${file}.${process.pid}`);
	const opened = openSync(next, 'w');
	try {
		writeFileSync(opened, bytes);
		fdatasyncSync(opened);
	} finally {
		closeSync(opened);
	}
	renameSync(next, join(folder, file));
	return { file, length: bytes.length, crc: crc32(bytes) };
}

/** @throws {AstroError} if the file is missing or damaged */
export function readIndex(folder: string, { file, length, crc }: IndexFile) {
	let bytes: Buffer;
	try {
		bytes = readFileSync(join(folder, file));
	} catch (error) {
		throw unreadable(folder, error);
	}
	if (bytes.length !== length || crc32(bytes) !== crc) throw unreadable(folder);
	const { segments, ids, digests, locations }: Columns = JSON.parse(bytes.toString());
	const places = new Map(ids.map((id, place) => [id, place]));
	/** The entry with an id; undefined if it is not in the index. */
	return (id: string): Packed | undefined => {
		const place = places.get(id);
		if (place === undefined) return undefined;
		const number = (at: number) => locations[place * numbersOfLocation + at] ?? 0;
		const location = {
			segment: segments[number(0)] ?? '',
			offset: number(1),
			head: { length: number(2), crc: number(3) },
			content: { length: number(4), crc: number(5) },
		};
		return { id, digest: digests[place] ?? '', location };
	};
}

function columnsOf(entries: readonly Packed[]): Columns {
	const segments = new Map<string, number>();
	const locations: number[] = [];
	for (const { location } of entries) {
		const { segment, offset, head, content } = location;
		const number = segments.get(segment) ?? segments.size;
		segments.set(segment, number);
		locations.push(number, offset, head.length, head.crc, content.length, content.crc);
	}
	return {
		segments: [...segments.keys()],
		ids: entries.map(({ id }) => id),
		digests: entries.map(({ digest }) => digest),
		locations,
	};
}
