/** How an image is shown, in CSS pixels, and the widths in pixels that a browser can choose from. */
export interface ImageSizes {
	width: number | undefined;
	height: number | undefined;
	/** Smallest first, at least one if `width` is known; none is larger than the original. */
	widths: number[];
	/** Height to width, where the image is cropped. */
	crop: number | undefined;
}

/** Widths of screens, and of parts of them. */
const steps = [320, 640, 960, 1280, 1600, 1920, 2560, 3840];

/**
 * Decides the sizes of an image: shown as wide and high as asked, in its own proportions where only one of the two is given,
 * with widths up to twice what is shown, for screens with fine pixels.
 *
 * @param original size of the file, as far as it is known
 */
export function imageSizes(
	asked: { width?: number | undefined; height?: number | undefined },
	original: { width: number | undefined; height: number | undefined },
): ImageSizes {
	const own = original.width && original.height ? original.height / original.width : undefined;
	const both = asked.width && asked.height ? asked.height / asked.width : undefined;
	const ratio = both ?? own;
	const width =
		asked.width ??
		(asked.height && ratio ? Math.max(1, Math.round(asked.height / ratio)) : undefined) ??
		original.width;
	const height =
		asked.height ?? (width && ratio ? Math.max(1, Math.round(width * ratio)) : undefined) ?? original.height;
	// Of a crop, the whole width or the whole height of the original is left.
	const largest =
		original.width && original.height && both
			? Math.max(1, Math.floor(Math.min(original.width, original.height / both)))
			: (original.width ?? Number.POSITIVE_INFINITY);
	return { width, height, widths: width ? widthsUpTo(width, largest) : [], crop: both };
}

function widthsUpTo(width: number, largest: number): number[] {
	const most = Math.min(2 * width, largest);
	const widths = [...steps.filter((step) => step < most), Math.min(width, largest), most];
	return [...new Set(widths.map((one) => Math.max(1, Math.round(one))))].sort((a, b) => a - b);
}
