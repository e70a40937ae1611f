import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { configFile, contentConfigHash, hashOfModule, importingSite } from '../../content-config/index.js';

/**
 * A hash of what Astro's own key leaves out: the config file with the modules of the site that it imports, what collections
 * are made of, and the names of the integrations.
 */
export function configHash(config: AstroConfig, argv: readonly string[]): string {
	const root = fileURLToPath(config.root);
	const integrations = config.integrations.map(({ name }) => name);
	const parts = [
		hashOfModule(configFile(root, argv), importingSite(config)),
		contentConfigHash(config),
		integrations,
	];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
