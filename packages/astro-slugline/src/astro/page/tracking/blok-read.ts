import type { Read } from './channel.js';

/** The kind of read that says that a page shows a blok, or would show it if it had a component. */
export const blokKind = 'blok';

/** @param name the folded name of the blok's component */
export const blokRead = (name: string): Read => `${blokKind} ${name}`;
