import { randomUUID } from 'node:crypto';
import { type Answer, isUnknowable, kindOf, type Read } from '../../page/tracking/index.js';
import { sha } from './describe.js';

const mark = 'wholly ';

/**
 * The read that stands for all that can be seen in the answer of another one. What a module keeps for all pages may be made
 * of any of it, whatever the page looked at that asked first.
 */
export const wholly = (read: Read): Read =>
	isUnknowable(read) || read.startsWith(mark) ? read : mark + read;

/** The read that `wholly` was given. */
export const bare = (read: Read): Read => (read.startsWith(mark) ? read.slice(mark.length) : read);

/** Gives the digest of what a read is answered in this build. Each is asked for once. */
export type Answerer = (read: Read) => Promise<string>;

/** A read that nobody can answer any more is always another one, and so is one that nobody can know. */
export function createAnswerer(answers: ReadonlyMap<string, Answer>): Answerer {
	const known = new Map<Read, Promise<string>>();
	const ask = async (read: Read) => {
		const asked = bare(read);
		const kind = kindOf(asked);
		const answer = isUnknowable(read) ? undefined : answers.get(kind);
		try {
			if (answer) return sha(await answer(asked.slice(kind.length + 1), asked !== read));
		} catch {
			// What cannot be asked any more, such as a collection that is gone, is asked by the page if it is rendered.
		}
		return randomUUID();
	};
	return (read) => {
		const digest = known.get(read) ?? ask(read);
		known.set(read, digest);
		return digest;
	};
}
