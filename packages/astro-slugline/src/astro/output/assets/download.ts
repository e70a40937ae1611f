import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { defaultRetry, pauseAfter } from '../../../shared/http/backoff.js';
import type { WantedAsset } from '../../page/data/index.js';
import type { CachedFiles, CachedRecord } from './cached-files.js';
import { type FetchedFile, type FetchLimits, fault, fetchFile } from './fetch-file.js';
import type { SignAddress } from './sign.js';

/** How bringing one file up to date ended. */
export type Brought =
	| { kind: 'current' }
	| { kind: 'downloaded'; bytes: number }
	/** The file could not be checked, and the cached version is used. */
	| { kind: 'old'; words: string }
	| { kind: 'failed'; words: string };

export interface DownloadOptions extends FetchLimits {
	cache: CachedFiles;
	/** Milliseconds after which a cached file is checked again; 0 for always. */
	maxAgeMs: number;
	/** Make no request. */
	offline: boolean;
	/** Signs addresses of private assets; undefined if there is no token for them. */
	sign: SignAddress | undefined;
	/** Maximum number of attempts for one file. */
	maxAttempts(): number;
}

/** Makes sure that the cache has the current version of a file: downloads it, or checks whether the cached one is current. */
export async function bring(asset: WantedAsset, options: DownloadOptions): Promise<Brought> {
	const { cache, maxAgeMs, offline } = options;
	const record = await cache.find(asset.name);
	const isFresh = record !== undefined && (offline || Date.now() - record.askedAt < maxAgeMs);
	if (isFresh) return { kind: 'current' };
	if (offline) return { kind: 'failed', words: 'SLUGLINE_OFFLINE is set, and the file is not cached' };
	const fetched = await tryOften(asset, record, options);
	const askedAt = Date.now();
	if (fetched.kind === 'same' && record) {
		await cache.confirm({ ...record, askedAt });
		return { kind: 'current' };
	}
	if (fetched.kind === 'file') {
		const { bytes, etag, lastModified } = fetched;
		const { name, address, isPrivate } = asset;
		const crc = crc32(bytes);
		await cache.store(bytes, { name, address, isPrivate, crc, etag, lastModified, askedAt });
		return { kind: 'downloaded', bytes: bytes.byteLength };
	}
	const words = fetched.kind === 'fault' ? fetched.words : 'the response cannot be used';
	// A final failure is one for a cached file, too: a clean build would fail in the same way.
	return record && fetched.kind === 'fault' && fetched.again
		? { kind: 'old', words }
		: { kind: 'failed', words };
}

async function tryOften(
	{ address, isPrivate, name }: WantedAsset,
	record: CachedRecord | undefined,
	{ sign, maxAttempts, ...limits }: DownloadOptions,
): Promise<FetchedFile> {
	const extension = name.slice(name.lastIndexOf('.') + 1);
	const unsigned = () => fault('it is private, and there is no token in SLUGLINE_ASSET_TOKEN');
	for (let attempt = 1; ; attempt++) {
		const open = isPrivate ? await (sign ?? unsigned)(address) : address;
		const fetched = typeof open === 'string' ? await fetchFile(open, record, extension, limits) : open;
		if (fetched.kind !== 'fault' || !fetched.again || attempt >= maxAttempts()) return fetched;
		await delay(pauseAfter(attempt, defaultRetry, fetched, Math.random()));
	}
}
