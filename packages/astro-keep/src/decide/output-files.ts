import { posix } from 'node:path';
import type { AstroConfig } from 'astro';
import { trimEndSlashes } from '../shared/text/slashes.js';
import type { AstroBuild, Path } from './astro-app.js';

/** The settings that decide where a page is in the output. */
export interface OutputShape {
	format: AstroConfig['build']['format'];
	trailingSlash: AstroConfig['trailingSlash'];
	/** The folder that pages are written to. */
	root: URL;
}

/** How a build names the files of its pages. */
export function outputShape({ settings }: AstroBuild): OutputShape {
	const { config, buildOutput, adapter } = settings;
	const isPlain = buildOutput === 'static' && !adapter?.adapterFeatures?.['preserveBuildClientDir'];
	const root = isPlain ? config.outDir : config.build.client;
	return { format: config.build.format, trailingSlash: config.trailingSlash, root: new URL('./', root) };
}

/** The file that Astro writes a page to; undefined if it would be outside of the output. */
function outputFile({ pathname, route }: Path, { format, root }: OutputShape): URL | undefined {
	const path = encodeURI(pathname);
	const base = posix.basename(path);
	if (route.type === 'endpoint')
		return within(new URL(base, new URL(folderPath(posix.dirname(path)), root)), root);
	const isStatus = path === '/404' || path === '/500';
	const isFolder =
		format === 'directory' ? !isStatus : format === 'preserve' && (route.isIndex || base === '');
	const above = path === '' ? '' : posix.dirname(path);
	const file = isFolder ? `${folderPath(path)}index.html` : `${folderPath(above)}${base || 'index'}.html`;
	return within(new URL(file, root), root);
}

const folderPath = (path: string): string => `.${path.replace(/\/?$/, '/')}`;

const within = (file: URL, root: URL): URL | undefined =>
	file.href.startsWith(root.href) ? file : undefined;

/** The name under which Astro lists a page for other integrations. */
export function pageName(pathname: string, { trailingSlash, format }: OutputShape): string {
	const endsWithSlash = trailingSlash === 'always' || (trailingSlash === 'ignore' && format === 'directory');
	return (endsWithSlash ? pathname.replace(/\/?$/, '/') : pathname).replace(/^\//, '');
}

/** A page in the output. */
export interface PlacedPath {
	path: Path;
	/** The file that Astro writes the page to; undefined if it would be outside of the output. */
	file: URL | undefined;
	/**
	 * True if the page shares neither its path nor its file with another one. Of several pages at one path, Astro renders the first,
	 * and warns or fails because of the others, so it must see all of them.
	 */
	isOwn: boolean;
}

/**
 * The pages of a build, in the order in which Astro renders them. A second page at the same path is not rendered.
 *
 * @param isReported true if Astro warns or fails because of pages at the same path
 */
export function placePaths(paths: readonly Path[], shape: OutputShape, isReported: boolean): PlacedPath[] {
	const placed = [...Map.groupBy(paths, pathName).values()].flatMap(([path, ...others]) =>
		path ? [{ path, file: outputFile(path, shape), others }] : [],
	);
	const counts = new Map<string, number>();
	for (const { file } of placed) if (file) counts.set(file.href, (counts.get(file.href) ?? 0) + 1);
	const all = placed.map(({ path, file, others }): PlacedPath => {
		// A page that falls back to another language shares the path with the translation if there is one.
		const isDisputed = isReported && others.some((other) => !isFallback(other));
		return { path, file, isOwn: !isDisputed && file !== undefined && counts.get(file.href) === 1 };
	});
	return [...all.filter(({ path }) => !isFallback(path)), ...all.filter(({ path }) => isFallback(path))];
}

const isFallback = ({ route }: Path): boolean => route.type === 'fallback';

/** A page's path without trailing slashes, as Astro compares the paths of pages. */
export const pathName = ({ pathname }: Path): string => trimEndSlashes(pathname);
