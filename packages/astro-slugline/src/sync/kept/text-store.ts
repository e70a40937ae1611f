import type { Storage } from 'unstorage';
import { SyncError } from '../sync-error.js';
import { bytesHash, textHash } from '../text-hash.js';

/** Begins every kept text, so that no driver takes it for JSON and gives an object back. */
const mark = 'slugline\n';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Texts in a storage, under one prefix. Content-addressed ones are checked when read. */
export interface TextStore {
	read(key: string): Promise<string | undefined>;
	write(key: string, text: string): Promise<void>;
	has(key: string): Promise<boolean>;
	remove(key: string): Promise<void>;
	/** All keys under the prefix, without it. */
	keys(): Promise<string[]>;
	/** The text that has this hash; undefined if it is missing or damaged. */
	readHashed(kind: string, hash: string): Promise<string | undefined>;
	/** The same as its bytes, for what may never be needed as a text. */
	readHashedBytes(kind: string, hash: string): Promise<Uint8Array | undefined>;
	/** Keeps a text under its hash, and gives the hash. */
	writeHashed(kind: string, text: string): Promise<string>;
	/** A text kept under a name with its checksum; undefined if it is missing or damaged. */
	readSealed(key: string): Promise<string | undefined>;
	writeSealed(key: string, text: string): Promise<void>;
}

/**
 * @param prefix what the keys begin with, no colon at its end
 */
export function createTextStore(storage: Storage, prefix: string): TextStore {
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
		has: (key) => guarded('read', () => storage.hasItem(full(key))),
		remove: (key) => guarded('written', () => storage.removeItem(full(key))),
		async keys() {
			const keys = await guarded('read', () => storage.getKeys(prefix));
			return keys.map((key) => key.slice(prefix.length + 1));
		},
		readHashed,
		readHashedBytes,
		async writeHashed(kind, text) {
			const hash = await textHash(text);
			// What is there and whole is not written again: another build may be reading it.
			if ((await readHashed(kind, hash)) === undefined) await write(`${kind}:${hash}`, text);
			return hash;
		},
		async readSealed(key) {
			const sealed = await read(key);
			if (sealed === undefined) return undefined;
			const end = sealed.indexOf('\n');
			const text = sealed.slice(end + 1);
			return (await textHash(text)) === sealed.slice(0, end) ? text : undefined;
		},
		async writeSealed(key, text) {
			await write(key, `${await textHash(text)}\n${text}`);
		},
	};
}

/** Drivers give back strings, bytes or buffers for the string that was kept. */
function bytesOf(value: unknown): Uint8Array<ArrayBuffer> | undefined {
	if (typeof value === 'string') return encoder.encode(value);
	if (value instanceof ArrayBuffer) return new Uint8Array(value);
	// No driver shares memory with other threads.
	if (value instanceof Uint8Array) return value as Uint8Array<ArrayBuffer>;
	// The file drivers resolve to the error where a file cannot be read.
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
		`The kept state cannot be ${what}: ${words}.`,
		'Check the storage that keeps it: by default a folder in the cache directory, else the driver in the options.',
		{ cause },
	);
}
