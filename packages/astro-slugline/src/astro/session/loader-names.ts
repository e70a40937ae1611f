/** Names of the loaders. In dev, Astro refreshes collections by the names of their loaders. */
export const storiesLoader = 'slugline-stories';
export const linksLoader = 'slugline-links';
export const datasourcesLoader = 'slugline-datasources';

export const allLoaders: readonly string[] = [storiesLoader, linksLoader, datasourcesLoader];
