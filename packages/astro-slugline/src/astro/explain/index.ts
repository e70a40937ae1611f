export { addStoryKinds } from './story-kinds.js';
export { withSlugs } from './with-slugs.js';
