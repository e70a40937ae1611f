import type { Connection } from './connection.js';

/**
 * The connection of each integration of a site by root and id. A config restart in dev makes a new integration, while
 * Astro's content layer keeps the old one; through this map the old one's hook leads to the new connection.
 */
export const current = new Map<string, Connection>();
