import { buildChannel } from './build-channel.js';
import type { WantAsset } from './channel.js';

/** The function that adds a file to the output; undefined if files keep their addresses, as in dev and on a server. */
export const wantAsset = (): WantAsset | undefined => buildChannel().wantAsset;

export function setWantAsset(want: WantAsset | undefined): void {
	buildChannel().wantAsset = want;
}
