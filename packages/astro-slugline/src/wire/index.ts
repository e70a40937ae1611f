export { type Content, contentSchema, isTooDeep, tooDeepSentence } from './content.js';
export {
	type Datasource,
	type DatasourceEntry,
	type Dimension,
	datasourceEntryListSchema,
	datasourceEntrySchema,
	datasourceListSchema,
	datasourceSchema,
	dimensionSchema,
} from './datasource.js';
export { errorWords } from './error-body.js';
export {
	type Link,
	type LinkAlternate,
	linkAlternateSchema,
	linkListSchema,
	linkSchema,
} from './link.js';
export {
	type CurrentSpace,
	currentSpaceAnswerSchema,
	currentSpaceSchema,
	type SpaceInfo,
	spaceInfoAnswerSchema,
	spaceInfoSchema,
} from './space.js';
export {
	type Story,
	type StoryAlternate,
	storyAlternateSchema,
	storyAnswerSchema,
	storyListSchema,
	storySchema,
	type TranslatedSlug,
	translatedSlugSchema,
} from './story.js';
export { storyTags, type TaggedStory, tagsOfStory, tagText } from './tags.js';
export {
	discussionTriggers,
	type EditingTrigger,
	isEditingTrigger,
	type NewWebhookEndpoint,
	newWebhookEndpointSchema,
	type Trigger,
	triggers,
	type WebhookEndpoint,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from './webhook.js';
