import assets from 'virtual:astro-slugline/assets';
import type { ImageTransform, LocalImageService } from 'astro';
import sharp from 'astro/assets/services/sharp';
import {
	type AssetAddress,
	type ImageFormat,
	imageAddress,
	isTransformable,
	readAssetAddress,
	servedAddress,
} from '../assets/index.js';

/** The original file of options whose `src` is final. Astro uses an address that the image service returns unchanged. */
const files = new WeakMap<ImageTransform, AssetAddress>();

/**
 * Image service for `astro:assets`. Images on the content service's hosts come from its image CDN, in the sizes and formats that
 * `<Image>` and `<Picture>` need, or as they are if they are vector files or animations; all other images go to Astro's own image
 * service.
 */
const service: LocalImageService = {
	...sharp,

	async validateOptions(options, config, logger) {
		const file = fileOf(options.src);
		const checked =
			(await sharp.validateOptions?.(file ? complete(options, file) : options, config, logger)) ?? options;
		return file ? finish(checked, file) : checked;
	},

	async getSrcSet(options, config, logger) {
		const values = (await sharp.getSrcSet?.(options, config, logger)) ?? [];
		const file = files.get(options);
		if (!file) return values;
		if (!isTransformable(file)) return [];
		const { width: largest = Number.POSITIVE_INFINITY } = file;
		return values
			.filter(({ transform }) => (transform.width ?? 0) <= largest)
			.map((value) => ({ ...value, transform: finish(value.transform, file) }));
	},

	getURL: (options, config, logger) =>
		files.has(options) && typeof options.src === 'string'
			? options.src
			: sharp.getURL(options, config, logger),

	getRemoteSize(url, config, logger) {
		const file = fileOf(url);
		const { width, height, extension } = file ?? {};
		if (width && height) return { width, height, format: extension === 'png' ? 'png' : 'jpg' };
		const isFetched = !file || isTransformable(file);
		if (isFetched && sharp.getRemoteSize) return sharp.getRemoteSize(url, config, logger);
		throw new Error(`The size of ${url} is unknown. Set width and height.`);
	},
};

export default service;

function fileOf(src: ImageTransform['src']): AssetAddress | undefined {
	const address = typeof src === 'string' ? readAssetAddress(src, assets.hosts) : undefined;
	return address?.isHosted ? address : undefined;
}

/** Fills in width and height from the address. */
function complete(options: ImageTransform, { width, height }: AssetAddress): ImageTransform {
	if (!width || !height || (options.width && options.height)) return options;
	const shown = options.width ?? (options.height ? (options.height * width) / height : width);
	return {
		...options,
		width: Math.round(shown),
		height: options.height ?? Math.round((shown * height) / width),
	};
}

/** The options with the final address. */
function finish(options: ImageTransform, file: AssetAddress): ImageTransform {
	const { width, height } = options;
	const format = formatOf(options.format);
	// A height that follows from the width is left out, because the image service may round differently.
	const isWhole =
		width && height && file.width && file.height && isSame(height / width, file.height / file.width);
	const shown = { width, height: isWhole ? undefined : height, format, quality: qualityOf(options.quality) };
	const href = isTransformable(file) ? imageAddress(file, shown) : file.href;
	const extension = !isTransformable(file) || !format ? file.extension : format === 'jpeg' ? 'jpg' : format;
	const src = servedAddress({ address: file, isPrivate: false }, href, extension, undefined);
	const done = { ...options, src };
	files.set(done, file);
	return done;
}

const isSame = (one: number, other: number): boolean => Math.abs(one / other - 1) < 0.01;

const formats = ['webp', 'avif', 'jpeg', 'png'] satisfies ImageFormat[];

const formatOf = (format: ImageTransform['format']): ImageFormat | undefined =>
	format === 'jpg' ? 'jpeg' : formats.find((one) => one === format);

/** Astro's named qualities, with the values of its own image service. */
const qualities: Record<string, number> = { low: 25, mid: 50, high: 80, max: 100 };

function qualityOf(quality: ImageTransform['quality']): number | undefined {
	const number = typeof quality === 'string' ? (qualities[quality] ?? Number(quality)) : quality;
	return number && Number.isFinite(number) ? number : undefined;
}
