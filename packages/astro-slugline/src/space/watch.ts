import { watch as watchFiles } from 'node:fs';
import { pullManifestFile } from './folder/pull-manifest.js';

/** A burst of changes (an editor that saves in several steps, a checkout of another branch) is one change. Milliseconds. */
const settleTime = 40;

/**
 * Calls back after files in a folder, or in any directory below it, changed. Hidden files do not count, but for the
 * manifest of a pull.
 *
 * @returns stops it
 */
export function watchFolder(folder: string, onChange: () => void): () => void {
	let timer: NodeJS.Timeout | undefined;
	const watcher = watchFiles(folder, { recursive: true, persistent: false }, (_, name) => {
		const isHidden = name?.split(/[\\/]/).some((part) => part.startsWith('.'));
		if (isHidden && name !== pullManifestFile) return;
		clearTimeout(timer);
		timer = setTimeout(onChange, settleTime);
	});
	// A folder that vanishes is told by the next reading of it.
	watcher.on('error', onChange);
	return () => {
		clearTimeout(timer);
		watcher.close();
	};
}
