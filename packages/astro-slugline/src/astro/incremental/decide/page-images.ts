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

/** Requests the images of a page that is not rendered from Astro. */
export function wantImages({ staticImages, referencedImages }: PageImages): void {
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

/** The placeholder for the site's folder in the cached state. */
const rootMark = '\u0000root/';

/** Images as they are cached: without the path of the site's folder. */
export const withoutRoot = (images: PageImages, root: string): PageImages => moved(images, root, rootMark);

/** Cached images, with their files in this folder. */
export const withRoot = (images: PageImages, root: string): PageImages => moved(images, rootMark, root);

function moved(images: PageImages, from: string, to: string): PageImages {
	const inner = (text: string) => JSON.stringify(text).slice(1, -1);
	return JSON.parse(JSON.stringify(images).replaceAll(inner(from), inner(to)));
}
