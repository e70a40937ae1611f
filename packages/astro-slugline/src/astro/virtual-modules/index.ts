export { watchBloks } from './bloks.js';
export { forgetModule, virtualModulesPlugin } from './plugin.js';
export { routePatternPlugin } from './route-pattern-plugin.js';
export { pageModules, previewModules, siteModules, toolbarModules } from './table.js';
