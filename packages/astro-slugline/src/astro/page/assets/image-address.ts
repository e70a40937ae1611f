import type { AssetAddress } from './asset-address.js';

/** The output formats of the image service. */
export type ImageFormat = 'webp' | 'avif' | 'jpeg' | 'png';

export interface Transformation {
	/** In pixels. If only one of `width` and `height` is given, the other follows from the proportions. */
	width?: number | undefined;
	/** In pixels. */
	height?: number | undefined;
	format?: ImageFormat | undefined;
	/** From 1 to 100. @default the service's own */
	quality?: number | undefined;
	/** The part of the image that a crop must show, in the form that assets have: `x1xy1:x2xy2`. */
	focus?: string | null | undefined;
	filters?: ImageFilters | undefined;
}

/** Filters of the image service. */
export interface ImageFilters {
	/** Radius in pixels, from 0 to 150. */
	blur?: number | undefined;
	/** From -100 (black) to 100 (white). */
	brightness?: number | undefined;
	/** Fits the whole image into `width` and `height`, on this background: `#rgb`, `#rrggbb`, or `transparent`. */
	fill?: string | undefined;
	/** True for shades of gray. @default false */
	grayscale?: boolean | undefined;
	/** Degrees, counterclockwise. */
	rotate?: 90 | 180 | 270 | undefined;
}

/** Extensions that the image service can transform. Vector files and animations are not among them. */
const transformable = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif']);

export const isTransformable = ({ isHosted, extension }: AssetAddress): boolean =>
	isHosted && transformable.has(extension);

export function imageAddress({ href }: AssetAddress, transformation: Transformation): string {
	const { format, quality, focus, filters: look = {} } = transformation;
	// The service rotates after it resizes.
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

/** True if the filters rotate an image by 90 or 270 degrees, which swaps width and height. */
export const isQuarterTurn = ({ rotate }: ImageFilters): boolean => rotate === 90 || rotate === 270;

const within = (value: number, min: number, max: number): number =>
	Math.min(max, Math.max(min, Math.round(value)));

/** A color in the form that the image service needs: `transparent`, or three or six digits without `#`. */
const fillOf = (color: string | undefined): string | undefined =>
	/^#?([\da-f]{3}|[\da-f]{6}|transparent)$/i.exec(color ?? '')?.[1];

const isFocus = (text: string | null | undefined): boolean => /^\d+x\d+:\d+x\d+$/.test(text ?? '');
