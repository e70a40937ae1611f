export { type Assets, createAssets } from './assets/assets.js';
export { imageServiceConfig, refuseSecondAssets } from './assets/image-config.js';
export { builtAddresses, isAnswered, nearPath, plainPath } from './built-addresses.js';
export { type BuiltPage, type BuiltPagesHook, reportPages } from './built-pages.js';
export { type BuiltSpace, writeOutput } from './built-space.js';
export { withoutHidden } from './hidden-stories.js';
export { lazyMarkdown, lazyRenderer } from './markdown/lazy.js';
export { addressesOf, neededRedirects } from './redirects/needed-redirects.js';
export { readRedirects } from './redirects/redirects-file.js';
export { redirectMoved } from './redirects/write-redirects.js';
export { type SitemapAddition, type SitemapEntry, withAlternates } from './sitemap.js';
export { secretsOf } from './tokens/secrets.js';
export {
	collectStoryPaths,
	leftOut,
	type PageRoutes,
	readPageRoutes,
	unbuiltWarning,
	unknownCollectionWarning,
	unreadWarning,
	unshownWarning,
} from './unbuilt.js';
export { excludedStory, whyNoPage } from './why-no-page.js';
export { writtenIn } from './written-in.js';
