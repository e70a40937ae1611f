import type { AssetAddress } from '../assets/index.js';

/** What the image service writes. */
export type ImageFormat = 'webp' | 'avif' | 'jpeg' | 'png';

/** What the image service does to an image. */
export interface Transformation {
	/** Pixels; the other side follows where only one is given. */
	width?: number | undefined;
	height?: number | undefined;
	format?: ImageFormat | undefined;
	/** From 1 to 100. @default the service's own */
	quality?: number | undefined;
	/** What a crop keeps, as assets have it: `x1xy1:x2xy2`. */
	focus?: string | null | undefined;
	filters?: ImageFilters | undefined;
}

/** What the image service does to the look of an image. */
export interface ImageFilters {
	/** Radius in pixels, from 0 to 150. */
	blur?: number | undefined;
	/** From -100, black, to 100, white. */
	brightness?: number | undefined;
	/** Shows the whole image in `width` and `height`, with this color around it, as `#rgb` or `#rrggbb`, or `transparent`. */
	fill?: string | undefined;
	grayscale?: boolean | undefined;
	/** Degrees, against the clock. */
	rotate?: 90 | 180 | 270 | undefined;
}

/** Drawings and animations stay as they are, and so does what the image service does not know. */
const transformable = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif']);

/** True if the image service can make other sizes and formats of it. */
export const isTransformable = ({ isHosted, extension }: AssetAddress): boolean =>
	isHosted && transformable.has(extension);

/** The address of a transformed image. */
export function imageAddress({ href }: AssetAddress, transformation: Transformation): string {
	const { format, quality, focus, filters: look = {} } = transformation;
	// The service turns what it has resized.
	const [width = 0, height = 0] = isQuarterTurn(look)
		? [transformation.height, transformation.width]
		: [transformation.width, transformation.height];
	const isCropped = width > 0 && height > 0;
	const fill = isCropped ? fillOf(look.fill) : undefined;
	const size =
		width > 0 || height > 0 ? `${fill ? '/fit-in' : ''}/${Math.round(width)}x${Math.round(height)}` : '';
	const filters = [
		format && `format(${format})`,
		quality !== undefined && `quality(${within(quality, 1, 100)})`,
		isCropped && !fill && isFocus(focus) && `focal(${focus})`,
		look.blur && `blur(${within(look.blur, 0, 150)})`,
		look.brightness && `brightness(${within(look.brightness, -100, 100)})`,
		fill && `fill(${fill})`,
		look.grayscale === true && 'grayscale()',
		look.rotate && `rotate(${look.rotate})`,
	].filter((filter) => typeof filter === 'string');
	return `${href}/m${size}${filters.length > 0 ? `/filters:${filters.join(':')}` : ''}`;
}

/** True if the filters turn an image by 90 or 270 degrees, so that its width is its height. */
export const isQuarterTurn = ({ rotate }: ImageFilters): boolean => rotate === 90 || rotate === 270;

const within = (value: number, least: number, most: number): number =>
	Math.min(most, Math.max(least, Math.round(value)));

/** A color as the image service takes it: three or six digits, without `#`. */
const fillOf = (color: string | undefined): string | undefined =>
	/^#?([\da-f]{3}|[\da-f]{6}|transparent)$/i.exec(color ?? '')?.[1];

const isFocus = (text: string | null | undefined): boolean => /^\d+x\d+:\d+x\d+$/.test(text ?? '');
