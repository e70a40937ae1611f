import type { Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { formsOf, type Secret } from './secrets.js';

/** Bytes that are read at once. */
const chunkBytes = 1 << 20;

/** Finds secrets in bytes and files. */
export type Finder = ReturnType<typeof createFinder>;

export function createFinder(secrets: readonly Secret[]) {
	const forms = secrets.flatMap((secret) =>
		[...formsOf(secret.value)].map((form) => ({ secret, bytes: Buffer.from(form) })),
	);
	// A form may lie across the end of what is read at once.
	const overlap = Math.max(0, ...forms.map(({ bytes }) => bytes.length));
	const buffer = Buffer.alloc(chunkBytes + overlap);
	/** The first secret that is in these bytes. */
	const inBytes = (given: Uint8Array): Secret | undefined => {
		const text = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
		return forms.find(({ bytes }) => text.includes(bytes))?.secret;
	};
	return {
		inBytes,
		/** The first secret that is in a file. If there is none, `hash` gets the whole file. */
		inFile(path: string, hash: Hash): Secret | undefined {
			const file = openSync(path, 'r');
			try {
				for (let carried = 0; ; ) {
					const read = readSync(file, buffer, carried, chunkBytes, null);
					const part = buffer.subarray(0, carried + read);
					if (read === 0) return undefined;
					hash.update(part.subarray(carried));
					const found = inBytes(part);
					if (found) return found;
					carried = Math.min(overlap, part.length);
					buffer.copyWithin(0, part.length - carried, part.length);
				}
			} finally {
				closeSync(file);
			}
		},
	};
}
