import type { Storage } from 'unstorage';
import { bytesHash, textHash } from '../model/hash.js';
import { SyncError } from '../model/sync-error.js';

/** The prefix of every stored text, so that no driver parses it as JSON. */
const mark = 'slugline\n';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Stores texts under one prefix of a storage. Content-addressed texts are checked when they are read. */
export type TextStore = ReturnType<typeof createTextStore>;

/**
 * @param prefix of the keys, without a colon at the end
 * @throws {SyncError} from all functions, if the storage fails
 */
export function createTextStore(storage: Storage, prefix: string) {
	const full = (key: string) => `${prefix}:${key}`;
	const readBytes = async (key: string) => {
		const bytes = bytesOf(await guarded('read', () => storage.getItemRaw<unknown>(full(key))));
		return bytes && isMarked(bytes) ? bytes.subarray(mark.length) : undefined;
	};
	const read = async (key: string) => decoded(await readBytes(key));
	const write = (key: string, text: string) =>
		guarded('written', () => storage.setItemRaw(full(key), mark + text));
	const readHashedBytes = async (kind: string, hash: string) => {
		const bytes = await readBytes(`${kind}:${hash}`);
		return bytes && (await bytesHash(bytes)) === hash ? bytes : undefined;
	};
	const readHashed = async (kind: string, hash: string) => decoded(await readHashedBytes(kind, hash));
	return {
		read,
		write,
		has: (key: string) => guarded('read', () => storage.hasItem(full(key))),
		remove: (key: string) => guarded('written', () => storage.removeItem(full(key))),
		async keys() {
			const keys = await guarded('read', () => storage.getKeys(prefix));
			return keys.map((key) => key.slice(prefix.length + 1));
		},
		/** The text with this hash; undefined if it is missing or damaged. */
		readHashed,
		/** The same as bytes, for a text that may never be decoded. */
		readHashedBytes,
		async writeHashed(kind: string, text: string) {
			const hash = await textHash(text);
			// An intact text is not written again, because another build may be reading it.
			if ((await readHashed(kind, hash)) === undefined) await write(`${kind}:${hash}`, text);
			return hash;
		},
		/** A text that was stored under a key with its hash; undefined if it is missing or damaged. */
		async readSealed(key: string) {
			const sealed = await read(key);
			if (sealed === undefined) return undefined;
			const end = sealed.indexOf('\n');
			const text = sealed.slice(end + 1);
			return (await textHash(text)) === sealed.slice(0, end) ? text : undefined;
		},
		async writeSealed(key: string, text: string) {
			await write(key, `${await textHash(text)}\n${text}`);
		},
	};
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
	if (typeof value === 'string') return encoder.encode(value);
	if (value instanceof ArrayBuffer) return new Uint8Array(value);
	// No driver shares memory with other threads.
	if (value instanceof Uint8Array) return value as Uint8Array<ArrayBuffer>;
	// The file drivers resolve to the error if a file cannot be read.
	if (value instanceof Error) throw unusable('read', value);
	return undefined;
}

const isMarked = (bytes: Uint8Array) => decoder.decode(bytes.subarray(0, mark.length)) === mark;

const decoded = (bytes: Uint8Array | undefined) => bytes && decoder.decode(bytes);

async function guarded<T>(what: 'read' | 'written', act: () => Promise<T>): Promise<T> {
	try {
		return await act();
	} catch (error) {
		throw error instanceof SyncError ? error : unusable(what, error);
	}
}

function unusable(what: 'read' | 'written', cause: unknown): SyncError {
	const words = cause instanceof Error ? cause.message : String(cause);
	return new SyncError(
		`The cached state cannot be ${what}: ${words}.`,
		'Check its storage: by default a folder in the cache directory, or else the driver in the options.',
		{ cause },
	);
}
