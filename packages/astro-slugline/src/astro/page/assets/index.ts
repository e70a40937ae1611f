export { type AssetAddress, readAssetAddress } from './asset-address.js';
export {
	type AssetField,
	type AssetLike,
	assetHref,
	type FoundAsset,
	fileName,
	findAsset,
	servedAddress,
} from './asset-href.js';
