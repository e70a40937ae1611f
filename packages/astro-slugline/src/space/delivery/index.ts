export { createDelivery, type Delivery, type Freshness } from './delivery.js';
