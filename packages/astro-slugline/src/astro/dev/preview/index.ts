import type { Space } from '../../../space/index.js';
import type { Environment, Options } from '../../settings/index.js';
import { type PreviewOptions, servePreview } from './serve.js';

export interface InDev
	extends Pick<PreviewOptions, 'server' | 'config' | 'logger' | 'connection' | 'refresh'> {
	preview: NonNullable<Options['preview']>;
	environment: Environment;
	/** The embedded space, where the site is built from a folder. */
	embedded: Space | undefined;
}

/** Serves preview on Astro's dev server. Without a preview token it is there, and refuses everything. */
export async function servePreviewInDev({ preview, environment, embedded, ...rest }: InDev): Promise<void> {
	const token = environment.SLUGLINE_PREVIEW_TOKEN;
	if (!token && !embedded) {
		rest.logger.warn(
			'Preview is off: there is no preview token to check editors with. Set SLUGLINE_PREVIEW_TOKEN in .env to a preview token of the space.',
		);
	}
	servePreview({
		...rest,
		...preview,
		async previewToken() {
			if (token || !embedded) return token;
			await embedded.ready();
			return embedded.tokens.preview;
		},
	});
}
