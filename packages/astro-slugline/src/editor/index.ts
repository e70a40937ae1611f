export { listenEditor } from './server/listen.js';
export { serveEditor } from './server/serve.js';
