import { purgeLive } from 'astro-slugline/live';

export const prerender = false;

/** Takes webhook calls, and purges from the route cache what shows the stories that they name. */
export const ALL = purgeLive();
