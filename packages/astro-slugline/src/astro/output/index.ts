export { type Assets, createAssets } from './assets/assets.js';
export { imageServiceConfig, refuseSecondAssets } from './assets/image-config.js';
export { type BuiltSpace, writeOutput } from './built-space.js';
export { refuseInlinedTokens } from './inlined-tokens.js';
export { lazyMarkdown, lazyRenderer } from './markdown/lazy.js';
export { collectNotices, type Notices } from './notices.js';
export { redirectMoved } from './redirects/write-redirects.js';
export { type SitemapAddition, type SitemapEntry, withAlternates } from './sitemap.js';
export { type PageRoutes, readPageRoutes, unbuiltWarnings, unknownCollectionWarning } from './unbuilt.js';
