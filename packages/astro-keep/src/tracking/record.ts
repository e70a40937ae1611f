import { channel } from './build-channel.js';
import type { Answer, SharedEntry } from './channel.js';
import { type Asks, type Kind, readOf } from './read.js';

/** Records a read of the page that is being rendered. */
export function record<Name extends Kind>(kind: Name, asked: Asks[Name], importer?: string): void {
	channel()?.record(readOf(kind, asked), importer);
}

/** An object of an entry as pages have it. */
export const asSeen = <Value>(value: Value): Value =>
	(typeof value === 'object' && value !== null && (channel()?.tracked.get(value) as Value)) || value;

/** Runs a function for a module, so that its reads are recorded as reads of that module. */
export function attributeTo<Result>(importer: string, ask: () => Result): Result {
	const open = channel();
	return open ? open.attributeTo(importer, ask) : ask();
}

/** Runs a function without recording its network requests as reads, because the caller records what it reads. */
export function untrack<Result>(ask: () => Result): Result {
	const open = channel();
	return open ? open.untrack(ask) : ask();
}

/** The module that is reading, for reads that happen later, when a result is accessed. */
export const importerNow = (): string | undefined => channel()?.importerNow();

/** Registers how reads of a kind are repeated, so that a build can detect whether an answer has changed. */
export function answers<Name extends Kind>(kind: Name, answer: Answer<Name>): void {
	channel()?.answers.set(kind, answer);
}

/** Watches the entries of a collection for changes in place, before a page gets them. */
export async function watchEntries(
	collection: string,
	load: () => Promise<Iterable<SharedEntry>>,
): Promise<void> {
	await channel()?.changes.watch(collection, load);
}
