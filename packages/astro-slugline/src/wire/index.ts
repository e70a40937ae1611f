export { type Asset, assetSchema } from './asset.js';
export { type Content, contentSchema } from './content.js';
export {
	type Datasource,
	type DatasourceEntry,
	type DatasourceEntryList,
	type DatasourceList,
	type Dimension,
	datasourceEntryListSchema,
	datasourceEntrySchema,
	datasourceListSchema,
	datasourceSchema,
	dimensionSchema,
} from './datasource.js';
export { type ErrorBody, errorBodySchema, errorWords } from './error-body.js';
export {
	type Link,
	type LinkAlternate,
	type LinkList,
	linkAlternateSchema,
	linkListSchema,
	linkSchema,
} from './link.js';
export { type Seo, seoSchema } from './seo.js';
export {
	type CurrentSpace,
	currentSpaceAnswerSchema,
	currentSpaceSchema,
	type Owner,
	ownerSchema,
	type SpaceInfo,
	spaceInfoAnswerSchema,
	spaceInfoSchema,
} from './space.js';
export {
	type Story,
	type StoryAlternate,
	type StoryList,
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
	triggerSchema,
	triggers,
	type WebhookEndpoint,
	webhookEndpointAnswerSchema,
	webhookEndpointSchema,
} from './webhook.js';
