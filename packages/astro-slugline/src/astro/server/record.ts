import { AsyncLocalStorage } from 'node:async_hooks';
import { isWorker } from '../../shared/host-lasts.js';
import { warn } from './host/warn.js';
import { purgeLog } from './purge/purge-log.js';
import type { LiveSpace } from './space/live-space.js';
import { createReader, type Reader } from './space/reader.js';
import type { Watched } from './watch/watch.js';

/** What one request has read of the live space. */
export interface LiveRecord {
	/** The cache tags of what it reads, each added before the read. None if it has read nothing live. */
	tags: Set<string>;
	/** The number of purges before it began. */
	epoch: number;
	/** Its own copies of what requests share, because pages may change what they get. */
	copies: Map<object, object>;
	/** Where the addresses of its domain begin, on a site with several domains. */
	origin?: string | undefined;
	/** Links and routes as it has read them. */
	space?: LiveSpace | undefined;
	/** What its page does, and the page that it is rewritten to. */
	watched?: Watched;
	/** True if the service failed and nothing could stand in for its answer. */
	hasFailed: boolean;
	/** True if the service failed and an older answer was used. */
	servedStale: boolean;
	/** True if the page asked for something that cannot be. */
	isRefused: boolean;
	/** The reader of a host whose requests may not share promises. */
	reader?: Reader | undefined;
}

const records = new AsyncLocalStorage<LiveRecord>();

/** Answers a request. All that it reads while the body is produced counts for its record. */
export function recording<Result>(answer: (record: LiveRecord) => Result): Result {
	const record: LiveRecord = {
		...{ tags: new Set(), copies: new Map(), epoch: purgeLog.count() },
		...{ hasFailed: false, servedStale: false, isRefused: false },
	};
	return records.run(record, answer, record);
}

/** The record of the request that is being answered; undefined outside of one, as in a build. */
export const recordNow = (): LiveRecord | undefined => records.getStore();

/** The request's own copy of what was read. */
export function ownCopy<Value extends object>(value: Value): Value {
	const copies = recordNow()?.copies;
	const copy = copies?.get(value) ?? structuredClone(value);
	copies?.set(value, copy);
	return copy as Value;
}

/** Adds tags to the record of the request, which is live from then on. */
export function tag(...tags: readonly string[]): void {
	const record = recordNow();
	for (const one of tags) record?.tags.add(one);
}

const shared: Pick<LiveRecord, 'reader'> = {};

/** The reader that all requests of this process share, or that of the request where they may not. */
export function reader(): Reader {
	const holder = (isWorker() && recordNow()) || shared;
	holder.reader ??= createReader((error) => {
		const record = recordNow();
		if (record) record.servedStale = true;
		warn('Live pages show what was read before, because the service fails', error);
	});
	return holder.reader;
}
