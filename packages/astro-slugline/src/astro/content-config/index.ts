export { bundlingPlugin } from './bundling.js';
export { configFile } from './config-file.js';
export { contentDigest, markdownProcessors } from './content-digest.js';
export { contentConfigHash, importingSite } from './hash.js';
export { hashOfModule, packagesOf } from './local-modules.js';
export { packageDigests } from './package-digests.js';
export { contentConfigPlugin } from './plugin.js';
