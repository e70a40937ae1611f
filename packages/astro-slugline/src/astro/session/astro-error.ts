import { AstroError } from 'astro/errors';
import { printable } from 'astro-keep/shared/text/printable';
import { ExpectedError, moreAboutErrors } from '../../shared/hinted-error.js';

/** Converts an error to an AstroError, with what happened as the message and what to do as the hint. */
export function toAstroError(error: unknown): AstroError {
	if (error instanceof AstroError) {
		error.message = printable(error.message);
		return error;
	}
	if (!(error instanceof Error)) return new AstroError(printable(String(error)));
	const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;
	// Outside of Astro the message ends with the hint. Astro shows the two separately.
	const message =
		hint && error.message.endsWith(hint) ? error.message.slice(0, -hint.length).trim() : error.message;
	const shown = new AstroError(printable(message), printable(`${hint ?? ''} ${moreAboutErrors}`.trim()));
	shown.name = error.name === 'Error' ? 'SluglineError' : error.name;
	shown.stack = error instanceof ExpectedError ? '' : (error.stack ?? '');
	return shown;
}
