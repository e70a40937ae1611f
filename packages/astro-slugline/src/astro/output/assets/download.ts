import { setTimeout as delay } from 'node:timers/promises';
import { defaultRetry, pauseAfter } from '../../../shared/backoff.js';
import type { WantedAsset } from '../../page/tracking/index.js';
import { type FetchedFile, type FetchLimits, fetchFile } from './fetch-file.js';
import type { KeptFiles, KeptRecord } from './kept-files.js';
import { type SignAddress, SigningError } from './sign.js';

/** What bringing one file up to date came to. */
export type Brought =
	| { kind: 'kept' | 'confirmed' }
	| { kind: 'downloaded'; bytes: number }
	/** It could not be asked for; the kept version is used. */
	| { kind: 'old'; words: string }
	| { kind: 'failed'; words: string };

export interface DownloadOptions extends FetchLimits {
	kept: KeptFiles;
	/** Milliseconds after which a kept file is asked for again; 0 for always. */
	maxAgeMs: number;
	/** Ask for nothing. */
	offline: boolean;
	sign: SignAddress | undefined;
	/** Attempts at one file. */
	attempts(): number;
}

/** Makes sure that a file is kept, and right: downloads it, or asks whether the kept version still is. */
export async function bring(asset: WantedAsset, options: DownloadOptions): Promise<Brought> {
	const { kept, maxAgeMs, offline } = options;
	const record = await kept.find(asset.name);
	const isFresh = record !== undefined && (offline || Date.now() - record.askedAt < maxAgeMs);
	if (isFresh) return { kind: 'kept' };
	if (offline) return { kind: 'failed', words: 'SLUGLINE_OFFLINE is set, and no copy of it is kept' };
	const fetched = await tryOften(asset, record, options);
	const askedAt = Date.now();
	if (fetched.kind === 'same' && record) {
		await kept.confirm({ ...record, askedAt });
		return { kind: 'confirmed' };
	}
	if (fetched.kind === 'file') {
		const { bytes, etag, lastModified } = fetched;
		const { name, address, isPrivate } = asset;
		const size = bytes.byteLength;
		await kept.keep(bytes, { name, address, isPrivate, size, etag, lastModified, askedAt });
		return { kind: 'downloaded', bytes: size };
	}
	const words = fetched.kind === 'fault' ? fetched.words : 'the answer is of no use';
	// A file that is gone is gone from a clean build, too.
	return record && fetched.kind === 'fault' && fetched.again
		? { kind: 'old', words }
		: { kind: 'failed', words };
}

async function tryOften(
	asset: WantedAsset,
	record: KeptRecord | undefined,
	options: DownloadOptions,
): Promise<FetchedFile> {
	for (let attempt = 1; ; attempt++) {
		const fetched = await once(asset, record, options);
		if (fetched.kind !== 'fault' || !fetched.again || attempt >= options.attempts()) return fetched;
		await delay(pauseAfter(attempt, defaultRetry, fetched, Math.random()));
	}
}

async function once(
	{ address, isPrivate, name }: WantedAsset,
	record: KeptRecord | undefined,
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
