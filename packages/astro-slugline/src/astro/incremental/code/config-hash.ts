import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { configFile, contentConfigHash, siteModules } from '../../content-config/index.js';

/**
 * Hash of the config file with the site's modules that it imports, of the content config, and of the names of the integrations.
 * Astro's manifest contains none of these.
 */
export function configHash(config: AstroConfig, argv: readonly string[]): string {
	const root = fileURLToPath(config.root);
	const integrations = config.integrations.map(({ name }) => name);
	const parts = [siteModules(config).hash(configFile(root, argv)), contentConfigHash(config), integrations];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
