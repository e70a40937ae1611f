import { oneLine } from 'astro-keep/shared/text/printable';

/** An option is invalid, a target failed, or the state could not be stored. The message contains no secret. */
export class RebuildError extends Error {
	override readonly name = 'RebuildError';
}

/** The message of an unknown thrown value, as one line. */
export const wordsOf = (thrown: unknown): string =>
	oneLine(thrown instanceof Error ? thrown.message : String(thrown)).trim();
