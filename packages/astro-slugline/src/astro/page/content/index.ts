export { alwaysRender } from './always-render.js';
export { type Answered, type Query, query, selectIn } from './query/index.js';
export { type ResolveOptions, resolve } from './resolve.js';
export { type StoryBySlug, storyBySlug } from './story-by-slug.js';
