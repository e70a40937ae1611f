import type { AstroConfig } from 'astro';
import type { Options } from '../../settings/index.js';
import { typesSource } from './content-source.js';
import { type InjectTypes, typeFiles } from './type-files.js';
import { type ContentTypes, createContentTypes } from './write-types.js';

/** The types of an integration's space, for `astro:config:done`. */
export const openTypes = (
	options: Options,
	{ cacheDir, root }: AstroConfig,
	inject: InjectTypes,
): ContentTypes =>
	createContentTypes(options.id, typeFiles(options.id, cacheDir, inject), () => typesSource(options, root));
