export { addStoryKinds } from './story-kinds.js';
