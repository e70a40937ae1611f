import { buildChannel } from './build-channel.js';
import type { AskSpace, RenderMarkdown, WantAsset } from './channel.js';

/** Sets the function that answers requests of pages; undefined to remove it. */
export function giveSpace(ask: AskSpace | undefined): void {
	buildChannel().askSpace = ask;
}

/** The function that answers requests of pages; undefined on a server. */
export const givenSpace = (): AskSpace | undefined => buildChannel().askSpace;

/** Gives pages a Markdown renderer. The processor of astro.config consists of functions, which a virtual module cannot contain. */
export function giveMarkdown(render: RenderMarkdown): void {
	buildChannel().renderMarkdown = render;
}

/** The Markdown renderer; undefined on a server, which has no astro.config. */
export const givenMarkdown = (): RenderMarkdown | undefined => buildChannel().renderMarkdown;

export function setWantAsset(want: WantAsset | undefined): void {
	buildChannel().wantAsset = want;
}

/** The function that adds a file to the output; undefined if files keep their addresses, as in dev and on a server. */
export const wantAsset = (): WantAsset | undefined => buildChannel().wantAsset;
