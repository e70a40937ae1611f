import { noticesOf } from 'astro-keep/tracking';

/** Warns about a page. */
export const notice = noticesOf('astro-slugline');
