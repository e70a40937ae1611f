/** @internal Only for `astro-slugline`. It changes without notice. */
export { contentMakersDigest, imageMakersDigest, markdownProcessors } from './content-makers.js';
export { isOwnLookup } from './import-targets.js';
export { configFile, moduleFile } from './module-file.js';
export { addPackage, isOurs, ownPackages } from './own-packages.js';
export { isBuilder, type PackageDigests, packageDigests } from './package-digests.js';
export { bundlingPlugin, contentConfigPlugin } from './plugin.js';
export { contentConfigFile, contentConfigHash, readSiteModules } from './site-modules.js';
