export { slugline as default } from './integration.js';
export type { SluglineOptions } from './options.js';
export type { BuiltSpace } from './output.js';
export { type SitemapAddition, type SitemapEntry, withAlternates } from './sitemap.js';
