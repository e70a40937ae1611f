import type { RequestEvent } from '../../client/index.js';
import { oneLine } from '../../shared/printable.js';
import type { SyncedSpace } from '../../sync/index.js';
import type { Source } from '../settings/index.js';

/** How long a sync may be silent before it says how far it is, in milliseconds. */
const patience = 3000;

/**
 * Says how far a long sync is, at most every three seconds and not at all for a short one.
 *
 * @param now milliseconds, for tests
 */
export function createProgress(say: (line: string) => void, now: () => number = Date.now) {
	let last = now();
	return {
		begin() {
			last = now();
		},
		show({ done, total, what }: { done: number; total: number; what: string }) {
			if (now() - last < patience) return;
			last = now();
			say(`${what}: ${done} of ${total}`);
		},
	};
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A size for people. */
export const size = (bytes: number) =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/**
 * Where the content comes from, for people: a host, or a folder.
 *
 * @param folder as the option `space` names it
 * @param baseUrl of the service
 */
export function originOf(source: Source, folder: string | undefined, baseUrl: string): string {
	if (source.kind === 'folder') return folder ?? './space';
	const { host } = new URL(baseUrl);
	const { unused } = source;
	return unused ? `${host}; the folder ${unused} is not used, since there is a token` : host;
}

/**
 * One line that says what a sync did.
 *
 * @param from where the content came from: a host or a folder
 */
export function summaryLine({ cv, space, counts, summary }: SyncedSpace, from: string): string {
	const { kind, requests, bytes, waitedMs, ms, added, changed, moved, removed, unchanged } = summary;
	const held = `${oneLine(space.name)}, ${cv === null ? 'drafts' : `cv ${cv}`}`;
	const took = [
		count(requests, 'request', 'requests'),
		size(bytes),
		...(waitedMs > 0 ? [`${seconds(waitedMs)} waited`] : []),
		seconds(ms),
	].join(', ');
	const cost = `(${took}) from ${from}`;
	if (kind === 'kept') return `${held}: built from the kept state, the service was not read (${took})`;
	if (kind === 'unchanged') return `${held}: unchanged, ${count(counts.rows, 'story', 'stories')} ${cost}`;
	const what =
		kind === 'full'
			? `all ${count(counts.rows, 'story', 'stories')}`
			: Object.entries({ added, changed, moved, removed, unchanged })
					.filter(([, number]) => number > 0)
					.map(([word, number]) => `${number} ${word}`)
					.join(', ') || 'nothing changed';
	return `${held}: ${what} ${cost}`;
}

/** One line for a request at debug level; the address has no token. */
export function requestLine({
	method,
	address,
	status,
	error,
	bytes,
	ms,
	waitedMs,
	attempt,
}: RequestEvent): string {
	const again = attempt > 1 ? `, attempt ${attempt}` : '';
	const waited = waitedMs > 0 ? `, waited ${Math.round(waitedMs)} ms` : '';
	return `${method} ${address} ${status ?? error} (${size(bytes)}, ${Math.round(ms)} ms${waited}${again})`;
}
