/** Replaces the data of stored entries while a page is rendered in preview. */
export interface Overlay {
	/** The edited data of an entry; undefined if the entry is not being edited. */
	data(collection: string, id: string): Record<string, unknown> | undefined;
	/** The ids of entries that only drafts have, by collection. */
	added?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
	/** The ids of stored entries that drafts do not have, by collection. */
	removed?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
	/** Stories as editors have them, by uuid and language, for pages that ask the API themselves. */
	drafts?: ReadonlyMap<string, unknown> | undefined;
	/** What takes the place of the module of routes, which pages know. */
	routes?: unknown;
}

/** The loaded copies of this package share only the global object. What it holds contains no token. */
const place = Symbol.for('astro-slugline:preview');

const host: typeof globalThis & { [place]?: (() => Overlay | undefined) | undefined } = globalThis;

/** The overlay of the page that is being rendered; undefined outside of preview. */
export const overlayNow = (): Overlay | undefined => host[place]?.();

/** Sets the function that returns the overlay of the page that is being rendered; undefined removes it. */
export function giveOverlays(now: (() => Overlay | undefined) | undefined): void {
	host[place] = now;
}
