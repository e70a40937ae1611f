/** For tests of other rooms, which may not import this one. */
export { firstScript } from '../../packages/astro-slugline/src/preview/server/first-script.js';
