import { randomUUID } from 'node:crypto';
import { type Answer, isUnknowable, kindOf, type Read } from '../../page/tracking/index.js';
import { sha } from './describe.js';

const mark = 'wholly ';

/**
 * The read of another read's entire result. A module that holds the result may use any part of the result for later pages, not only the part
 * that the first page used.
 */
export const wholly = (read: Read): Read =>
	isUnknowable(read) || read.startsWith(mark) ? read : mark + read;

/** The read that `wholly` was given. */
export const bare = (read: Read): Read => (read.startsWith(mark) ? read.slice(mark.length) : read);

/** Returns the digest of a read's result in this build. Each read is made once. */
export type Answerer = (read: Read) => Promise<string>;

/** Repeats reads. A read that can no longer be made, or whose result cannot be known, always counts as changed. */
export function createAnswerer(answers: ReadonlyMap<string, Answer>): Answerer {
	const digests = new Map<Read, Promise<string>>();
	const ask = async (read: Read) => {
		const asked = bare(read);
		const kind = kindOf(asked);
		const answer = isUnknowable(read) ? undefined : answers.get(kind);
		try {
			if (answer) return sha(await answer(asked.slice(kind.length + 1), asked !== read));
		} catch {
			// A read that fails, such as one of a removed collection, counts as changed. The page repeats it when it is rendered.
		}
		return randomUUID();
	};
	return (read) => {
		const digest = digests.get(read) ?? ask(read);
		digests.set(read, digest);
		return digest;
	};
}
