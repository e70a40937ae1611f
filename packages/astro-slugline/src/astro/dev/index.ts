export { servePreviewInDev } from './preview/index.js';
export { createRefresh, serveInDev } from './serve.js';
export { receiveInDev } from './webhook.js';
