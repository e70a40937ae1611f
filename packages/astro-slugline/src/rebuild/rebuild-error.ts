import { oneLine } from '../shared/printable.js';

/** An option is not right, a target failed, or the state could not be kept. No secret stands in the message. */
export class RebuildError extends Error {
	override readonly name = 'RebuildError';
}

/** What an unknown thrown value says, as one line. */
export const wordsOf = (thrown: unknown): string =>
	oneLine(thrown instanceof Error ? thrown.message : String(thrown)).trim();
