import type { Environment } from './environment.js';
import type { Options } from './options.js';
import type { Source } from './source.js';

/**
 * What is read in dev where preview is on: drafts, with the preview token. Undefined where it is off, or where there is no
 * token to read drafts with; then dev is as it is without preview.
 */
export function previewSource(options: Options, environment: Environment, source: Source) {
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!options.preview || (source.kind === 'service' && !token)) return undefined;
	const draft: Options = { ...options, version: 'draft' };
	return {
		options: draft,
		source: source.kind === 'service' && token ? { ...source, token } : source,
		previews: true,
	};
}
