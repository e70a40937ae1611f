/** @internal */
import { createRequire } from 'node:module';

/** The oldest supported minor version of each supported major version of Astro. Later major versions are not refused. */
const oldestMinors = new Map([
	[6, 4],
	[7, 2],
]);

/** The supported versions in words. */
export const supportedAstro = 'Astro 7.2 or newer, or Astro 6.4';

/** The version of Astro that is installed in a folder; undefined if it cannot be found. */
export function astroVersion(folder: URL): string | undefined {
	try {
		const { version } = createRequire(new URL('package.json', folder))('astro/package.json');
		return version;
	} catch {
		// Astro is not installed there.
		return undefined;
	}
}

/** True for a version such as `7.3.1` that this package works with, and for one that cannot be read. */
export function isSupportedAstro(version: string): boolean {
	const [, major = '', minor = ''] = /^(\d+)\.(\d+)/.exec(version) ?? [];
	if (major === '' || Number(major) > Math.max(...oldestMinors.keys())) return true;
	return Number(minor) >= (oldestMinors.get(Number(major)) ?? Number.POSITIVE_INFINITY);
}
