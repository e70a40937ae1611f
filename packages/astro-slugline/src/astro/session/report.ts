import { count } from 'astro-keep/shared/text/named';
import { oneLine } from 'astro-keep/shared/text/printable';
import {
	isServiceError,
	isUsageError,
	type RequestEvent,
	SluglineServiceError,
	SluglineUsageError,
} from '../../client/index.js';
import type { SyncedSpace } from '../../sync/index.js';
import type { ContentSource } from '../settings/index.js';

/** Milliseconds between two lines about the progress of a sync. */
const intervalMs = 3000;

/**
 * Logs the progress of a long sync, at most every three seconds. A short sync logs nothing.
 *
 * @param now the time in milliseconds, for tests
 */
export function createProgress(say: (line: string) => void, now: () => number = Date.now) {
	let last = now();
	return {
		begin() {
			last = now();
		},
		show({ done, total, what }: { done: number; total: number; what: string }) {
			if (now() - last < intervalMs) return;
			last = now();
			say(`${what}: ${done} of ${total}`);
		},
	};
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** A size in bytes as text. @example size(2400) // '3 kB' */
export const size = (bytes: number) =>
	bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/**
 * The source of the content as text: a host or a folder.
 *
 * @param folder the option `space`
 * @param baseUrl of the API
 */
export function originOf(source: ContentSource, folder: string | undefined, baseUrl: string): string {
	const from = source.kind === 'folder' ? (folder ?? './space') : new URL(baseUrl).host;
	return [from, ...(source.unused ?? [])].join('; ');
}

/** The error of a sync. That of a token, or of a request that was refused, also says where its token and address come from. */
export function withOrigins(error: unknown, source: ContentSource): unknown {
	if (source.kind === 'folder') return error;
	if (isUsageError(error) && error.message.startsWith('`token`'))
		return new SluglineUsageError(`The token of ${source.tokenName} cannot be used: ${error.message}`);
	if (!isServiceError(error)) return error;
	const { status = 0, kind, hint, message, cause } = error;
	const origins = [
		...([401, 403, 404].includes(status) ? [`The token comes from ${source.tokenName}.`] : []),
		...(source.placeName && (kind !== 'status' || status === 404)
			? [`The address comes from the variable ${source.placeName}.`]
			: []),
	];
	const what = message.slice(0, -hint.length).trim();
	return new SluglineServiceError(what, { ...error, hint: [hint, ...origins].join(' ') }, { cause });
}

/**
 * The log line of a sync.
 *
 * @param from the source of the content: a host or a folder
 */
export function syncLine({ cv, space, counts, summary }: SyncedSpace, from: string): string {
	const { kind, requests, bytes, waitedMs, ms, added, changed, moved, removed, unchanged } = summary;
	const held = `${oneLine(space.name)}, ${cv === null ? 'drafts' : `cv ${cv}`}`;
	const took = [
		count(requests, 'request'),
		size(bytes),
		...(waitedMs > 0 ? [`${seconds(waitedMs)} waited`] : []),
		seconds(ms),
	].join(', ');
	const cost = `(${took}) from ${from}`;
	if (kind === 'cached') return `${held}: built from the cached state, not synced (${took})`;
	const translations = counts.rows - counts.stories;
	const all = `${count(counts.stories, 'story', 'stories')}${translations > 0 ? ` and ${count(translations, 'translation')}` : ''}`;
	if (kind === 'unchanged') return `${held}: unchanged, ${all} ${cost}`;
	const what =
		kind === 'full'
			? `all ${all}`
			: Object.entries({ added, changed, moved, removed, unchanged })
					.filter(([, number]) => number > 0)
					.map(([word, number]) => `${number} ${word}`)
					.join(', ') || 'nothing changed';
	return `${held}: ${what} ${cost}`;
}

/** The log line of a request, at debug level. The address has no token. */
export function requestLine(event: RequestEvent): string {
	const { method, address, status, error, bytes, ms, waitedMs, attempt } = event;
	const again = attempt > 1 ? `, attempt ${attempt}` : '';
	const waited = waitedMs > 0 ? `, waited ${Math.round(waitedMs)} ms` : '';
	return `${method} ${address} ${status ?? error} (${size(bytes)}, ${Math.round(ms)} ms${waited}${again})`;
}
