import { oncePerKey } from 'astro-keep/shared/once';
import { smallHash } from 'astro-keep/shared/text/small-hash';
import type { Link } from '../../wire/index.js';
import { textHash } from '../model/hash.js';
import type { ChunkRef, RowRecord, SpaceIndex, StoryRecord } from '../model/space-index.js';
import type { TextStore } from './text-store.js';

/** Links per part of the index. A changed story rewrites one part. */
const linksPerPart = 100;

/** Maximum number of parts. Every sync reads all parts, and many small files are slower to read than a few large ones. */
const maxParts = 256;

const partsAtOnce = 16;

export interface PartRef {
	hash: string;
	/** Changes exactly if a link, a row, or a digest in the part changes. Does not depend on the location of content. */
	stamp: string;
}

/**
 * Language, slug, content type, digest, position of its references in the record, chunk (position in the part's table), line in the
 * chunk, the cv at which it was stale.
 */
type StoredRow = [string, string, string, string, number, number, number, (number | null)?];

interface StoredRecord {
	link: Link;
	group: string | null;
	others: readonly number[];
	/** The references of the rows. Most translations share one text. */
	references: string[];
	rows: StoredRow[];
	/** Language, cv, confirmed. */
	absent: [string, number | null, boolean][];
}

const partsFor = (links: number) =>
	Math.min(maxParts, 2 ** Math.max(0, Math.ceil(Math.log2(links / linksPerPart))));

const partOf = (uuid: string, parts: number) => smallHash(uuid) % parts;

/** Writes the parts of an index that differ from the previous one, and reuses the others. */
export async function writeParts(
	store: TextStore,
	index: SpaceIndex,
	previous: { index: SpaceIndex; parts: readonly PartRef[] } | undefined,
): Promise<PartRef[]> {
	const count = partsFor(index.size);
	const members: StoryRecord[][] = Array.from({ length: count }, () => []);
	const changed = new Set<number>();
	const reusable = previous?.parts.length === count ? previous : undefined;
	for (const [uuid, record] of index) {
		const part = partOf(uuid, count);
		members[part]?.push(record);
		if (reusable?.index.get(uuid) !== record) changed.add(part);
	}
	for (const uuid of reusable?.index.keys() ?? []) {
		if (!index.has(uuid)) changed.add(partOf(uuid, count));
	}
	const partAt = async (records: StoryRecord[], position: number) =>
		(changed.has(position) ? undefined : reusable?.parts[position]) ?? writePart(store, records);
	return inBatches(members, partAt);
}

async function inBatches<Item, Result>(
	items: readonly Item[],
	act: (item: Item, position: number) => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	for (let from = 0; from < items.length; from += partsAtOnce) {
		const batch = items.slice(from, from + partsAtOnce);
		results.push(...(await Promise.all(batch.map((item, n) => act(item, from + n)))));
	}
	return results;
}

async function writePart(store: TextStore, records: StoryRecord[]): Promise<PartRef> {
	const chunks: ChunkRef[] = [];
	const positionOf = oncePerKey((chunk: ChunkRef) => chunks.push(chunk) - 1);
	const lines = records.map((record) => JSON.stringify(storedRecord(record, positionOf)));
	const table = JSON.stringify(chunks.map(({ hash, size }) => [hash, size]));
	return {
		hash: await store.writeHashed('index', [table, ...lines].join('\n')),
		stamp: await textHash(records.map(stampText).join('\n')),
	};
}

function storedRecord(record: StoryRecord, positionOf: (chunk: ChunkRef) => number): StoredRecord {
	const texts = [...new Set([...record.rows.values()].map(({ references }) => references))];
	return {
		link: record.link,
		group: record.group,
		others: record.others,
		references: texts,
		rows: [...record.rows].map(([lang, row]): StoredRow => {
			const { slug, component, digest, references, chunk, position, staleAtCv } = row;
			const text = texts.indexOf(references);
			if (staleAtCv === undefined) return [lang, slug, component, digest, text, positionOf(chunk), position];
			return [lang, slug, component, digest, text, positionOf(chunk), position, staleAtCv];
		}),
		absent: [...record.absent].map(([lang, { cv, isConfirmed }]) => [lang, cv, isConfirmed]),
	};
}

/** The text for a record's stamp. Rows are sorted, because the order of languages may change while the record does not. */
const stampText = ({ link, group, rows }: StoryRecord) =>
	JSON.stringify([
		link,
		group,
		[...rows].map(([lang, { slug, component, digest }]) => [lang, slug, component, digest].join('\n')).sort(),
	]);

/** Reads the bytes of all parts and checks their hashes; undefined if a part is missing or damaged. */
export async function readParts(
	store: TextStore,
	parts: readonly PartRef[],
): Promise<Uint8Array[] | undefined> {
	const read = await inBatches(parts, ({ hash }) => store.readHashedBytes('index', hash));
	const whole = read.filter((part) => part !== undefined);
	return whole.length === read.length ? whole : undefined;
}

export function parseParts(parts: readonly Uint8Array[]): SpaceIndex {
	const decoder = new TextDecoder();
	const chunks = new Map<string, ChunkRef>();
	const records: StoryRecord[] = [];
	for (const part of parts) {
		const [head = '[]', ...lines] = decoder.decode(part).split('\n');
		const table = (JSON.parse(head) as [string, number][]).map(([hash, size]) => {
			const chunk = chunks.get(hash) ?? { hash, size };
			chunks.set(hash, chunk);
			return chunk;
		});
		for (const line of lines) records.push(recordOf(JSON.parse(line) as StoredRecord, table));
	}
	records.sort((a, b) => (a.link.uuid < b.link.uuid ? -1 : 1));
	return new Map(records.map((record) => [record.link.uuid, record]));
}

/** Parses a record without checking its shape, because the hash of its part was checked. */
function recordOf(
	{ link, group, others, references, rows, absent }: StoredRecord,
	table: ChunkRef[],
): StoryRecord {
	return {
		link,
		group,
		others,
		rows: new Map(
			rows.map(([lang, slug, component, digest, text, chunk, position, staleAtCv]): [string, RowRecord] => {
				const location = { chunk: table[chunk] ?? { hash: '', size: 0 }, position };
				const row = { slug, component, digest, references: references[text] ?? '', ...location };
				return [lang, staleAtCv === undefined ? row : { ...row, staleAtCv }];
			}),
		),
		absent: new Map(absent.map(([lang, cv, isConfirmed]) => [lang, { cv, isConfirmed }])),
	};
}
