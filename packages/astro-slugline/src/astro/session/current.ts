import type { Connection } from './connection.js';

/**
 * The connection of each integration by the site's root and the integration's id. When the config changes in dev, Astro creates
 * a new integration, but its content layer still has the old one, whose hook finds the new connection here.
 */
export const current = new Map<string, Connection>();
