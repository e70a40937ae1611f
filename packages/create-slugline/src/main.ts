import { start } from 'astro-slugline/command';
import { create } from './create.js';

await start(create, async () => (await import('./prompts.js')).prompts);
