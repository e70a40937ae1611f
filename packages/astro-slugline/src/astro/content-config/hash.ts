import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { hashOfModule, moduleFile } from './local-modules.js';

/** A hash of the content config with the modules of the site that it imports, such as those of its schemas. */
export const contentConfigHash = ({ root, srcDir }: Pick<AstroConfig, 'root' | 'srcDir'>): string =>
	hashOfModule(moduleFile(fileURLToPath(new URL('content.config', srcDir))), fileURLToPath(root));
