export { type AssetAddress, readAssetAddress } from './asset-address.js';
export {
	type AssetField,
	type AssetLike,
	assetHref,
	findAsset,
	servedAddress,
	shortened,
	withBase,
	writtenFromRoot,
} from './asset-href.js';
export {
	type ImageAttributes,
	type ImageOptions,
	type ImageSource,
	imageOf,
	type RenderedImage,
} from './image.js';
export { type ImageFilters, type ImageFormat, imageAddress, isTransformable } from './image-address.js';
