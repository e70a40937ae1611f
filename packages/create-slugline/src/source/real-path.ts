import { lstatSync, realpathSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { pathWithin } from 'astro-keep/shared/module-path';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';

/**
 * The path of a file below a folder after all links are followed; undefined if one leads out of the folder, or to nothing. The file
 * itself need not exist, so that this may be asked before it is written.
 *
 * @param path relative to the folder, which must exist
 * @example realPathIn('/site', 'src/link/page.astro') // 'src/pages/page.astro'
 */
export function realPathIn(folder: string, path: string): string | undefined {
	const whole = join(folder, path);
	if (path !== '.' && !lstatSync(whole, { throwIfNoEntry: false })) {
		const parent = realPathIn(folder, dirname(path));
		return parent === undefined ? undefined : posix.join(parent, basename(path));
	}
	try {
		const inside = pathWithin(realpathSync(folder), `${realpathSync(whole)}/`);
		return inside === undefined ? undefined : trimEndSlashes(inside);
	} catch {
		// The link leads nowhere.
		return undefined;
	}
}
