export { keepStyles } from './deploy-preview.js';
export { finish } from './finish.js';
export { type Serving, serve } from './serve.js';
export { readSetup, type Setup, setUp } from './setup.js';
export { type Started, start } from './start.js';
