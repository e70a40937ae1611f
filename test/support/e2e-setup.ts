// What each end-to-end test file gets: processes that stay loaded, and an end of all that it has started.
import { afterAll } from 'vitest';
import { endAll } from './ends.js';
import { useWarmAstro } from './warm-astro.js';

useWarmAstro();
afterAll(endAll);
