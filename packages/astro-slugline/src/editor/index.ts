export { type EditorOptions, serveEditor } from './server/serve.js';
