import type { LoaderContext } from 'astro/loaders';
import { toAstroError } from './errors.js';

/** Shorter than the 500 ms after which Astro writes a store that was touched. */
const beatMs = 200;

/**
 * Loads without letting Astro write a store in the making: it writes 500 ms after the last touch, also in the middle
 * of a load, and a load that then failed would leave half a store behind. Each beat puts that moment off until the
 * load has ended; a build that fails ends before it.
 *
 * @throws {AstroError} what the load threw, as Astro shows it. In dev, entries of an earlier load stay and the error is only told.
 */
export async function guarded(context: LoaderContext, load: () => Promise<void>): Promise<void> {
	const beat = setInterval(() => context.meta.set('beat', '1'), beatMs);
	try {
		await load();
		// Whether there was a beat is a matter of time: equal content is to make an equal store.
		context.meta.delete('beat');
	} catch (error) {
		const shown = toAstroError(error);
		if (!context.watcher || context.store.keys().length === 0) throw shown;
		context.logger.error([shown.message, shown.hint].filter(Boolean).join(' '));
	} finally {
		clearInterval(beat);
	}
}
