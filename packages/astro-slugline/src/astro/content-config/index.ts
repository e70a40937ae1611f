export { bundlingPlugin } from './bundling.js';
export { configFile } from './config-file.js';
export { contentDigest, markdownProcessors } from './content-digest.js';
export { imageDigest } from './image-digest.js';
export { type PackageDigests, packageDigests } from './package-digests.js';
export { contentConfigPlugin } from './plugin.js';
export { contentConfigFile, contentConfigHash, siteModules } from './site-modules.js';
