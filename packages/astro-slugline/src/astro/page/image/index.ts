export {
	type ImageAttributes,
	type ImageOptions,
	type ImageSource,
	imageOf,
	type RenderedImage,
} from './image.js';
export { type ImageFilters, type ImageFormat, imageAddress, isTransformable } from './image-address.js';
