export { parity } from './parity.js';
