/** What takes the place of stored entries while a page is rendered in preview. */
export interface Overlay {
	/** The data of an entry as it is edited; undefined for entries that are as they are stored. */
	data(collection: string, id: string): Record<string, unknown> | undefined;
}

/** The copies of this package share nothing but the global object; there is no token in what it holds. */
const place = Symbol.for('astro-slugline:preview');

const host: typeof globalThis & { [place]?: (() => Overlay | undefined) | undefined } = globalThis;

/** The overlay of the page that is being rendered; undefined for a page that is not in preview. */
export const overlayNow = (): Overlay | undefined => host[place]?.();

/** Lets pages find the overlay that they are rendered under. */
export function giveOverlays(now: (() => Overlay | undefined) | undefined): void {
	host[place] = now;
}
