import {
	type AssetAddress,
	type AssetField,
	type AssetLike,
	type FoundAsset,
	fileName,
	findAsset,
	servedAddress,
} from '../assets/index.js';
import { notice } from '../tracking/index.js';
import {
	type ImageFilters,
	type ImageFormat,
	imageAddress,
	isQuarterTurn,
	isTransformable,
} from './image-address.js';
import { type ImageSizes, imageSizes } from './image-sizes.js';

/** How an image is shown. */
export interface ImageOptions {
	/** What the image shows; `''` for decoration. @default the asset's own */
	alt?: string | undefined;
	/** CSS pixels at most. @default the width of the file */
	width?: number | undefined;
	/** CSS pixels; with `width`, the image is cropped around its focus. @default by the proportions of the file */
	height?: number | undefined;
	/** How wide the image is in the page, as in HTML. @default `width`, and the whole window where that is smaller */
	sizes?: string | undefined;
	/** Formats, the best first; browsers take the first that they know. @default ['webp'] */
	formats?: ImageFormat[] | undefined;
	/** From 1 to 100. @default the image service's own */
	quality?: number | undefined;
	/** What the image service does to the look of the image. @example { blur: 20, grayscale: true } */
	filters?: ImageFilters | undefined;
	/** True for an image at the top of the page, which is loaded at once. */
	priority?: boolean | undefined;
	/** The page, for messages. */
	page?: URL | string | undefined;
}

/** The attributes of an `<img>`. */
export interface ImageAttributes {
	src: string;
	srcset?: string;
	sizes?: string;
	width?: number;
	height?: number;
	alt: string;
	loading: 'lazy' | 'eager';
	decoding: 'async' | 'sync';
	fetchpriority?: 'high';
}

/** The attributes of a `<source>`. */
export interface ImageSource {
	type: string;
	srcset: string;
	sizes: string;
}

/** An image as it stands in a page. */
export interface RenderedImage {
	img: ImageAttributes;
	/** For a `<picture>` around it, if there is more than one format. */
	sources: ImageSource[];
}

/**
 * What an asset field looks like in a page; undefined for an empty field, and for an asset that visitors may not load, which
 * is told. An image on the service's hosts is asked for in the sizes and formats that fit; drawings, animations and files
 * of other hosts stay as they are. Missing alternative text and unknown sizes are told as warnings.
 *
 * @example
 * const image = imageOf(blok.image, { width: 720, page: Astro.url });
 */
export function imageOf(asset: AssetLike, options: ImageOptions = {}): RenderedImage | undefined {
	const page = options.page instanceof URL ? options.page.pathname : options.page;
	if (asset === undefined) {
		notice(
			'`<StoryImage>` was given no asset, so it shows nothing. Give it a field of the blok: `<StoryImage asset={blok.image} />`. Where a story may lack the field, write `blok.image && <StoryImage …>`.',
			page,
		);
	}
	const found = findAsset(asset, page);
	if (!found) return undefined;
	const { address } = found;
	if (address.likelyHost !== undefined && found.field.is_external_url !== true) {
		notice(
			`Images of the host \`${address.likelyHost}\` are shown as they are. Their addresses are as the service's: if the host serves the space's assets, name it with \`assets: { hosts: ['${address.likelyHost}'] }\`, and they come in sizes that fit.`,
			page,
		);
	}
	const sizes = imageSizes(options, sizeOf(address, options));
	const { width, height } = sizes;
	if (width === undefined || height === undefined) {
		notice(
			`The size of the image \`${fileName(address)}\` is not known, so the page jumps when it loads. Give <StoryImage> a \`width\` and a \`height\`.`,
			page,
		);
	}
	const img = {
		...(width !== undefined && { width }),
		...(height !== undefined && { height }),
		alt: altOf(found, options, page),
		...(options.priority
			? { loading: 'eager' as const, decoding: 'sync' as const, fetchpriority: 'high' as const }
			: { loading: 'lazy' as const, decoding: 'async' as const }),
	};
	if (found.isPrivate || !isTransformable(address)) {
		const src = servedAddress(found, address.href, address.extension, page);
		return { img: { src, ...img }, sources: [] };
	}
	const formats = options.formats?.length ? options.formats : (['webp'] satisfies ImageFormat[]);
	const all = formats.map((format) => candidatesOf(found, sizes, format, options, page));
	const { src, srcset } = all[all.length - 1] ?? { src: address.href, srcset: undefined };
	const shown =
		options.sizes ?? (width === undefined ? '100vw' : `(min-width: ${width}px) ${width}px, 100vw`);
	return {
		img: { src, ...(srcset && { srcset, sizes: shown }), ...img },
		sources: all.slice(0, -1).map((candidates, place) => ({
			type: `image/${formats[place]}`,
			srcset: candidates.srcset ?? candidates.src,
			sizes: shown,
		})),
	};
}

/** The size of the file as it is shown: one that is turned by a quarter has its width for its height. */
const sizeOf = ({ width, height }: AssetAddress, { filters }: ImageOptions) =>
	filters && isQuarterTurn(filters) ? { width: height, height: width } : { width, height };

/** An image in one format: the one to fall back to, and all that a browser can choose from. */
function candidatesOf(
	found: FoundAsset,
	{ width, widths, crop }: ImageSizes,
	format: ImageFormat,
	{ quality, filters }: ImageOptions,
	page: string | undefined,
): { src: string; srcset: string | undefined } {
	const of = (pixels: number | undefined) => {
		const href = imageAddress(found.address, {
			width: pixels,
			height:
				pixels &&
				crop &&
				Math.min(
					Math.max(1, Math.round(pixels * crop)),
					sizeOf(found.address, { filters }).height ?? Number.POSITIVE_INFINITY,
				),
			format,
			quality,
			focus: found.field.focus,
			filters,
		});
		return servedAddress(found, href, format === 'jpeg' ? 'jpg' : format, page);
	};
	const main = widths.find((pixels) => pixels >= (width ?? 0)) ?? widths[widths.length - 1];
	if (widths.length < 2) return { src: of(main), srcset: undefined };
	return { src: of(main), srcset: widths.map((pixels) => `${of(pixels)} ${pixels}w`).join(', ') };
}

function altOf({ field, address }: FoundAsset, options: ImageOptions, page: string | undefined): string {
	if (options.alt !== undefined) return options.alt;
	const alt = [field.alt, metaAlt(field)].find((text) => typeof text === 'string' && text.trim() !== '');
	if (typeof alt === 'string') return alt;
	notice(
		`The image \`${fileName(address)}\` has no alternative text. Write what it shows into the asset's alt text, or give <StoryImage> \`alt=""\` if it is decoration.`,
		page,
	);
	return '';
}

const metaAlt = ({ meta_data: meta }: AssetField): unknown =>
	typeof meta === 'object' && meta !== null && Object.hasOwn(meta, 'alt') ? meta['alt'] : undefined;
