import { AstroError } from 'astro/errors';
import { printable } from '../../shared/printable.js';

/** The shape that the other rooms' errors share: a sentence, and what to do about it. */
interface WithHint extends Error {
	hint?: string | undefined;
}

/**
 * What went wrong as Astro shows it: the sentence as the message, what to do as the hint.
 * An AstroError passes through.
 */
export function toAstroError(error: unknown): AstroError {
	if (error instanceof AstroError) {
		error.message = printable(error.message);
		return error;
	}
	if (!(error instanceof Error)) return new AstroError(printable(String(error)));
	const { hint } = error as WithHint;
	// Where there is no Astro, the message has the hint at its end; Astro shows the two apart.
	const message =
		hint && error.message.endsWith(hint) ? error.message.slice(0, -hint.length).trim() : error.message;
	const shown = new AstroError(printable(message), hint && printable(hint));
	shown.name = error.name === 'Error' ? 'SluglineError' : error.name;
	return shown;
}
