export { createDelivery, type Delivery, type Freshness } from './delivery.js';
export { pageOf, readRange } from './page.js';
export { readParameters } from './parameters.js';
