import type { ChunkRef } from '../space-index.js';
import type { TextStore } from './text-store.js';

/** Limits of a chunk: small enough to read for a single story, and large enough that there are few chunks. */
const fullAt = { stories: 100, characters: 1_000_000 };

/** Maximum number of chunks that are written at once, so that a slow storage does not fill the memory. */
const underWay = 4;

export interface ChunkWriter {
	/** Adds a story's JSON to the current chunk. The reference gets its hash when the chunk is stored. */
	add(text: string): { chunk: ChunkRef; place: number };
	/** Resolves when more stories may be added. */
	ready(): Promise<void>;
	/** Closes the current chunk, and resolves when all chunks are stored. */
	flush(): Promise<void>;
}

/** Creates a writer of chunks, which have stories in the order in which they are added. */
export function createChunkWriter(store: TextStore): ChunkWriter {
	const writing = new Set<Promise<void>>();
	let failure: { error: unknown } | undefined;
	let lines: string[] = [];
	let characters = 0;
	let chunk: ChunkRef = { hash: '', size: 0 };

	const close = () => {
		if (lines.length === 0) return;
		const closed = chunk;
		closed.size = lines.length;
		const write: Promise<void> = store
			.writeHashed('chunk', lines.join('\n'))
			.then(
				(hash) => {
					closed.hash = hash;
				},
				(error) => {
					failure ??= { error };
				},
			)
			.finally(() => writing.delete(write));
		writing.add(write);
		lines = [];
		characters = 0;
		chunk = { hash: '', size: 0 };
	};
	const check = () => {
		if (failure) throw failure.error;
	};

	return {
		add(text) {
			const place = lines.push(text) - 1;
			const target = chunk;
			characters += text.length;
			if (lines.length >= fullAt.stories || characters >= fullAt.characters) close();
			return { chunk: target, place };
		},
		async ready() {
			while (writing.size >= underWay) await Promise.race(writing);
			check();
		},
		async flush() {
			close();
			await Promise.all(writing);
			check();
		},
	};
}
