export { type StoryCollections, type StoryCollectionsOptions, storyCollections } from './collections.js';
export { type DatasourceOptions, datasource, datasources } from './datasources.js';
export { type LinksOptions, links } from './links.js';
export { type DataOf, stories, storySchema } from './stories.js';
export type { StoriesOptions } from './stories-options.js';
export type { StoryEntry } from './story-entry.js';
