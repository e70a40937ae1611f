export { init } from './init.js';
