export { watchBloks } from './bloks.js';
export { entryLinksPlugin } from './entry-links-plugin.js';
export { liveConfigOf, liveModule, ownEndpoint } from './live.js';
export { forgetModule, virtualModulesPlugin } from './plugin.js';
export { previewModules } from './preview.js';
export { previewLoadersPlugin, previewServerModules } from './preview-server.js';
export { routePatternPlugin } from './route-pattern-plugin.js';
export type { LaterParts } from './site-parts.js';
export { pageModules, siteModules, toolbarModules } from './table.js';
