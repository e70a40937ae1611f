export { createSpace, type Space } from './create-space.js';
export {
	type EditedStory,
	type EntryChange,
	type LanguageState,
	type OpenStory,
	SpaceEditError,
	type SpaceEditor,
	type StoryChange,
} from './edit/index.js';
export { SpaceFolderError } from './folder/files/folder-error.js';
export type { SpaceTokens } from './model/space-model.js';
export type { Fault, SpaceSettings } from './settings.js';
export type { Delivery, EventDetails } from './webhooks/deliveries.js';
