export { bundlingPlugin } from './bundling.js';
export { contentConfigHash, importingSite } from './hash.js';
export { hashOfModule, moduleFile } from './local-modules.js';
export { contentConfigPlugin } from './plugin.js';
