export { type StoryblokOptions, storyblok as default, storyblok } from './storyblok.js';
