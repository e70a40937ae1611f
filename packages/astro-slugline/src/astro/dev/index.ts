export { askForAddresses } from './ask-addresses.js';
export { refusePreviewInDev, servePreviewInDev } from './preview/index.js';
export { redirectInDev } from './redirects.js';
export { createRefresh, serveInDev, spacePath } from './serve.js';
export { serveToolbar } from './toolbar.js';
export { acceptBothForms } from './trailing-slash.js';
export { receiveInDev } from './webhook.js';
