import { extname } from 'node:path';
import type { AstroConfig } from 'astro';

/** The address that Astro gives a file of the output's client folder: below `assetsPrefix`, or else below the base. */
export function assetUrl(
	{ base, build: { assetsPrefix } }: Pick<AstroConfig, 'base' | 'build'>,
	path: string,
): string {
	const prefix =
		typeof assetsPrefix === 'object'
			? (assetsPrefix[extname(path).slice(1)] ?? assetsPrefix.fallback)
			: assetsPrefix;
	return `${(prefix ?? base).replace(/\/$/, '')}/${path.replace(/^\//, '')}`;
}
