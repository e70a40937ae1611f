/** The name of our loaders, by which Astro refreshes them in dev. */
export const loaderName = 'astro-slugline';
