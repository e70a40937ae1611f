import { buildChannel } from './build-channel.js';
import type { WantAsset } from './channel.js';

/** Notes a file that the output needs; undefined where files keep their addresses, as in dev and on a server. */
export const wantAsset = (): WantAsset | undefined => buildChannel().wantAsset;

export function setWantAsset(want: WantAsset | undefined): void {
	buildChannel().wantAsset = want;
}
