export { startPreview } from './start.js';
