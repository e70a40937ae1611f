import { buildChannel } from './build-channel.js';
import type { RenderMarkdown } from './channel.js';

/** Gives pages a Markdown renderer: the processor of astro.config is made of functions, which no virtual module can hold. */
export function giveMarkdown(render: RenderMarkdown): void {
	buildChannel().renderMarkdown = render;
}

/** The Markdown renderer; undefined on a server, where there is no astro.config. */
export const givenMarkdown = (): RenderMarkdown | undefined => buildChannel().renderMarkdown;
