import { smallHash } from '../../shared/small-hash.js';
import type { Link } from '../../wire/index.js';
import type { ChunkRef, RowRecord, SpaceIndex, StoryRecord } from '../space-index.js';
import { textHash } from '../text-hash.js';
import type { TextStore } from './text-store.js';

/** Links in a part of the index: a changed story rewrites one part. */
const linksPerPart = 100;

/** Large spaces have larger parts, since every sync reads them all, and a file costs more to read than what is in it. */
const mostParts = 256;

/** Parts that are read or written at once. */
const partsAtOnce = 16;

/** A part of the index as the head names it. */
export interface PartRef {
	hash: string;
	/** Changes exactly when a link, row or digest in the part does; where content lies is not in it. */
	stamp: string;
}

/** Language, slug, content type, digest, place of its references in the record, chunk (place in the part's table), place in the chunk, doubt. */
type KeptRow = [string, string, string, string, number, number, number, (number | null)?];

interface KeptRecord {
	link: Link;
	group: string | null;
	others: readonly number[];
	/** What the rows refer to; most translations share one text. */
	references: string[];
	rows: KeptRow[];
	/** Language, cv, settled. */
	absent: [string, number | null, boolean][];
}

const partsFor = (links: number) =>
	Math.min(mostParts, 2 ** Math.max(0, Math.ceil(Math.log2(links / linksPerPart))));

const partOf = (uuid: string, parts: number) => smallHash(uuid) % parts;

/** The parts of an index that a former one did not have, kept; the others as they were. */
export async function writeParts(
	store: TextStore,
	index: SpaceIndex,
	former: { index: SpaceIndex; parts: readonly PartRef[] } | undefined,
): Promise<PartRef[]> {
	const count = partsFor(index.size);
	const members: StoryRecord[][] = Array.from({ length: count }, () => []);
	const changed = new Set<number>();
	const reusable = former?.parts.length === count ? former : undefined;
	for (const [uuid, record] of index) {
		const part = partOf(uuid, count);
		members[part]?.push(record);
		if (reusable?.index.get(uuid) !== record) changed.add(part);
	}
	for (const uuid of reusable?.index.keys() ?? []) {
		if (!index.has(uuid)) changed.add(partOf(uuid, count));
	}
	const partAt = async (records: StoryRecord[], place: number) =>
		(changed.has(place) ? undefined : reusable?.parts[place]) ?? writePart(store, records);
	const parts: PartRef[] = [];
	for (let from = 0; from < count; from += partsAtOnce) {
		const batch = members.slice(from, from + partsAtOnce);
		parts.push(...(await Promise.all(batch.map((records, n) => partAt(records, from + n)))));
	}
	return parts;
}

async function writePart(store: TextStore, records: StoryRecord[]): Promise<PartRef> {
	const chunks = new Map<ChunkRef, number>();
	const placeOf = (chunk: ChunkRef) => {
		const known = chunks.get(chunk);
		if (known !== undefined) return known;
		chunks.set(chunk, chunks.size);
		return chunks.size - 1;
	};
	const lines = records.map((record) => JSON.stringify(keptRecord(record, placeOf)));
	const table = JSON.stringify([...chunks.keys()].map(({ hash, size }) => [hash, size]));
	return {
		hash: await store.writeHashed('index', [table, ...lines].join('\n')),
		stamp: await textHash(records.map(stampText).join('\n')),
	};
}

function keptRecord(record: StoryRecord, placeOf: (chunk: ChunkRef) => number): KeptRecord {
	const texts = [...new Set([...record.rows.values()].map(({ references }) => references))];
	return {
		link: record.link,
		group: record.group,
		others: record.others,
		references: texts,
		rows: [...record.rows].map(([lang, row]): KeptRow => {
			const { slug, component, digest, references, chunk, place, doubt } = row;
			const text = texts.indexOf(references);
			if (doubt === undefined) return [lang, slug, component, digest, text, placeOf(chunk), place];
			return [lang, slug, component, digest, text, placeOf(chunk), place, doubt];
		}),
		absent: [...record.absent].map(([lang, { cv, settled }]) => [lang, cv, settled]),
	};
}

/** The rows in an order of their own: that of the languages may change while the record stays. */
const stampText = ({ link, group, rows }: StoryRecord) =>
	JSON.stringify([
		link,
		group,
		[...rows].map(([lang, { slug, component, digest }]) => [lang, slug, component, digest].join('\n')).sort(),
	]);

/** The bytes of all parts, checked but not parsed; undefined if one is missing or damaged. */
export async function readParts(
	store: TextStore,
	parts: readonly PartRef[],
): Promise<Uint8Array[] | undefined> {
	const read: Uint8Array[] = [];
	for (let from = 0; from < parts.length; from += partsAtOnce) {
		const batch = await Promise.all(
			parts.slice(from, from + partsAtOnce).map(({ hash }) => store.readHashedBytes('index', hash)),
		);
		for (const part of batch) {
			if (part === undefined) return undefined;
			read.push(part);
		}
	}
	return read;
}

/** The index that the bytes of its parts hold. */
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
		for (const line of lines) records.push(recordOf(JSON.parse(line) as KeptRecord, table));
	}
	records.sort((a, b) => (a.link.uuid < b.link.uuid ? -1 : 1));
	return new Map(records.map((record) => [record.link.uuid, record]));
}

/** What a checksum has vouched for is as it was written, so its shape is not checked again. */
function recordOf(
	{ link, group, others, references, rows, absent }: KeptRecord,
	table: ChunkRef[],
): StoryRecord {
	return {
		link,
		group,
		others,
		rows: new Map(
			rows.map(([lang, slug, component, digest, text, chunk, place, doubt]): [string, RowRecord] => {
				const lies = { chunk: table[chunk] ?? { hash: '', size: 0 }, place };
				const row = { slug, component, digest, references: references[text] ?? '', ...lies };
				return [lang, doubt === undefined ? row : { ...row, doubt }];
			}),
		),
		absent: new Map(absent.map(([lang, cv, settled]) => [lang, { cv, settled }])),
	};
}
