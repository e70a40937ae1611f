import { AstroError } from 'astro/errors';
import type { LoaderContext } from 'astro/loaders';
import { printable } from '../../shared/text/printable.js';

/** Milliseconds between heartbeats. Shorter than the 500 ms after which Astro writes a store that has changed. */
const beatMs = 200;

/**
 * Loads a collection while a heartbeat keeps Astro from writing its store. Astro writes 500 ms after the last change, even in
 * the middle of a load, so a load that failed later would leave half a store behind. Each heartbeat delays the write; a failed
 * build ends before it.
 *
 * @throws {AstroError} the error of the load. In dev, if an earlier load left entries, they stay and the error is only logged.
 */
export async function guarded(context: LoaderContext, load: () => Promise<void>): Promise<void> {
	const beat = setInterval(() => context.meta.set('beat', '1'), beatMs);
	try {
		await load();
		// Fast loads have no heartbeat. Equal content must make an equal store.
		context.meta.delete('beat');
	} catch (error) {
		const shown = toAstroError(error);
		if (!context.watcher || context.store.keys().length === 0) throw shown;
		context.logger.error([shown.message, shown.hint].filter(Boolean).join(' '));
	} finally {
		clearInterval(beat);
	}
}

/** Converts an error to an AstroError, with what happened as the message and what to do as the hint. */
function toAstroError(error: unknown): AstroError {
	if (error instanceof AstroError) {
		error.message = printable(error.message);
		return error;
	}
	if (!(error instanceof Error)) return new AstroError(printable(String(error)));
	const hint = 'hint' in error && typeof error.hint === 'string' ? error.hint : undefined;
	// Outside of Astro the message ends with the hint. Astro shows the two separately.
	const message =
		hint && error.message.endsWith(hint) ? error.message.slice(0, -hint.length).trim() : error.message;
	const shown = new AstroError(printable(message), hint && printable(hint));
	shown.name = error.name === 'Error' ? 'SluglineError' : error.name;
	return shown;
}
