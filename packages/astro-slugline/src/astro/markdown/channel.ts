/** Renders Markdown as astro.config says; safe HTML, or all HTML where editors are trusted. */
export type RenderMarkdown = (text: string, options: { trusted: boolean }) => Promise<string>;

/**
 * How pages, which run in another copy of this package, get at the Markdown processor of astro.config: it is made of
 * functions, which no virtual module can hold.
 */
const channel = Symbol.for('astro-slugline:markdown');
const shared: { [channel]?: RenderMarkdown } = globalThis as object;

/** Gives pages a Markdown renderer. */
export function giveMarkdown(render: RenderMarkdown): void {
	shared[channel] = render;
}

/** The Markdown renderer; undefined on a server, where there is no astro.config. */
export const givenMarkdown = (): RenderMarkdown | undefined => shared[channel];
