export { createEditor, type SpaceEditor } from './editor.js';
export type { EntryChange } from './entries.js';
export { SpaceEditError } from './files/edit-error.js';
export type { EditedStory, LanguageState, OpenStory } from './open-story.js';
export type { NewNames } from './plan-rename.js';
export type { StoryChange } from './write-story.js';
