export { type Preview, startPreview } from './start.js';
