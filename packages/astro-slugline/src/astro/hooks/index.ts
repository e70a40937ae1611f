export { keepStyles } from './deploy-preview.js';
export { finish } from './finish.js';
export { readSetup, type Setup } from './read-setup.js';
export { type Serving, serve } from './serve.js';
export { setUp } from './setup.js';
export { type Started, start } from './start.js';
