import images from 'virtual:astro-slugline/local-images';
import { decodedPath } from 'astro-keep/shared/text/slashes';
import { answers, record } from 'astro-keep/tracking';
import { notice } from '../data/index.js';
import type { AssetAddress } from './asset-address.js';
import { type AssetLike, type FoundAsset, fileName, findAsset, servedAddress } from './asset-href.js';
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
	/** Alternative text; `''` for decoration. @default the asset's own */
	alt?: string | undefined;
	/** Maximum width in CSS pixels. @default the width of the file */
	width?: number | undefined;
	/** Height in CSS pixels. With `width`, the image is cropped around its focus. @default follows from the file's proportions */
	height?: number | undefined;
	/** The attribute `sizes`, as in HTML. @default `width`, or the full width of a smaller window */
	sizes?: string | undefined;
	/** Formats, best first. Browsers use the first one that they support. @default ['webp'] */
	formats?: ImageFormat[] | undefined;
	/** Quality from 1 to 100. @default the image service's own */
	quality?: number | undefined;
	/** Filters of the image service. @example { blur: 20, grayscale: true } */
	filters?: ImageFilters | undefined;
	/** True for an image at the top of the page, which is then loaded eagerly. @default false */
	priority?: boolean | undefined;
	/** Address of the page, for warnings. */
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
	/** For a file that is shown as it is in a box of other proportions, and for a size that is no number of pixels. */
	style?: string;
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

/** The elements of an image. */
export interface RenderedImage {
	img: ImageAttributes;
	/** The sources of a `<picture>`, if there is more than one format. */
	sources: ImageSource[];
}

/** Extensions of files that no browser shows as an image. */
const otherFiles = new Set(
	[
		'mp3 m4a ogg oga opus wav flac aac mp4 m4v webm mov ogv avi mkv vtt srt',
		'pdf doc docx xls xlsx ppt pptx odt ods odp epub txt csv md zip gz tar rar 7z',
	].flatMap((extensions) => extensions.split(' ')),
);

/**
 * The elements for an asset field; undefined for an empty field, and, with a warning, for an asset that visitors cannot load.
 * Images on the service's hosts come in suitable sizes and formats; vector files, animations, and files on other hosts or of the
 * site stay as they are, and CSS crops them. Warns if the alternative text is missing or the size is unknown.
 *
 * @example
 * const image = imageOf(blok.image, { width: 720, page: Astro.url });
 */
export function imageOf(asset: AssetLike, given: ImageOptions = {}): RenderedImage | undefined {
	const { options, css } = pixelsOf(given);
	const page = options.page instanceof URL ? options.page.pathname : options.page;
	if (asset === undefined) {
		notice(
			'`<StoryImage>` was given no asset, so it renders nothing. Pass a field of the blok: `<StoryImage asset={blok.image} />`. If a story may lack the field, write `blok.image && <StoryImage …>`.',
			page,
		);
	}
	const found = findAsset(asset, page);
	if (!found) return undefined;
	const { address } = found;
	if (otherFiles.has(address.extension)) {
		notice(
			`\`${fileName(address)}\` is not an image, so it is not shown. Choose an image in the editor, or link to the file with assetHref().`,
			page,
		);
		return undefined;
	}
	if (address.likelyHost !== undefined && found.field.is_external_url !== true) {
		notice(
			`Images on the host \`${address.likelyHost}\` are not resized. Their addresses look like the service's: if the host serves the space's assets, add it with \`assets: { hosts: ['${address.likelyHost}'] }\`.`,
			page,
		);
	}
	const sizes = imageSizes(options, localSize(address.href) ?? sizeOf(address, options));
	const { width, height } = sizes;
	// An image that public/ lacks has its own warning.
	const isMissing = address.href.startsWith('/') && Object.keys(images).length > 0;
	if ((width === undefined || height === undefined) && !isMissing) {
		notice(
			`The size of the image \`${fileName(address)}\` is unknown, so the layout shifts when it loads. Pass \`width\` and \`height\` to <StoryImage>.`,
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
		const style = [css, sizes.crop === undefined ? '' : boxStyle(found)].filter(Boolean).join('; ');
		return { img: { src, ...img, ...(style && { style }) }, sources: [] };
	}
	const formats = options.formats?.length ? options.formats : (['webp'] satisfies ImageFormat[]);
	const all = formats.map((format) => candidatesOf(found, sizes, format, options, page));
	const { src, srcset } = all[all.length - 1] ?? { src: address.href, srcset: undefined };
	const shown =
		options.sizes ?? (width === undefined ? '100vw' : `(min-width: ${width}px) ${width}px, 100vw`);
	return {
		img: { src, ...(srcset && { srcset, sizes: shown }), ...img, ...(css && { style: css }) },
		sources: all.slice(0, -1).map((candidates, place) => ({
			type: `image/${formats[place]}`,
			srcset: candidates.srcset ?? candidates.src,
			sizes: shown,
		})),
	};
}

/** The options with sizes that are numbers. Others, such as `100%`, are a style, and those that CSS does not know are left out. */
function pixelsOf(given: ImageOptions): { options: ImageOptions; css: string } {
	const sizes = (['width', 'height'] as const).map((name) => ({ name, value: given[name] as unknown }));
	const pixels = sizes.map(({ name, value }) => {
		const number = Number(value ?? Number.NaN);
		return [name, number > 0 && number < Number.POSITIVE_INFINITY ? number : undefined];
	});
	const css = sizes
		.filter(({ value }) => /^(?:auto|[\d.]+(?:%|[a-z]+))$/i.test(String(value)))
		.map(({ name, value }) => `${name}: ${value}`);
	return { options: { ...given, ...Object.fromEntries(pixels) }, css: css.join('; ') };
}

/** Crops a file that no image service crops, around its focus if its size is known. */
function boxStyle({ address, field }: FoundAsset): string {
	const { width, height } = localSize(address.href) ?? address;
	const [left, top, right = left, bottom = top] =
		String(field.focus ?? '')
			.match(/\d+/g)
			?.map(Number) ?? [];
	const percent = (from = 0, to = 0, whole = 0) => Math.min(100, Math.round((50 * (from + to)) / whole));
	const isFocused = width && height && left !== undefined && top !== undefined;
	const at = isFocused
		? `; object-position: ${percent(left, right, width)}% ${percent(top, bottom, height)}%`
		: '';
	return `object-fit: cover${at}`;
}

/** The size of the file after its filters: rotation by 90 or 270 degrees swaps width and height. */
const sizeOf = ({ width, height }: AssetAddress, { filters }: ImageOptions) =>
	filters && isQuarterTurn(filters) ? { width: height, height: width } : { width, height };

/** An image in one format: the default file, and all files that a browser can choose from. */
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
	const alt = [field.alt, field.meta_data?.['alt']].find(
		(text) => typeof text === 'string' && text.trim() !== '',
	);
	if (typeof alt === 'string') return alt;
	notice(
		`The image \`${fileName(address)}\` has no alternative text. Describe it in the asset's alt text, or pass \`alt=""\` to <StoryImage> if it is decorative.`,
		page,
	);
	return '';
}

const sizeAt = (address: string): readonly [number, number] | undefined =>
	Object.hasOwn(images, address) ? images[address] : undefined;

answers('local-image', async (address) => JSON.stringify(sizeAt(address) ?? null));

/** The size in pixels of an image in the site's public folder; undefined for other images. */
function localSize(href: string): { width: number; height: number } | undefined {
	if (!href.startsWith('/')) return undefined;
	const address = decodedPath(href.split(/[?#]/, 1)[0] ?? '');
	record('local-image', address);
	const [width, height] = sizeAt(address) ?? [];
	return width && height ? { width, height } : undefined;
}
