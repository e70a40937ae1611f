import { type Answer, channel, type Read } from './channel.js';

/** The module whose call is being answered, between the start of the call and its first wait. */
let asking: string | undefined;

/** Tells the build what the page that is being rendered reads. */
export function record(read: Read, importer: string | undefined = asking): void {
	channel()?.record(read, importer);
}

/** Runs what a module asks for, so that what it reads is known to be read by that module. */
export function askedBy<Result>(importer: string, ask: () => Result): Result {
	const before = asking;
	asking = importer;
	try {
		return ask();
	} finally {
		asking = before;
	}
}

/** The module that is asking, for functions that read after a wait. */
export const importerNow = (): string | undefined => asking;

/** Says how reads of a kind are answered, so that the build can tell whether an answer is another one. */
export function answers(kind: string, answer: Answer): void {
	channel()?.answers.set(kind, answer);
}
