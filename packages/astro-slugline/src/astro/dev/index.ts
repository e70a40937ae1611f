export { editorPath, servePreviewInDev } from './preview/index.js';
export { createRefresh, serveInDev } from './serve.js';
export { serveToolbar } from './toolbar.js';
export { receiveInDev } from './webhook.js';
