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
}

/** Drawings and animations stay as they are, and so does what the image service does not know. */
const transformable = new Set(['jpg', 'jpeg', 'png', 'webp', 'avif']);

/** True if the image service can make other sizes and formats of it. */
export const isTransformable = ({ isHosted, extension }: AssetAddress): boolean =>
	isHosted && transformable.has(extension);

/** The address of a transformed image. */
export function imageAddress({ href }: AssetAddress, transformation: Transformation): string {
	const { width = 0, height = 0, format, quality, focus } = transformation;
	const size = width > 0 || height > 0 ? `/${Math.round(width)}x${Math.round(height)}` : '';
	const filters = [
		format && `format(${format})`,
		quality !== undefined && `quality(${Math.min(100, Math.max(1, Math.round(quality)))})`,
		width > 0 && height > 0 && isFocus(focus) && `focal(${focus})`,
	].filter((filter) => typeof filter === 'string');
	return `${href}/m${size}${filters.length > 0 ? `/filters:${filters.join(':')}` : ''}`;
}

const isFocus = (text: string | null | undefined): boolean => /^\d+x\d+:\d+x\d+$/.test(text ?? '');
