export { type BuiltSite, builtSite } from './built.js';
export { findPage, type PageModule, type SiteRoute } from './find-page.js';
