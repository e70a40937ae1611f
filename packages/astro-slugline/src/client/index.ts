export type { FieldState } from '../shared/api/filter-operations.js';
export type { Region } from '../shared/api/regions.js';
export type { RetryOptions } from '../shared/http/backoff.js';
export type { ConnectionOptions } from './connection.js';
export {
	createDeliveryClient,
	type DeliveryClient,
	type DeliveryClientOptions,
	type RawAnswer,
} from './delivery.js';
export { type FieldConditions, filter } from './filter/filter.js';
export { type Alternatives, type Condition, type Filter, filterSchema } from './filter/schema.js';
export type { RequestEvent } from './http/send.js';
export type { Listing, ListQuery, Page } from './lists/listing.js';
export type {
	DatasourceEntryListing,
	DatasourceEntryQuery,
	DatasourceListing,
	DatasourceQuery,
	LinkListing,
	LinkQuery,
} from './lists/plain-lists.js';
export type { Version } from './lists/source.js';
export type { OneStoryQuery, StoryListing } from './lists/stories.js';
export type { StoryPage, StoryQuery } from './lists/story-query.js';
export type { Clock } from './model/clock.js';
export {
	isServiceError,
	isUsageError,
	type ServiceErrorDetails,
	type ServiceErrorKind,
	SluglineServiceError,
	SluglineUsageError,
} from './model/errors.js';
export { regionOfSpace, regions } from './model/regions.js';
