import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { configFile, contentConfigFile, readSiteModules } from '../../content-config/index.js';

/**
 * Digests of the config file, of the content config, and of the site's modules that these import, by their paths, and the names of
 * the integrations. Astro's manifest contains none of these.
 */
export function configParts(config: AstroConfig, argv: readonly string[]): Map<string, string> {
	const root = fileURLToPath(config.root);
	const modules = readSiteModules(config);
	return new Map([
		['the list of integrations', JSON.stringify(config.integrations.map(({ name }) => name))],
		...[configFile(root, argv), contentConfigFile(config)].flatMap(modules.digests),
	]);
}
