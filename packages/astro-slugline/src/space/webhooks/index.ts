export type { Delivery } from './deliveries.js';
export { type EndpointFields, readEndpointFields } from './endpoint.js';
export type { Endpoints } from './endpoints.js';
export type { EventDetails } from './payload.js';
export { createSpaceWebhooks, type SpaceWebhooks } from './space-webhooks.js';
