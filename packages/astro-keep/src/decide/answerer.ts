import { randomUUID } from 'node:crypto';
import { sourceOf } from '../kinds/rules.js';
import { sha } from '../kinds/sha.js';
import { tableDigest } from '../kinds/table-digest.js';
import { type Answer, type Kind, partsOf, type Read } from '../tracking/index.js';

/**
 * Returns the digest of a read's result in this build. Each read is made once.
 *
 * @param before its digest in the previous build
 */
export type Answerer = (read: Read, before?: string) => Promise<string>;

/** Repeats reads. A read that can no longer be made, or whose result cannot be known, always counts as changed. */
export function createAnswerer(answers: ReadonlyMap<Kind, Answer<never>>): Answerer {
	const digests = new Map<Read, Promise<string>>();
	const ask = async (read: Read, before: string | undefined) => {
		const [kind, asked] = partsOf(read);
		if (sourceOf(kind) === 'itself') return sha(read);
		const answer = answers.get(kind) as ((given: typeof asked) => ReturnType<Answer<Kind>>) | undefined;
		try {
			const found = await answer?.(asked);
			if (typeof found === 'string') return sha(found);
			if (found && 'validator' in found) {
				const quick = found.validator === undefined ? '' : sha(found.validator);
				return quick && before?.startsWith(`${quick}.`)
					? before
					: `${quick}.${tableDigest(await found.text())}`;
			}
			if (found) return tableDigest(found);
		} catch {
			// A read that fails, such as one of a removed collection, counts as changed. The page repeats it when it is rendered.
		}
		return randomUUID();
	};
	return (read, before) => {
		const digest = digests.get(read) ?? ask(read, before);
		digests.set(read, digest);
		return digest;
	};
}

/** Makes every read of content count as changed that has not been repeated yet: a read without an answer does. */
export function forgetContent(answers: Map<Kind, Answer<never>>): void {
	for (const kind of answers.keys()) if (sourceOf(kind) === 'content') answers.delete(kind);
}

/** True for two digests of the same text. */
export const isSameAnswer = (one: string, other: string): boolean => textPart(one) === textPart(other);

/** Without the marks of a table, which say more than what counts. */
function textPart(digest: string): string {
	const [counted = ''] = digest.split(' ');
	return counted.slice(counted.indexOf('.') + 1);
}
