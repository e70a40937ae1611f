/** Common widths of screens and parts of them, in pixels. */
const steps = [320, 640, 960, 1280, 1600, 1920, 2560, 3840];

/**
 * Computes the sizes of an image: as wide and high as requested, in its own proportions if only one of the two is given. Widths go
 * up to twice the shown width, for high-density screens.
 *
 * @param original size of the file in pixels, if it is known
 * @returns `width` and `height` in CSS pixels; `widths` of the files in pixels, smallest first, at least one if `width` is known, and
 * never larger than the original; `crop`, the ratio of height to width, if the image is cropped
 */
export function imageSizes(
	asked: { width?: number | undefined; height?: number | undefined },
	original: { width: number | undefined; height: number | undefined },
) {
	const own = original.width && original.height ? original.height / original.width : undefined;
	const both = asked.width && asked.height ? asked.height / asked.width : undefined;
	const ratio = both ?? own;
	const width =
		asked.width ??
		(asked.height && ratio ? Math.max(1, Math.round(asked.height / ratio)) : undefined) ??
		original.width;
	const height =
		asked.height ?? (width && ratio ? Math.max(1, Math.round(width * ratio)) : undefined) ?? original.height;
	// A crop has the full width or the full height of the original.
	const largest =
		original.width && original.height && both
			? Math.max(1, Math.floor(Math.min(original.width, original.height / both)))
			: (original.width ?? Number.POSITIVE_INFINITY);
	return { width, height, widths: width ? widthsUpTo(width, largest) : [], crop: both };
}

function widthsUpTo(width: number, largest: number): number[] {
	const max = Math.min(2 * width, largest);
	const widths = [...steps.filter((step) => step < max), Math.min(width, largest), max];
	return [...new Set(widths.map((one) => Math.max(1, Math.round(one))))].sort((a, b) => a - b);
}

export type ImageSizes = ReturnType<typeof imageSizes>;
