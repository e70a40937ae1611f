export type { BuiltFilesHook, ChangedFiles } from 'astro-keep';
export { slugline as default } from './integration.js';
export type { BuiltPage, BuiltPagesHook } from './output/index.js';
export {
	type BuiltSpace,
	type SitemapAddition,
	type SitemapEntry,
	withAlternates,
} from './output/index.js';
export type { SluglineOptions } from './settings/index.js';
