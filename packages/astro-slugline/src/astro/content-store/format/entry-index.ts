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
import { once } from '../../../shared/once.js';
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

/**
 * Writes the index. The segments that it refers to must already be on disk.
 *
 * @param entries best in the order in which Astro writes its store, because pages read them in that order
 * @param previous the existing index, returned if its content is equal
 */
export function writeIndex(
	folder: string,
	prefix: string,
	entries: readonly Packed[],
	previous: IndexFile | undefined,
): IndexFile {
	const bytes = Buffer.from(JSON.stringify(columnsOf(entries)));
	const file = `${prefix}${hash('sha256', bytes, 'hex').slice(0, 32)}.json`;
	if (file === previous?.file) return previous;
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
	const placeOf = finder(ids);
	return {
		/** Undefined for an entry that is not in the index. */
		digestOf(id: string): string | undefined {
			const place = placeOf(id);
			return place === undefined ? undefined : digests[place];
		},
		/** Undefined for an entry that is not in the index. */
		locationOf(id: string): Location | undefined {
			const place = placeOf(id);
			if (place === undefined) return undefined;
			const first = place * numbersOfLocation;
			const number = (at: number) => locations[first + at] ?? 0;
			return {
				segment: segments[number(0)] ?? '',
				offset: number(1),
				head: { length: number(2), crc: number(3) },
				content: { length: number(4), crc: number(5) },
			};
		},
	};
}

/** Finds the position of an id. Lookups in the order of the index need no map. */
function finder(ids: readonly string[]): (id: string) => number | undefined {
	let last = 0;
	const places = once(() => new Map(ids.map((id, place) => [id, place])));
	return (id) => {
		if (ids[last] === id) return last;
		const next = last + 1 < ids.length ? last + 1 : 0;
		if (ids[next] !== id) return places().get(id);
		last = next;
		return next;
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
