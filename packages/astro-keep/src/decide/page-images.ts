import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path/posix';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';

/** The images that a page requested while it was rendered. Astro generates their files at the end of the build. */
export interface PageImages {
	staticImages: StaticImage[];
	/** Files whose originals are shown, too. */
	referencedImages: string[];
}

interface StaticImage {
	originalPath: string;
	originalSrcPath: string | undefined;
	hash: string;
	finalPath: string;
	transform: unknown;
}

interface AstroAsset {
	staticImages?: Map<string, { originalSrcPath: string | undefined; transforms: Map<string, unknown> }>;
	referencedImages?: Set<string>;
}

/**
 * Requests the images of a page that is not rendered from Astro.
 *
 * @param root the site's folder, which the cached state does not contain
 */
export function replayImages(cached: PageImages, root: URL): void {
	const { staticImages, referencedImages } = moved(cached, rootMark, fileURLToPath(root));
	const host: typeof globalThis & { astroAsset?: AstroAsset } = globalThis;
	host.astroAsset ??= {};
	host.astroAsset.staticImages ??= new Map();
	host.astroAsset.referencedImages ??= new Set();
	const images = host.astroAsset.staticImages;
	for (const { originalPath, originalSrcPath, hash, finalPath, transform } of staticImages) {
		const wanted = images.get(originalPath) ?? { originalSrcPath, transforms: new Map<string, unknown>() };
		images.set(originalPath, wanted);
		if (!wanted.transforms.has(hash)) wanted.transforms.set(hash, { finalPath, transform });
	}
	for (const path of referencedImages) host.astroAsset.referencedImages.add(path);
}

/** The folder of the optimized images that Astro has cached. */
export const cachedImages = ({ cacheDir }: Pick<AstroConfig, 'cacheDir'>): URL =>
	new URL('assets/', cacheDir);

/** Milliseconds that a cached image of another server must still be valid: longer than a build takes. */
const minValidityMs = 3_600_000;

/**
 * True if Astro has all images of a page in its cache. It makes the others with the site's image service, which only pages load
 * that show an image while they are rendered.
 *
 * @param folder of Astro's cached images
 * @param now in milliseconds since 1970
 */
export const areCached = ({ staticImages }: PageImages, folder: URL, now: number): boolean =>
	staticImages.every(({ finalPath, transform }) => {
		const file = new URL(basename(finalPath), folder);
		const isRemote = typeof (transform as { src?: unknown }).src === 'string';
		return existsSync(file) && (!isRemote || validUntil(new URL(`${file.href}.json`)) > now + minValidityMs);
	});

/** Until when Astro uses a cached image without asking its server, in milliseconds since 1970. */
function validUntil(file: URL): number {
	try {
		const { expires } = JSON.parse(readFileSync(file, 'utf8'));
		return typeof expires === 'number' ? expires : 0;
	} catch {
		return 0;
	}
}

/** The placeholder for the site's folder in the cached state. */
const rootMark = '\u0000root/';

/** The files of the images, by their paths in the site, or else their addresses. */
export const filesOf = ({ staticImages }: PageImages): string[] => [
	...new Set(
		staticImages.map(({ originalSrcPath, originalPath }) =>
			(originalSrcPath ?? originalPath).replace(rootMark, ''),
		),
	),
];

/**
 * What a page has requested, as it is cached: without the path of the site's folder. Undefined if it has no images.
 *
 * @param staticImages as Astro collects them
 */
export function imagesOf(
	staticImages: readonly unknown[],
	referencedImages: Iterable<string>,
	root: URL,
): PageImages | undefined {
	const images = { staticImages: staticImages as StaticImage[], referencedImages: [...referencedImages] };
	const isEmpty = images.staticImages.length === 0 && images.referencedImages.length === 0;
	return isEmpty ? undefined : moved(images, fileURLToPath(root), rootMark);
}

function moved(images: PageImages, from: string, to: string): PageImages {
	const inner = (text: string) => JSON.stringify(text).slice(1, -1);
	return JSON.parse(JSON.stringify(images).replaceAll(inner(from), inner(to)));
}
