import { setTimeout as delay } from 'node:timers/promises';
import { defaultRetry, pauseAfter } from '../../../shared/http/backoff.js';
import type { WantedAsset } from '../../page/tracking/index.js';
import type { CachedFiles, CachedRecord } from './cached-files.js';
import { type FetchedFile, type FetchLimits, fetchFile } from './fetch-file.js';
import { type SignAddress, SigningError } from './sign.js';

/** How bringing one file up to date ended. */
export type Brought =
	| { kind: 'cached' | 'confirmed' }
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
	if (isFresh) return { kind: 'cached' };
	if (offline) return { kind: 'failed', words: 'SLUGLINE_OFFLINE is set, and the file is not cached' };
	const fetched = await tryOften(asset, record, options);
	const askedAt = Date.now();
	if (fetched.kind === 'same' && record) {
		await cache.confirm({ ...record, askedAt });
		return { kind: 'confirmed' };
	}
	if (fetched.kind === 'file') {
		const { bytes, etag, lastModified } = fetched;
		const { name, address, isPrivate } = asset;
		const size = bytes.byteLength;
		await cache.store(bytes, { name, address, isPrivate, size, etag, lastModified, askedAt });
		return { kind: 'downloaded', bytes: size };
	}
	const words = fetched.kind === 'fault' ? fetched.words : 'the response cannot be used';
	// A final failure is one for a cached file, too: a clean build would fail in the same way.
	return record && fetched.kind === 'fault' && fetched.again
		? { kind: 'old', words }
		: { kind: 'failed', words };
}

async function tryOften(
	asset: WantedAsset,
	record: CachedRecord | undefined,
	options: DownloadOptions,
): Promise<FetchedFile> {
	for (let attempt = 1; ; attempt++) {
		const fetched = await once(asset, record, options);
		if (fetched.kind !== 'fault' || !fetched.again || attempt >= options.maxAttempts()) return fetched;
		await delay(pauseAfter(attempt, defaultRetry, fetched, Math.random()));
	}
}

async function once(
	{ address, isPrivate, name }: WantedAsset,
	record: CachedRecord | undefined,
	{ sign, ...limits }: DownloadOptions,
): Promise<FetchedFile> {
	const extension = name.slice(name.lastIndexOf('.') + 1);
	if (!isPrivate) return fetchFile(address, record, extension, limits);
	try {
		if (!sign) throw new SigningError('it is private, and there is no token in SLUGLINE_ASSET_TOKEN', false);
		return await fetchFile(await sign(address), record, extension, limits);
	} catch (error) {
		if (!(error instanceof SigningError)) throw error;
		return { kind: 'fault', words: error.message, again: error.again, retryAfterMs: null };
	}
}
