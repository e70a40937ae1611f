import { channel } from './build-channel.js';
import type { Answer, Read } from './channel.js';

/** Tells the build what the page that is being rendered reads. */
export function record(read: Read, importer?: string): void {
	channel()?.record(read, importer);
}

/** Tells the build that the page that is being rendered looks at a quiet field of an entry. */
export function recordField(collection: string, name: string, id: string): void {
	channel()?.recordField(collection, name, id);
}

/** Runs what a module asks for, so that what it reads is known to be read by that module. */
export function askedBy<Result>(importer: string, ask: () => Result): Result {
	const open = channel();
	return open ? open.askedBy(importer, ask) : ask();
}

/** The module that is asking, for what is read when somebody looks at an answer. */
export const importerNow = (): string | undefined => channel()?.importerNow();

/** Says how reads of a kind are answered, so that the build can tell whether an answer is another one. */
export function answers(kind: string, answer: Answer): void {
	channel()?.answers.set(kind, answer);
}
