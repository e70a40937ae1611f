/** For tests that try it on pages of real builds. */
export { inject } from '../../packages/astro-slugline/src/preview/index.js';
