import type { LoaderContext } from 'astro/loaders';
import { toAstroError } from './errors.js';

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
