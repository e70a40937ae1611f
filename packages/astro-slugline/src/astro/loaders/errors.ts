import { AstroError } from 'astro/errors';
import { printable } from '../../shared/text/printable.js';

/** The shape of this package's errors: what happened as the message, and what to do as the hint. */
interface WithHint extends Error {
	hint?: string | undefined;
}

/** Converts an error to an AstroError, with what happened as the message and what to do as the hint. */
export function toAstroError(error: unknown): AstroError {
	if (error instanceof AstroError) {
		error.message = printable(error.message);
		return error;
	}
	if (!(error instanceof Error)) return new AstroError(printable(String(error)));
	const { hint } = error as WithHint;
	// Outside of Astro the message ends with the hint. Astro shows the two separately.
	const message =
		hint && error.message.endsWith(hint) ? error.message.slice(0, -hint.length).trim() : error.message;
	const shown = new AstroError(printable(message), hint && printable(hint));
	shown.name = error.name === 'Error' ? 'SluglineError' : error.name;
	return shown;
}
