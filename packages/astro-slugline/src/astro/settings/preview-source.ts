import type { Environment } from './environment.js';
import type { Options } from './options.js';
import type { ContentSource } from './source.js';

/**
 * The options and source of `astro dev` with preview: drafts, read with the preview token. Undefined if preview is off, or if
 * there is no preview token for the API; then dev works as without preview.
 */
export function previewSource(options: Options, environment: Environment, source: ContentSource) {
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!options.preview || (source.kind === 'service' && !token)) return undefined;
	const draft: Options = { ...options, version: 'draft' };
	return {
		options: draft,
		source: source.kind === 'service' && token ? { ...source, token } : source,
		previews: true,
	};
}
