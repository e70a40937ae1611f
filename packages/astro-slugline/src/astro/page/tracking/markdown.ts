import { buildChannel } from './build-channel.js';
import type { RenderMarkdown } from './channel.js';

/** Gives pages a Markdown renderer. The processor of astro.config consists of functions, which a virtual module cannot contain. */
export function giveMarkdown(render: RenderMarkdown): void {
	buildChannel().renderMarkdown = render;
}

/** The Markdown renderer; undefined on a server, which has no astro.config. */
export const givenMarkdown = (): RenderMarkdown | undefined => buildChannel().renderMarkdown;
