/** For tests that make tickets as the server does. */
export { createTickets } from '../../packages/astro-slugline/src/preview/index.js';
