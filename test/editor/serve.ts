/** The editor's server, which tests attach to a server of their own. */
export { serveEditor } from '../../packages/astro-slugline/src/editor/index.js';
