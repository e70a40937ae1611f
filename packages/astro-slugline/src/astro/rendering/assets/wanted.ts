/** A file that a page shows from the site's own output. */
export interface WantedAsset {
	/** Its name in the output. */
	name: string;
	/** Where it is downloaded from. */
	address: string;
	/** True for a private asset, whose address must be signed first. */
	isPrivate: boolean;
	/** Path of a page that shows it, for messages. */
	page: string | undefined;
}

/** Takes note of a file that the output needs. */
export type WantAsset = (asset: WantedAsset) => void;

/**
 * Pages run in a copy of this package of their own, in the process that builds. The build puts a function here while pages are
 * rendered into files; where there is none, as in dev and on a server, files stay at their addresses.
 */
const place = Symbol.for('astro-slugline:wanted-assets');

export const wantAsset = (): WantAsset | undefined => Reflect.get(globalThis, place);

export function setWantAsset(want: WantAsset | undefined): void {
	Reflect.set(globalThis, place, want);
}
