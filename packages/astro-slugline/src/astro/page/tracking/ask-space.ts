import { buildChannel } from './build-channel.js';
import type { AskSpace } from './channel.js';

/** Gives pages a way to ask the space; undefined takes it away. */
export function giveSpace(ask: AskSpace | undefined): void {
	buildChannel().askSpace = ask;
}

/** What answers requests of pages; undefined on a server. */
export const givenSpace = (): AskSpace | undefined => buildChannel().askSpace;
