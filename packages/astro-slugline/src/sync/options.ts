import type { Storage } from 'unstorage';
import type { DeliveryClient, RequestEvent } from '../client/index.js';
import type { AskAgain } from '../shared/ask-again.js';
import type { SyncedSpace } from './synced-space.js';

/** The part of a delivery client that a sync uses. */
export type Source = Pick<
	DeliveryClient,
	'currentSpace' | 'stories' | 'links' | 'datasources' | 'datasourceEntries'
>;

/** What one request cost, as the client tells it. */
export type RequestCost = Pick<RequestEvent, 'bytes' | 'waitedMs'>;

/** How far a long sync is. */
export interface Progress {
	done: number;
	total: number;
	/** What is counted. @example 'stories (de)' */
	what: string;
}

export interface SyncOptions {
	/** The delivery client that asks. */
	client: Source;
	/** Which content is read. Drafts have a kept state of their own. */
	version: 'published' | 'draft';
	/** Address of the content delivery host: part of the kept state's key. */
	baseUrl: string;
	/** Tells the kept states of several spaces in one storage apart. @default '' */
	scope?: string | undefined;
	/** Codes of the languages beside the default one. @default `language_codes` of the space, else those that link alternates name */
	languages?: string[] | undefined;
	/** Where the kept state lies. @default in memory */
	storage?: Storage | undefined;
	/** Age in milliseconds after which everything is listed again, whatever the cache version says. */
	maxAgeMs?: number | undefined;
	/** What a failed sync does: throw, or give the last good state. @default 'fail' */
	onError?: 'fail' | 'keep' | undefined;
	/** Never ask: give the kept state. */
	offline?: boolean | undefined;
	/** Milliseconds since 1970. @default Date.now */
	now?: (() => number) | undefined;
	/** Gets one line for each story that is asked for again: why. */
	explain?: ((line: string) => void) | undefined;
	/** Gets sentences that a user should see. */
	onNotice?: ((sentence: string) => void) | undefined;
	onProgress?: ((progress: Progress) => void) | undefined;
	/** Passes on each request of the client while a sync runs; returns what ends that. Without it the summary counts none. */
	subscribe?: ((listener: (cost: RequestCost) => void) => () => void) | undefined;
}

export interface SyncRequest {
	/** List everything again, whatever is kept. */
	force?: boolean | undefined;
	again?: AskAgain | undefined;
}

export interface Sync {
	/**
	 * Brings the kept state up to date and gives it.
	 *
	 * @throws what the client threw, if the service cannot be read (with `onError: 'keep'` only if nothing is kept)
	 * @throws {SyncError} if offline and nothing is kept
	 */
	run(request?: SyncRequest): Promise<SyncedSpace>;
}
