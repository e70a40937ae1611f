import type { Storage } from 'unstorage';
import type { DeliveryClient, RequestEvent } from '../../client/index.js';
import type { AskAgain } from '../../shared/api/ask-again.js';
import type { SyncedSpace } from './synced-space.js';

/** The part of a delivery client that a sync uses. */
export type Source = Pick<
	DeliveryClient,
	'currentSpace' | 'stories' | 'links' | 'datasources' | 'datasourceEntries'
>;

/** The cost of one request, as the client reports it. */
export type RequestCost = Pick<RequestEvent, 'bytes' | 'waitedMs'>;

/** The progress of a sync. */
export interface Progress {
	done: number;
	total: number;
	/** What is counted. @example 'stories (de)' */
	what: string;
}

/** Options of `createSync()`. */
export interface SyncOptions {
	/** The delivery client that makes the requests. */
	client: Source;
	/** The version of stories to read. Drafts have their own cached state. */
	version: 'published' | 'draft';
	/** Address of the delivery API. Part of the cached state's key. */
	baseUrl: string;
	/** Distinguishes the cached states of several spaces in one storage. @default '' */
	scope?: string | undefined;
	/** True if the space may get another id, as a folder does with another name. @default false */
	changesId?: boolean | undefined;
	/** Codes of the languages besides the default one. @default `language_codes` of the space, or else those in the alternates of links */
	languages?: string[] | undefined;
	/** Storage for the cached state. @default in memory */
	storage?: Storage | undefined;
	/** Milliseconds after which everything is fetched again, even if the version of the space has not changed. @default never */
	maxAgeMs?: number | undefined;
	/** What a failed sync does: throw (`fail`), or return the last good state (`keep`). @default 'fail' */
	onError?: 'fail' | 'keep' | undefined;
	/** Makes no request, and returns the cached state. @default false */
	offline?: boolean | undefined;
	/** The current time in milliseconds since 1970. @default Date.now */
	now?: (() => number) | undefined;
	/** Gets a line for each story that is fetched again, with the reason. */
	explain?: ((line: string) => void) | undefined;
	/** Gets a line for each story that is gone while others are new. @default explain */
	onGone?: ((line: string) => void) | undefined;
	/** Gets warnings for users. */
	onNotice?: ((sentence: string) => void) | undefined;
	/** Gets the progress of long lists. */
	onProgress?: ((progress: Progress) => void) | undefined;
	/** Subscribes to the client's requests during a sync, and returns a function that unsubscribes. Without it, requests are not counted. */
	subscribe?: ((listener: (cost: RequestCost) => void) => () => void) | undefined;
}

/** The options of a sync, with their defaults. */
export type Settings = SyncOptions &
	Required<Pick<SyncOptions, 'now' | 'explain' | 'onGone' | 'onNotice' | 'onProgress'>> & {
		/** The languages in the options; null for all. */
		requestedLanguages: string[] | null;
	};

/** What one run of a sync should do besides fetching changes. */
export interface SyncRequest {
	/** Fetch everything again, whatever is cached. @default false */
	force?: boolean | undefined;
	/** Accept a space that lists no story anymore. @default the value of `force` */
	mayEmpty?: boolean | undefined;
	/** What to fetch again even if it has not changed. */
	again?: AskAgain | undefined;
}

/** A sync of one space. */
export interface Sync {
	/**
	 * Updates the cached state from the space, and returns it.
	 *
	 * @throws errors of the client, if the API cannot be read (with `onError: 'keep'` only if there is no cached state)
	 * @throws {SyncError} if offline and there is no cached state, or if the API's responses contradict each other
	 */
	run(request?: SyncRequest): Promise<SyncedSpace>;
}
