import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { AstroConfig } from 'astro';
import { astroVersion } from '../../shared/node/astro-version.js';
import { type Makers, makersDigest } from './content-makers.js';
import type { Site } from './import-targets.js';
import { configFile } from './module-file.js';
import { readSiteModules } from './site-modules.js';

export type ImageMakers = Makers<Site & Pick<AstroConfig, 'image'>>;

/**
 * Digest of what makes the optimized images of a site: the image service with its options, and sharp. Astro names a cached image
 * by the file, the size and format, and the name of the service alone.
 *
 * @example imageMakersDigest({ config, argv: process.argv, environment: process.env, packages: packages.of, key })
 */
export function imageMakersDigest(makers: ImageMakers): string {
	const { config, argv } = makers;
	const { entrypoint } = config.image.service;
	const service = entrypoint.startsWith('file:') ? fileURLToPath(entrypoint) : entrypoint;
	const modules = readSiteModules(config);
	// A service of the site's choice may be given anything by astro.config, such as functions.
	const isOwnChoice = !/^astro(?:-slugline)?\//.test(service);
	const files = isOwnChoice
		? [configFile(fileURLToPath(config.root), argv), ...modules.filesOf(service)]
		: [];
	return makersDigest(makers, modules, {
		files,
		packages: [...modules.packageOf(service), 'sharp'],
		parts: [
			inspect(config.image, { depth: null, maxArrayLength: null, maxStringLength: null }),
			astroVersion(config.root),
		],
	});
}
