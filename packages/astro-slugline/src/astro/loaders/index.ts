export { type StoryCollections, type StoryCollectionsOptions, storyCollections } from './collections.js';
export { type DatasourceOptions, datasource, datasources } from './datasources.js';
export { type LinksOptions, links } from './links.js';
export { storySchema } from './schema.js';
export { type StoriesOptions, stories } from './stories.js';
