export { type ListeningEditor, listenEditor } from './server/serve.js';
