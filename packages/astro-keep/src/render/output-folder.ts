import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { assetUrl, removeFiles, timeOf, type WrittenPages } from '../output/index.js';
import type { IncrementalBuild, Outcome } from './tracked-build.js';

/** The folder of the output. */
export const folderOf = (config: AstroConfig) => fileURLToPath(config.outDir);

/** True if all that a build writes is in the folder of the output. Some adapters have a folder of their own for it. */
export const isOneFolder = ({ outDir, build }: AstroConfig): boolean =>
	[build.client, build.server].every(({ href }) => href.startsWith(outDir.href));

/**
 * Removes what Astro leaves when it empties the output: it means to spare `.git`, and spares `g`, `i`, and `t`, such as the folder of
 * tag pages at `/t/astro`.
 */
export function emptyRest(config: AstroConfig): void {
	if (config.vite.build?.emptyOutDir === false) return;
	for (const name of ['g', 'i', 't']) rmSync(new URL(name, config.outDir), { recursive: true, force: true });
}

/**
 * Removes the pages of the previous build from the output, except these files, which stay.
 *
 * @returns whether the file at a path is kept
 */
export function keepOnly(
	{ config, recorded }: Pick<IncrementalBuild, 'config' | 'recorded'>,
	unchanged: Iterable<URL>,
): (path: string) => boolean {
	const paths = pathsIn(config, unchanged);
	const gone = [...(recorded?.pages ?? [])].filter((path) => !paths.has(path));
	removeFiles(folderOf(config), gone);
	return (path) => paths.has(path);
}

/**
 * Removes the pages of the previous build from the assets that a server is told of, because it sends no route's answer to the address
 * of an asset. Astro's list begins with the files that it finds in the output, without those whose names begin with a dot. Routes
 * without parameters follow, and are right.
 */
export function removePages(
	{ config, recorded }: Pick<IncrementalBuild, 'config' | 'recorded'>,
	assets: string[],
): void {
	const isPublic = publicFiles(config);
	const client = decodeURIComponent(config.build.client.href.slice(config.outDir.href.length));
	const isFound = (path: string) =>
		!/(^|\/)\./.test(path) && !isPublic(pathToFileURL(join(folderOf(config), path)));
	const found = [...(recorded?.pages ?? [])].filter(isFound);
	const names = new Set(found.map((path) => assetUrl(config, path.slice(client.length))));
	const isFirst = (asset: string) =>
		names.delete(asset) || names.delete(asset.slice(0, asset.lastIndexOf('?')));
	assets.splice(0, Infinity, ...assets.filter((asset) => !isFirst(asset)));
}

/**
 * The pages of a build that the next one may keep. Undefined if a public file replaced one, so that the next build starts with an
 * empty output.
 */
export function writtenPages(
	{ config, recorded }: Pick<IncrementalBuild, 'config' | 'recorded'>,
	{ files, endedAt, stays }: Outcome,
): WrittenPages | undefined {
	if (!isOneFolder(config) || files.some(publicFiles(config))) return undefined;
	return {
		paths: pathsIn(config, files),
		isOwn: (path, stamp) =>
			timeOf(stamp) <= endedAt && (!recorded || !stays(path) || recorded.files.get(path)?.[0] === stamp),
	};
}

/** The paths of files in the output, as its record has them. */
const pathsIn = ({ outDir }: AstroConfig, files: Iterable<URL>): Set<string> =>
	new Set(Array.from(files, ({ href }) => decodeURIComponent(href.slice(outDir.href.length))));

/** Returns a function that is true for files of the output whose path a public file or folder has. */
export function publicFiles({ publicDir, outDir, build }: AstroConfig): (file: URL) => boolean {
	if (!existsSync(publicDir)) return () => false;
	const paths = new Set(
		readdirSync(publicDir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')),
	);
	if (paths.size === 0) return () => false;
	const roots = [outDir, build.client].map(({ href }) => href);
	return ({ href }) =>
		roots.some((root) => href.startsWith(root) && paths.has(decodeURIComponent(href.slice(root.length))));
}
