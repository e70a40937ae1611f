export { changesBetween, type SpaceEvent } from './changes.js';
export { createDeliveries, type Deliveries, type Delivery } from './deliveries.js';
export { type Endpoint, type EndpointFields, type FieldErrors, readEndpointFields } from './endpoint.js';
export { createEndpoints, type Endpoints } from './endpoints.js';
export type { EventDetails } from './payload.js';
