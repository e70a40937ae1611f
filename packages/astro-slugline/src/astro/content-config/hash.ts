import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { aliasesOf } from './aliases.js';
import { hashOfModule, type ImportingSite, moduleFile } from './local-modules.js';

type Site = Pick<AstroConfig, 'root' | 'srcDir'> & Partial<Pick<AstroConfig, 'vite'>>;

/** A site, as far as it says which file an import is of. */
export const importingSite = (config: Site): ImportingSite => ({
	root: fileURLToPath(config.root),
	code: fileURLToPath(config.srcDir),
	aliases: aliasesOf(config),
});

/** A hash of the content config with the modules of the site that it imports, such as those of its schemas. */
export const contentConfigHash = (config: Site): string =>
	hashOfModule(moduleFile(fileURLToPath(new URL('content.config', config.srcDir))), importingSite(config));
