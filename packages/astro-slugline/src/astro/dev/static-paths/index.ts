export { forgetStaticPaths } from './forget.js';
export { watchStaticPaths } from './watch.js';
