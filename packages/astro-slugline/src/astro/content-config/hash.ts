import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { aliasesOf } from './aliases.js';
import { hashOfModule, type ImportingSite, moduleFile } from './local-modules.js';

type Site = Pick<AstroConfig, 'root' | 'srcDir'> & Partial<Pick<AstroConfig, 'vite'>>;

/** The parts of a site that decide which file an import resolves to. */
export const importingSite = (config: Site): ImportingSite => ({
	root: fileURLToPath(config.root),
	code: fileURLToPath(config.srcDir),
	aliases: aliasesOf(config),
});

/** A hash of the content config and of the site's modules that it imports, such as its schemas. */
export const contentConfigHash = (config: Site): string =>
	hashOfModule(moduleFile(fileURLToPath(new URL('content.config', config.srcDir))), importingSite(config));
