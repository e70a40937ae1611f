export { alwaysRender } from 'astro-keep/content';
export type { Query } from './query/options.js';
export { type Answered, query, selectIn } from './query/query.js';
export { type ResolveOptions, resolve } from './resolve.js';
export { type StoryBySlug, storyBySlug } from './story-by-slug.js';
