export { contentDigest, markdownProcessors } from './content-digest.js';
export { imageDigest } from './image-digest.js';
export { configFile } from './module-file.js';
export { type PackageDigests, packageDigests } from './package-digests.js';
export { bundlingPlugin, contentConfigPlugin } from './plugin.js';
export { contentConfigFile, contentConfigHash, siteModules } from './site-modules.js';
