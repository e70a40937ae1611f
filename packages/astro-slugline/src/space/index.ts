export { createSpace, type FileNames, type Space } from './create-space.js';
export type { NewItem } from './edit/create-item.js';
export type { AboutSpace, SpaceEditor, Undo } from './edit/editor.js';
export type { EntryChange } from './edit/entries.js';
export { SpaceConflictError, SpaceEditError } from './edit/files/edit-error.js';
export type {
	BareFolder,
	EditedStory,
	Expected,
	FrontFields,
	LanguageState,
	OpenStory,
} from './edit/open-story.js';
export type { StoryUse } from './edit/uses.js';
export type { StoryChange } from './edit/write-story.js';
export { SpaceFolderError } from './folder/files/folder-error.js';
export type { NamedFields, SpaceTokens } from './model/space-model.js';
export type { Fault, SpaceSettings } from './settings.js';
export type { Delivery, EventDetails } from './webhooks/deliveries.js';
