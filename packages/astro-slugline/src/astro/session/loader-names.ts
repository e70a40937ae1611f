/** The names of our loaders, by which Astro refreshes in dev those whose content may have changed. */
export const storiesLoader = 'slugline-stories';
export const linksLoader = 'slugline-links';
export const datasourcesLoader = 'slugline-datasources';

export const allLoaders: readonly string[] = [storiesLoader, linksLoader, datasourcesLoader];
