export { isBlokOf, refuseMissingBloks, watchBloks } from './bloks.js';
export { liveConfigOf, liveModule, ownEndpoint } from './live.js';
export { compatPlugin, entryLinksPlugin, propsPlugin, routePatternPlugin } from './page-plugins/index.js';
export { forgetModule, virtualModulesPlugin } from './plugin.js';
export { previewModules } from './preview.js';
export { previewLoadersPlugin, previewServerModules, rowsOf } from './preview-server.js';
export type { LaterParts } from './site-parts.js';
export { pageModules, siteModules, toolbarModules } from './table.js';
