// Internal: content configs import this module. A site may not be able to import `astro-keep`, on which this package depends.
import { defineCollection as define } from 'astro-keep/content-imports';
import { CollectionError } from '../page/data/index.js';
import * as loaders from './index.js';

export { reference, z } from 'astro-keep/content-imports';

/**
 * Astro's function. It would take `loader: stories` for a function that returns entries.
 *
 * @throws {CollectionError} if a loader of this package is not called
 * @example
 * const blog = defineCollection({ loader: stories() });
 */
export const defineCollection: typeof define = (config) => {
	const [name] = Object.entries(loaders).find(([, one]) => one === config.loader) ?? [];
	if (name !== undefined)
		throw new CollectionError(
			// Dev prints no hint of an error that the content config throws.
			`A collection in the content config has \`loader: ${name}\`, which does not call the function. Write \`loader: ${name}(${name === 'datasource' ? "'labels'" : ''})\`.`,
		);
	return define(config);
};
