export { type BuiltSite, builtSite } from './built.js';
export type { SiteRoute } from './find-page.js';
