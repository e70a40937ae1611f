export { contentMakersDigest, markdownProcessors } from './content-makers.js';
export { imageMakersDigest } from './image-makers.js';
export { configFile } from './module-file.js';
export { type PackageDigests, packageDigests } from './package-digests.js';
export { bundlingPlugin, contentConfigPlugin } from './plugin.js';
export { contentConfigFile, contentConfigHash, readSiteModules } from './site-modules.js';
