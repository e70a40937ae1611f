import { extname } from 'node:path/posix';
import type { RendererConfig } from './renderer-config.js';

/** The options of an image that a page shows. */
interface ImageOptions {
	src: string | { src: string };
}

/** What Astro's build records of an image. */
interface StaticImage {
	originalPath: string;
	hash: string;
	finalPath: string;
	originalSrcPath: string | undefined;
	transform: ImageOptions;
}

/** The parts of Astro that name the files of images. They are not part of its documented interface. */
interface ImageParts {
	hashTransform(options: ImageOptions, service: string, hashed: readonly string[]): string;
	propsToFilename(path: string, options: ImageOptions, hash: string): string;
	getAssetsPrefix(extension: string, prefix: unknown): string;
	removeBase(path: string, base: string): string;
	joinPaths(...paths: string[]): string;
	prependForwardSlash(path: string): string;
	createPlaceholderURL(path: string): URL;
	stringifyPlaceholderURL(url: URL): string;
	recordStaticImage(image: StaticImage): void;
	recordReferencedImage(path: string): void;
}

const files = [
	'assets/utils/hash.js',
	'assets/utils/url.js',
	'assets/utils/getAssetsPrefix.js',
	'core/path.js',
	'core/render-scope/record.js',
];

/**
 * Lets pages show images in a thread: names the files of images as Astro's build does, and records them for the page. Astro's
 * own function for that lies behind its Vite plugins, which take half a second to load.
 *
 * @param load imports a file of Astro
 */
export async function addStaticImages(
	settings: RendererConfig['settings'],
	load: (path: string) => Promise<object>,
): Promise<void> {
	const host: { astroAsset?: object } = globalThis;
	if (host.astroAsset) return;
	const astro: ImageParts = Object.assign({}, ...(await Promise.all(files.map(load))));
	const { base, assets, assetsPrefix, imageService, assetQueryParams } = settings;
	const addStaticImage = (options: ImageOptions, hashed: readonly string[], file: string | undefined) => {
		const isRemote = typeof options.src === 'string';
		const src = typeof options.src === 'string' ? options.src : options.src.src;
		const prefix = astro.getAssetsPrefix(extname(src), assetsPrefix);
		const originalPath = astro.removeBase(astro.removeBase(src, base), prefix);
		const hash = astro.hashTransform(options, imageService, hashed);
		const name = astro.prependForwardSlash(astro.propsToFilename(originalPath, options, hash));
		const finalPath = astro.prependForwardSlash(astro.joinPaths(isRemote ? assets : '', name));
		astro.recordStaticImage({ originalPath, hash, finalPath, originalSrcPath: file, transform: options });
		const path = assetsPrefix
			? astro.joinPaths(prefix, finalPath)
			: astro.prependForwardSlash(astro.joinPaths(base, finalPath));
		const url = astro.createPlaceholderURL(encodeURI(path));
		for (const [key, value] of new URLSearchParams(assetQueryParams)) url.searchParams.set(key, value);
		return astro.stringifyPlaceholderURL(url);
	};
	const { recordReferencedImage } = astro;
	host.astroAsset = { addStaticImage, recordReferencedImage, referencedImages: new Set() };
}
