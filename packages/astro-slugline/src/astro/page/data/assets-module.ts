/** The content of the virtual module of assets: the part of the option `assets` that pages need, without a token. */
export interface AssetsModule {
	/** Hosts of the space's assets, which have an image service, in lower case. */
	hosts: string[];
	/** The path of downloaded assets, with `base` and slashes at both ends; undefined if assets are not downloaded. */
	folder: string | undefined;
	/** True if private assets can be downloaded. */
	hasAssetToken: boolean;
}
