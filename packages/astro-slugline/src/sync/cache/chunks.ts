import { oncePerKey } from 'astro-keep/shared/once';
import type { ChunkRef, RowRecord, SpaceIndex, StoryRecord } from '../model/space-index.js';
import { SyncError } from '../model/sync-error.js';
import type { TextStore } from './text-store.js';

/** Limits of a chunk: small enough to read for a single story, and large enough that there are few chunks. */
const fullAt = { stories: 100, characters: 1_000_000 };

/** Maximum number of chunks that are written at once, so that a slow storage does not fill the memory. */
const maxConcurrentWrites = 4;

export type ChunkWriter = ReturnType<typeof createChunkWriter>;

export function createChunkWriter(store: TextStore) {
	const writing = new Set<Promise<void>>();
	let lines: string[] = [];
	let characters = 0;
	let chunk: ChunkRef = { hash: '', size: 0 };

	const close = () => {
		if (lines.length === 0) return;
		const closed = chunk;
		closed.size = lines.length;
		const write: Promise<void> = store.writeHashed('chunk', lines.join('\n')).then((hash) => {
			closed.hash = hash;
			writing.delete(write);
		});
		// A failed write stays in `writing`, which throws it below.
		write.catch(() => {});
		writing.add(write);
		lines = [];
		characters = 0;
		chunk = { hash: '', size: 0 };
	};

	return {
		add(text: string) {
			const position = lines.push(text) - 1;
			const target = chunk;
			characters += text.length;
			if (lines.length >= fullAt.stories || characters >= fullAt.characters) close();
			return { chunk: target, position };
		},
		/** Resolves when more stories may be added. */
		async ready() {
			while (writing.size >= maxConcurrentWrites) await Promise.race(writing);
		},
		/** Closes the current chunk, and resolves when all chunks are stored. */
		async flush() {
			close();
			await Promise.all(writing);
		},
	};
}

/** A chunk with fewer rows is small. More small chunks than this are merged. */
const small = { rows: 25, chunks: 16 };

/** Stored content that a state refers to is missing or damaged. */
export class CorruptCache extends SyncError {
	constructor() {
		super(
			'The cached content is damaged: a part of it is missing, or was changed after it was written.',
			'Build once while the API can be reached. Everything is then fetched again.',
		);
	}
}

/**
 * Rewrites the stories of mostly unused chunks, and merges small chunks if there are many, so that the cached state does not grow
 * with every change.
 *
 * @throws {CorruptCache} if one of these chunks is missing or damaged
 */
export async function compact(index: SpaceIndex, store: TextStore, writer: ChunkWriter): Promise<SpaceIndex> {
	const used = new Map<string, { rows: number; size: number }>();
	for (const { rows } of index.values()) {
		for (const { chunk } of rows.values()) {
			const entry = used.get(chunk.hash) ?? { rows: 0, size: chunk.size };
			used.set(chunk.hash, { ...entry, rows: entry.rows + 1 });
		}
	}
	const smallChunks = [...used.values()].filter(({ rows }) => rows < small.rows).length;
	const sparse = new Set(
		[...used].flatMap(([hash, { rows, size }]) =>
			rows * 2 <= size || (rows < small.rows && smallChunks > small.chunks) ? [hash] : [],
		),
	);
	if (sparse.size === 0) return index;

	const linesOf = oncePerKey(async (hash: string) => {
		const text = await store.readHashed('chunk', hash);
		if (text === undefined) throw new CorruptCache();
		return text.split('\n');
	});
	const next = new Map<string, StoryRecord>(index);
	for (const [uuid, record] of index) {
		if (![...record.rows.values()].some(({ chunk }) => sparse.has(chunk.hash))) continue;
		const rows = new Map<string, RowRecord>();
		for (const [lang, row] of record.rows) {
			if (!sparse.has(row.chunk.hash)) {
				rows.set(lang, row);
				continue;
			}
			const line = (await linesOf(row.chunk.hash))[row.position];
			if (line === undefined) throw new CorruptCache();
			rows.set(lang, { ...row, ...writer.add(line) });
			await writer.ready();
		}
		next.set(uuid, { ...record, rows });
	}
	await writer.flush();
	return next;
}
