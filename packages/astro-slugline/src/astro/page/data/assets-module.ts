/** The content of the virtual module of assets: what pages know of the option `assets`, without a token. */
export interface AssetsModule {
	/** Hosts whose files are the space's assets, with the image service behind them, in small letters. */
	hosts: string[];
	/** Where downloaded assets lie, with `base` and slashes at both ends; undefined where assets are not downloaded. */
	folder: string | undefined;
	/** True if private assets can be downloaded. */
	hasAssetToken: boolean;
}
