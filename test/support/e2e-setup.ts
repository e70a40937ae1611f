// What each end-to-end test file gets: processes that stay loaded, and sites that are deleted at its end.
import { afterAll } from 'vitest';
import { deleteSites } from './site.js';
import { useWarmAstro } from './warm-astro.js';

useWarmAstro();
afterAll(deleteSites);
