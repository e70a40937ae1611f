import { buildChannel } from './build-channel.js';
import type { AskSpace } from './channel.js';

/** Sets the function that answers requests of pages; undefined to remove it. */
export function giveSpace(ask: AskSpace | undefined): void {
	buildChannel().askSpace = ask;
}

/** The function that answers requests of pages; undefined on a server. */
export const givenSpace = (): AskSpace | undefined => buildChannel().askSpace;
