export { type ListeningEditor, listenEditor } from './server/listen.js';
